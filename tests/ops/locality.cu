// locality.cu - the locality plan for a user's semirings compiled by nvcc: a struct, and a monoid that is not
// commutative.
#include "tests/support/locality_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("a locality plan changes nothing of a semiring over a struct") { check_locality(exec, count_walks{}); }

EXECUTOR_CASE("a locality plan keeps the order of entries where the monoid is not commutative") {
  check_locality(exec, compose_affine{});
}

EXECUTOR_CASE("kernels for hubs of users' semirings [sanitize]") {
  expect_same_with_plan(exec, count_walks{}, matrix_with_hubs<walks>(120, 90), {nonzero_split{}, merge_path{64}});
  expect_same_with_plan(exec, compose_affine{}, matrix_with_hubs<affine_map>(120, 90),
                        {nonzero_split{}, merge_path{64}});
}
