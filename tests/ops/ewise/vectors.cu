// vectors.cu - element-wise operations on two operands by operators, and of types, that nvcc compiles with the call.
#include "tests/support/ewise_check.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("vectors of two types are combined by an operator of the user's, compiled by nvcc [sanitize]") {
  check_vectors<multiplying, int, float>(exec, weighed{}, 100);
  check_vectors<adding, int, float>(exec, weighed{}, 100);
  check_vectors<uniting, int, float, int>(exec, weighed{}, 100);
}

EXECUTOR_CASE("matrices of two types are combined by an operator of the user's, compiled by nvcc [sanitize]") {
  check_matrices<multiplying, int, float>(exec, weighed{}, 60);
  check_matrices<adding, int, float>(exec, weighed{}, 60);
  check_matrices<uniting, int, float, std::int64_t>(exec, weighed{}, 60);
}
