// one_value.cpp - matrices without a value array, whose entries all have one value, as output and as value mask of mxm.
#include <heddle/heddle.hpp>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

using ints = std::vector<std::int32_t>;

// Entries at (0, 0) and (1, 1) of value `one`, in no array.
matrix<std::int32_t> pattern_of(std::int32_t one, executor const& exec) {
  return matrix<std::int32_t>::build(2, 2, {0, 1}, {0, 1}, {}, take_first<std::int32_t>{}, exec, one);
}

// (0, 0) 5, (0, 1) 6
matrix<std::int32_t> row(executor const& exec) {
  return matrix<std::int32_t>::build(2, 2, {0, 0}, {0, 1}, {5, 6}, take_first<std::int32_t>{}, exec);
}

}  // namespace

EXECUTOR_CASE("entries of one value that stay in the output of mxm keep it, and meet the accumulator with it") {
  auto c = pattern_of(7, exec);
  mxm(c, no_mask, plus<std::int32_t>{}, plus_times<std::int32_t>{}, row(exec), pattern_of(1, exec));
  auto const sum = c.tuples();
  CHECK(sum.row == ints{0, 0, 1});
  CHECK(sum.col == ints{0, 1, 1});
  CHECK(sum.value == ints{12, 6, 7});
}

EXECUTOR_CASE("a full right operand of one value is read in every row of A that has entries") {
  auto const a = matrix<std::int32_t>::build(5, 2, {1, 3, 3}, {1, 0, 1}, {4, 5, 6}, take_first<std::int32_t>{}, exec);
  auto const b = matrix<std::int32_t>::build(2, 3, {0, 0, 0, 1, 1, 1}, {0, 1, 2, 0, 1, 2}, {},
                                             take_first<std::int32_t>{}, exec, 10);
  matrix<std::int32_t> c(5, 3, exec);
  mxm(c, plus_times<std::int32_t>{}, a, b);
  auto const made = c.tuples();
  CHECK(made.row == ints{1, 1, 1, 3, 3, 3});
  CHECK(made.col == ints{0, 1, 2, 0, 1, 2});
  CHECK(made.value == ints{40, 40, 40, 110, 110, 110});
}

EXECUTOR_CASE("a value mask of one value is open at all of its entries or at none") {
  auto const product_under = [&](std::int32_t one) {
    auto const mask = pattern_of(one, exec);
    matrix<std::int32_t> c(2, 2, exec);
    mxm(c, mask, no_accum, plus_times<std::int32_t>{}, row(exec), pattern_of(1, exec));
    return c.tuples().value;
  };
  CHECK(product_under(1) == ints{5});
  CHECK(product_under(-3) == ints{5});
  CHECK(product_under(0) == ints{});
}
