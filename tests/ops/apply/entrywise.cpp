// entrywise.cpp - apply and select, which take entries one by one, with their positions.
#include "tests/support/entrywise_check.hpp"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("apply gives f of every entry, of its position too where f takes that (host)") { check_apply(executor{}); }

TEST_CASE("select keeps the entries for which a predicate of value, position and scalar holds (host)") {
  check_select(executor{});
}

TEST_CASE("apply and select may write into their operand, and into their mask") {
  auto w = vector<int>::build(5, {0, 2, 3}, {4, 5, 6}, take_second<int>{});
  apply(
      w, structure(w), plus<int>{}, [](int x) { return 10 * x; }, w);
  CHECK(w.tuples().value == std::vector{44, 55, 66});
  select(w, w, no_accum, less<int>{}, w, 60, {.replace = true});
  CHECK(w.tuples().index == std::vector{0, 2});
  auto a = matrix<int>::build(2, 3, {0, 0, 1}, {0, 2, 1}, {1, 2, 3}, take_second<int>{});
  apply(
      a, structure(a), no_accum, [](int x, size_type i, size_type j) { return static_cast<int>(x + 10 * i + j); }, a);
  CHECK(a.tuples().value == std::vector{1, 4, 14});
  select(a, no_mask, no_accum, not_equal<int>{}, a, 4);
  CHECK(a.tuples().value == std::vector{1, 14});
}

TEST_CASE("operands of apply and select that do not fit are named") {
  vector<int> w(4);
  vector<int> const u(3), m(5);
  matrix<int> c(2, 3);
  matrix<int> const a(3, 3);
  auto const same = [](int x) { return x; };
  CHECK_THROWS_WITH_AS(apply(w, no_mask, no_accum, same, u), "apply: w has length 4 but u has length 3",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(apply(w, m, no_accum, same, w), "apply: w has length 4 but the mask has length 5",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(apply(c, no_mask, no_accum, same, a), "apply: C is 2 x 3 but A is 3 x 3", dimension_mismatch);
  CHECK_THROWS_WITH_AS(select(c, a, no_accum, less<int>{}, c, 1), "select: C is 2 x 3 but the mask is 3 x 3",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(select(w, no_mask, no_accum, less<int>{}, u, 1), "select: w has length 4 but u has length 3",
                       dimension_mismatch);
}
