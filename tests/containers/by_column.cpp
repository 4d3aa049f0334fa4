// by_column.cpp - what a matrix gives column by column, elements of every width, against sorted tuples.
#include <algorithm>
#include <array>
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <numeric>
#include <random>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

template <std::size_t Width> struct bytes_as_element {
  std::array<std::uint8_t, Width> bytes;

  bytes_as_element() = default;
  explicit bytes_as_element(int k) { bytes.fill(static_cast<std::uint8_t>(k % 251)); }
  friend bool operator==(bytes_as_element const&, bytes_as_element const&) = default;
};

template <class T> T element_of(int k) {
  if constexpr (std::is_same_v<T, bool>) {
    return k % 3 == 0;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(k % 2 ? k : -k);
  } else {
    return T(k);
  }
}

template <class T, index_type I, index_type O>
void expect_columns(executor const& exec, size_type rows, size_type cols, int entries, bool is_pattern = false) {
  CAPTURE(sizeof(T));
  CAPTURE(entries);
  std::mt19937 draw(static_cast<unsigned>(entries));
  std::vector<std::int64_t> positions;
  for (int k = 0; k < entries; ++k) positions.push_back(static_cast<std::int64_t>(draw()) % (rows * cols));
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  std::vector<I> row, col;
  std::vector<T> value;
  for (std::int64_t const at : positions) {
    row.push_back(static_cast<I>(at / cols));
    col.push_back(static_cast<I>(at % cols));
    if (!is_pattern) value.push_back(element_of<T>(static_cast<int>(value.size())));
  }
  auto const turned = matrix<T, I, O>::build(rows, cols, row, col, value, take_first<T>{}, exec).transposed().tuples();
  std::vector<std::size_t> order(row.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return col[a] < col[b]; });
  REQUIRE_EQ(turned.row.size(), order.size());
  bool right = true;
  for (std::size_t k = 0; k < order.size(); ++k) {
    right = right && turned.row[k] == col[order[k]] && turned.col[k] == row[order[k]];
    right = right && (is_pattern || turned.value[k] == value[order[k]]);
  }
  CHECK(right);
}

template <class T> void expect_columns(executor const& exec) {
  for (int const entries : {0, 1, 40, 9'000}) {
    expect_columns<T, std::int32_t, std::int32_t>(exec, 50, 4'000, entries);
    expect_columns<T, std::int32_t, std::int64_t>(exec, 9'000, 3, entries);
    expect_columns<T, std::int64_t, std::int64_t>(exec, 70, 70'000, entries);
  }
}

}  // namespace

EXECUTOR_CASE("columns have the entries of rows, whatever the width of elements [sanitize]") {
  expect_columns<bool>(exec);
  expect_columns<std::int16_t>(exec);
  expect_columns<float>(exec);
  expect_columns<double>(exec);
  expect_columns<bytes_as_element<2>>(exec);
  expect_columns<bytes_as_element<3>>(exec);
  expect_columns<bytes_as_element<4>>(exec);
  expect_columns<bytes_as_element<20>>(exec);
  expect_columns<float, std::int32_t, std::int32_t>(exec, 300, 5'000, 9'000, true);
  expect_columns<float, std::int64_t, std::int64_t>(exec, 300, 5'000, 9'000, true);
}
