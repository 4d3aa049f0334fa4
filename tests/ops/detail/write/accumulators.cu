// accumulators.cu - z = accum(w, t) on w and t as they are, its result in w's type; as nvcc compiles any of them.
#include "tests/support/accumulator_check.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("an accumulator compiled by nvcc computes on what w and t hold and its result is converted") {
  check_wide_accumulators(exec);
}

EXECUTOR_CASE("an accumulator of the user's compiled by nvcc is the one that is applied") {
  check_users_accumulators<sums_of::rows, sums_of::products>(exec);
}
