// entrywise.cu - apply and select by operators that nvcc compiles with the call.
#include "tests/support/entrywise_check.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("apply compiled by nvcc gives f of every entry and its position [sanitize]") { check_apply(exec); }

EXECUTOR_CASE("select compiled by nvcc keeps what a predicate of value, position and scalar keeps [sanitize]") {
  check_select(exec);
}

EXECUTOR_CASE("apply compiled by nvcc takes operators with an operand given [sanitize]") {
  auto const u = vector<int>::build(4, {0, 1, 3}, {5, 6, 7}, no_duplicates, exec);
  auto const A = matrix<int>::build(2, 2, {0, 1}, {1, 1}, {5, 6}, no_duplicates, exec);
  scalar<int> const three(3, exec);
  vector<int> w(4, exec);
  matrix<int> C(2, 2, exec);
  auto const entries_are = [&](std::vector<int> const& values) { CHECK(w.tuples().value == values); };
  apply(w, bind_second(minus<int>{}, 3), u), entries_are({2, 3, 4});
  apply(w, bind_first(minus<int>{}, 3), u), entries_are({-2, -3, -4});
  apply(w, no_mask, no_accum, bind_second(minus<int>{}, three), u), entries_are({2, 3, 4});
  apply(w, no_mask, no_accum, bind_first(minus<int>{}, three), u), entries_are({-2, -3, -4});
  apply(C, bind_second(times<int>{}, 2), A);
  CHECK(C.tuples().value == std::vector<int>{10, 12});
  apply(C, bind_first(plus<int>{}, 1), transpose(A));
  CHECK(C.tuples().value == std::vector<int>{6, 7});
}
