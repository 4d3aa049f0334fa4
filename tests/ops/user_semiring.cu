// user_semiring.cu - a user's semirings compiled by nvcc: an element type of the user's, and a monoid that is not
// commutative, on the host and on the GPU.
#include "tests/support/schedule_check.hpp"
#include "tests/support/user_semirings.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("a semiring over a struct agrees with the reference under every schedule and format") {
  check_semiring(exec, count_walks{}, walks{2, 3});
}

EXECUTOR_CASE("a monoid that is not commutative keeps the order of entries under every schedule and format") {
  check_semiring(exec, compose_affine{}, affine_map{5, 11});
}
