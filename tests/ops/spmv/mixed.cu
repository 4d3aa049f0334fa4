// mixed.cu - y = alpha A x + beta y in a triple of types that is not precompiled, compiled by nvcc.
#include "tests/support/executors.hpp"
#include "tests/support/spmv_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("spmv of float by double, compiled by nvcc") { check_drawn_spmv<float, double, float>(exec); }
