// kronecker.cu - kronecker by an operator of the user's that nvcc compiles with the call.
#include "tests/support/executors.hpp"
#include "tests/support/kronecker_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("kronecker takes an operator of two types to a third, compiled by nvcc [sanitize]") {
  check_kronecker<int, float>(exec, placed_digits{}, 60);
}
