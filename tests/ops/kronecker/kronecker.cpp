// kronecker.cpp - every entry of A with every entry of B, as the reference has them; and products too large to number.
#include <numeric>

#include "tests/support/executors.hpp"
#include "tests/support/kronecker_check.hpp"

using namespace heddle;
using namespace heddle::testing;

EXECUTOR_CASE("kronecker multiplies every entry of A with every entry of B [sanitize]") {
  check_kronecker<float>(exec, minus<float>{}, 150);
  check_kronecker<std::int32_t>(exec, times_monoid<std::int32_t>{}, 60);
  check_kronecker<double>(exec, less<double>{}, 60);
  check_kronecker<std::int64_t, std::int64_t, std::int32_t, std::int64_t>(exec, take_second<std::int64_t>{}, 40);
  check_kronecker<float, float, std::int64_t>(exec, minus<float>{}, 40);
}

TEST_CASE("kronecker takes an operator of two types to a third (host)") {
  check_kronecker<int, float>(executor{}, placed_digits{}, 60);
}

EXECUTOR_CASE("the output of kronecker may be an operand and the mask") {
  auto const one = matrix<float>::build(1, 1, {0}, {0}, {3}, take_first<float>{}, exec);
  auto c = matrix<float>::build(2, 2, {0, 0, 1}, {0, 1, 1}, {1, 2, 0}, take_first<float>{}, exec);
  kronecker(c, c, no_accum, minus<float>{}, one, c);
  CHECK(c.tuples().value == std::vector<float>{2, 1, 0});
  kronecker(c, structure(c), plus<float>{}, minus<float>{}, transpose(c), one, {.replace = true});
  CHECK(c.tuples().value == std::vector<float>{1, 1, -3});
  auto scalar = one;
  kronecker(scalar, no_mask, no_accum, times<float>{}, scalar, scalar);
  CHECK_EQ(scalar.get(0, 0), 9);
}

EXECUTOR_CASE("blocks of a diagonal are copies of B, by several threads") {
  executor const run = exec.is_host() ? host_executor(3) : exec;
  size_type const n = 300;
  std::vector<std::int32_t> at, col;
  std::vector<std::int32_t> value;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i % 4; ++k) at.push_back(i), col.push_back((i + 70 * k) % 300), value.push_back(i + k);
  }
  auto const b = matrix<std::int32_t>::build(n, n, at, col, value, take_first<std::int32_t>{}, run);
  auto const a = matrix<std::int32_t>::build(3, 2, {0, 2}, {1, 0}, {10, 20}, take_first<std::int32_t>{}, run);
  matrix<std::int32_t> c(3 * n, 2 * n, run);
  kronecker(c, no_mask, no_accum, plus<std::int32_t>{}, a, b);
  auto const entries = b.tuples(), found = c.tuples();
  std::size_t const half = entries.row.size();
  REQUIRE(found.row.size() == 2 * half);
  bool right = true;
  for (std::size_t k = 0; k < half; ++k) {
    right = right && found.row[k] == entries.row[k] && found.col[k] == entries.col[k] + n;
    right = right && found.value[k] == entries.value[k] + 10;
    right = right && found.row[half + k] == entries.row[k] + 2 * n && found.col[half + k] == entries.col[k];
    right = right && found.value[half + k] == entries.value[k] + 20;
  }
  CHECK(right);
}

TEST_CASE("structs are combined in the order of the operands of kronecker (host)") {
  struct word {
    int letters = 0;
    bool operator==(word const&) const = default;
  };
  auto const join = [](word x, word y) { return word{10 * x.letters + y.letters}; };
  auto const a = matrix<word>::build(1, 2, {0, 0}, {0, 1}, {{1}, {2}}, take_first<word>{});
  auto const b = matrix<word>::build(1, 2, {0, 0}, {0, 1}, {{3}, {4}}, take_first<word>{});
  auto c = matrix<word>::build(1, 4, {0}, {3}, {{9}}, take_first<word>{});
  kronecker(c, no_mask, join, join, a, b);
  CHECK(c.tuples().value == std::vector<word>{{13}, {14}, {23}, {114}});
}

EXECUTOR_CASE("a product whose shape or entries cannot be numbered is refused before memory for it is asked for") {
  matrix<float> c(4, 4, exec);
  matrix<float> const tall(70000, 1, exec), wide(1, 70000, exec);
  CHECK_THROWS_WITH_AS(kronecker(c, no_mask, no_accum, times<float>{}, tall, tall),
                       "kronecker: A is 70000 x 1 and B is 70000 x 1, whose product has more rows than 32-bit indices "
                       "can number",
                       index_overflow);
  CHECK_THROWS_WITH_AS(kronecker(c, no_mask, no_accum, times<float>{}, wide, transpose(tall)),
                       "kronecker: A is 1 x 70000 and B is 1 x 70000, whose product has more columns than 32-bit "
                       "indices can number",
                       index_overflow);
  using huge = matrix<float, std::int64_t, std::int64_t>;
  huge far(4, 4, exec);
  huge const vast(1, size_type{1} << 40, exec);
  CHECK_THROWS_AS(kronecker(far, no_mask, no_accum, times<float>{}, vast, vast), index_overflow);
  std::vector<std::int32_t> offsets(50001), columns(50000, 0);
  std::iota(offsets.begin(), offsets.end(), 0);
  std::vector<float> const values(50000, 1.0f);
  auto const column = matrix<float>::from_csr({50000, 1, 50000, offsets.data(), columns.data(), values.data()}, exec);
  matrix<float> square(50000, 50000, exec);
  CHECK_THROWS_WITH_AS(kronecker(square, no_mask, no_accum, times<float>{}, column, transpose(column)),
                       "kronecker: A has 50000 entries and B 50000, whose product has more than 32-bit offsets can "
                       "number",
                       index_overflow);
  CHECK_EQ(square.nnz(), 0);
}

EXECUTOR_CASE("a semiring multiplies in kronecker") {
  auto const a = matrix<float>::build(1, 2, {0, 0}, {0, 1}, {1, 2}, take_first<float>{}, exec);
  matrix<float> c(1, 4, exec);
  kronecker(c, no_mask, no_accum, min_plus<float>{}, a, a);
  CHECK(c.tuples().value == std::vector<float>{2, 3, 3, 4});
}

EXECUTOR_CASE("operands of kronecker that do not fit are named") {
  matrix<float> c(4, 6, exec);
  matrix<float> const a(2, 3, exec), b(2, 1, exec), mask(6, 4, exec);
  CHECK_THROWS_WITH_AS(kronecker(c, no_mask, no_accum, times<float>{}, a, b),
                       "kronecker: A is 2 x 3 and B is 2 x 1, whose product is 4 x 3, but C is 4 x 6",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(kronecker(c, mask, no_accum, times<float>{}, a, matrix<float>(2, 2, exec)),
                       "kronecker: C is 4 x 6 but the mask is 6 x 4", dimension_mismatch);
}
