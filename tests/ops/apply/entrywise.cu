// entrywise.cu - apply and select by operators that nvcc compiles with the call.
#include "tests/support/entrywise_check.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("apply compiled by nvcc gives f of every entry and its position [sanitize]") { check_apply(exec); }

EXECUTOR_CASE("select compiled by nvcc keeps what a predicate of value, position and scalar keeps [sanitize]") {
  check_select(exec);
}
