// user_semiring.cu - a user's semirings compiled by nvcc: an element type of the user's, and a monoid that is not
// commutative, on the host and on the GPU, with locality plans and without: one file, as their kernels are the same.
#include "tests/support/locality_check.hpp"
#include "tests/support/schedule_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

EXECUTOR_CASE("a semiring over a struct agrees with the reference under every schedule and format") {
  check_semiring(exec, count_walks{}, walks{2, 3});
}

EXECUTOR_CASE("a monoid that is not commutative keeps the order of entries under every schedule and format") {
  check_semiring(exec, compose_affine{}, affine_map{5, 11});
}

EXECUTOR_CASE("a locality plan changes nothing of a semiring over a struct") { check_locality(exec, count_walks{}); }

EXECUTOR_CASE("a locality plan keeps the order of entries where the monoid is not commutative") {
  check_locality(exec, compose_affine{});
}

EXECUTOR_CASE("kernels for hubs of users' semirings [sanitize]") {
  expect_same_with_plan(exec, count_walks{}, matrix_with_hubs<walks>(120, 90), {nonzero_split{}, merge_path{64}});
  expect_same_with_plan(exec, compose_affine{}, matrix_with_hubs<affine_map>(120, 90),
                        {nonzero_split{}, merge_path{64}});
}
