// elements.cpp - primitives that move elements, for every width and both index types.
#include <algorithm>
#include <array>
#include <heddle/detail/executor/primitives.hpp>
#include <random>

#include "tests/support/buffer_on.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/tile_battery.hpp"

using namespace heddle;
using namespace heddle::testing;
using primitives::byte;

namespace {

// Words of one machine copy, elements of several, odd ones, and one longer than a cache line.
constexpr std::size_t widths[] = {1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 100};
constexpr size_type moved_lengths[] = {0, 1, 255, 256, 257, 20'000};

std::vector<byte> random_bytes(std::size_t n) {
  std::mt19937 generator(static_cast<unsigned>(n));
  std::vector<byte> bytes(n);
  for (byte& b : bytes) b = static_cast<byte>(generator());
  return bytes;
}

template <index_type I> std::vector<I> shuffled(size_type n) {
  std::vector<I> order(static_cast<std::size_t>(n));
  for (size_type i = 0; i < n; ++i) order[i] = static_cast<I>(i);
  std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<unsigned>(n)));
  return order;
}

std::vector<byte> element_at(std::vector<byte> const& elements, size_type i, std::size_t width) {
  return {elements.begin() + i * width, elements.begin() + (i + 1) * width};
}

void put(std::vector<byte>& elements, size_type i, std::vector<byte> const& element) {
  std::copy(element.begin(), element.end(), elements.begin() + i * element.size());
}

template <index_type I> void expect_gather_and_scatter(executor const& exec, size_type n, std::size_t width) {
  std::vector<byte> const source = random_bytes(n * width), value = random_bytes(width);
  std::vector<I> const at = shuffled<I>(n);
  std::vector<byte> gathered(source.size()), scattered(source.size());
  for (size_type i = 0; i < n; ++i) {
    put(gathered, i, element_at(source, at[i], width));
    put(scattered, at[i], element_at(source, i, width));
  }
  buffer<byte> const from = buffer_on(exec, source);
  buffer<I> const positions = buffer_on(exec, at);
  buffer<byte> to(exec, from.size());
  primitives::gather(exec, to.data(), from.data(), positions.data(), n, width);
  CHECK(to.to_host() == gathered);
  primitives::scatter(exec, to.data(), positions.data(), from.data(), n, width);
  CHECK(to.to_host() == scattered);
  size_type const half = n / 2;
  for (size_type i = 0; i < half; ++i) put(scattered, at[i], value);
  primitives::scatter_fill(exec, to.data(), positions.data(), half, width, value.data());
  CHECK(to.to_host() == scattered);
}

// Values of their own for the first half, and one for the rest but the last.
template <index_type I> void expect_placed_entries(executor const& exec, size_type n, std::size_t width) {
  std::vector<byte> const source = random_bytes(n * width), value = random_bytes(width);
  std::vector<I> const at = shuffled<I>(n);
  size_type const half = n / 2, rest = max_of(n - half - 1, size_type{0});
  std::vector<byte> placed(source.size(), 7), marked(static_cast<std::size_t>(n), 0);
  for (size_type i = 0; i < half + rest; ++i) {
    put(placed, at[i], i < half ? element_at(source, i, width) : value);
    marked[at[i]] = 1;
  }
  buffer<byte> const from = buffer_on(exec, source);
  buffer<I> const positions = buffer_on(exec, at);
  buffer<byte> to = buffer_on(exec, std::vector<byte>(source.size(), 7)),
               present = buffer_on(exec, std::vector<byte>(marked.size(), 0));
  primitives::place_entries(exec, to.data(), present.data(), positions.data(), half, width, from.data(), nullptr);
  primitives::place_entries(exec, to.data(), present.data(), positions.data() + half, rest, width, nullptr,
                            value.data());
  CHECK(to.to_host() == placed);
  CHECK(present.to_host() == marked);
  primitives::place_entries(exec, to.data(), nullptr, positions.data(), half, width, from.data(), nullptr);
  CHECK(to.to_host() == placed);
}

template <index_type I, index_type O>
void expect_rows_and_offsets(executor const& exec, std::vector<O> const& offsets_of) {
  size_type const num_rows = static_cast<size_type>(offsets_of.size()) - 1, entries = offsets_of.back();
  std::vector<I> rows;
  for (size_type row = 0; row < num_rows; ++row) {
    rows.insert(rows.end(), static_cast<std::size_t>(offsets_of[row + 1] - offsets_of[row]), static_cast<I>(row));
  }
  buffer<O> const offsets = buffer_on(exec, offsets_of);
  buffer<I> expanded(exec, entries);
  primitives::expand_offsets(exec, offsets.data(), num_rows, entries, expanded.data());
  REQUIRE(expanded.to_host() == rows);
  buffer<O> compressed(exec, num_rows + 1);
  primitives::compress_rows(exec, expanded.data(), entries, num_rows, compressed.data());
  REQUIRE(compressed.to_host() == offsets_of);
}

template <index_type I, index_type O> void expect_rows_and_offsets(executor const& exec) {
  for (tile_case const& c : tile_battery()) {
    INFO("rows: ", c.name);
    expect_rows_and_offsets<I, O>(exec, c.offsets_as<O>());
  }
}

// Of a GPU's blocks each has some thousand results, and looks at up to 16 times as many rows or entries at once; few
// rows are searched for one by one, so that others follow.
std::vector<std::vector<std::int32_t>> long_rows_and_gaps() {
  constexpr size_type followers = size_type{1} << 20;
  std::vector<std::vector<std::int32_t>> all;
  auto const add = [&](size_type num_rows, auto const& length) {
    std::vector<std::int32_t> offsets{0};
    for (size_type row = 0; row < num_rows + followers; ++row) {
      auto const entries = row < num_rows ? static_cast<std::int32_t>(length(row)) : row % 64 == 5;
      offsets.push_back(offsets.back() + entries);
      if (row + 1 == num_rows) all.push_back(offsets);
    }
    all.push_back(std::move(offsets));
  };
  for (size_type const n : {4095, 4096, 4097}) {
    add(n, [=](size_type row) { return row == n - 1 ? 70'000 : 0; });
    add(n, [](size_type row) { return row == 0 ? 4096 : row % 3; });
  }
  add(300'000, [](size_type row) { return row == 0 || row == 299'999; });
  add(300'000, [](size_type row) { return row % 4096 == 4095 || row % 4096 == 0 ? 2 : 0; });
  add(10'000, [](size_type row) { return row == 5'000 ? 300'000 : row % 5 == 0; });
  add(20'000, [](size_type row) { return (row * 2'654'435'761) % 37; });
  return all;
}

}  // namespace

EXECUTOR_CASE("fill sets every element, whatever its width") {
  for (std::size_t const width : widths) {
    for (size_type const n : moved_lengths) {
      INFO("width ", width, ", n ", n);
      std::vector<byte> const value = random_bytes(width);
      std::vector<byte> expected;
      for (size_type i = 0; i < n; ++i) expected.insert(expected.end(), value.begin(), value.end());
      buffer<byte> to(exec, n * static_cast<size_type>(width));
      primitives::fill(exec, to.data(), n, width, value.data());
      CHECK(to.to_host() == expected);
    }
  }
}

EXECUTOR_CASE("fill writes nothing beside its range, aligned or not") {
  for (size_type const shift : {1, 2, 3, 4, 8, 13}) {
    for (std::size_t const width : {1, 2, 4, 8, 16}) {
      INFO("shift ", shift, ", width ", width);
      std::vector<byte> const value = random_bytes(width);
      std::vector<byte> expected(100, 9);
      for (std::size_t k = 0; k < 64; ++k) expected[static_cast<std::size_t>(shift) + k] = value[k % width];
      buffer<byte> to = buffer_on(exec, std::vector<byte>(100, 9));
      primitives::fill(exec, to.data() + shift, static_cast<size_type>(64 / width), width, value.data());
      CHECK(to.to_host() == expected);
    }
  }
}

EXECUTOR_CASE("gather and scatter move elements of any width") {
  for (std::size_t const width : widths) {
    for (size_type const n : moved_lengths) {
      INFO("width ", width, ", n ", n);
      expect_gather_and_scatter<std::int32_t>(exec, n, width);
      expect_gather_and_scatter<std::int64_t>(exec, n, width);
      expect_placed_entries<std::int32_t>(exec, n, width);
      expect_placed_entries<std::int64_t>(exec, n, width);
    }
  }
}

EXECUTOR_CASE("iota counts up from where it is told") {
  buffer<std::int32_t> narrow(exec, 10'000);
  primitives::iota(exec, narrow.data(), 10'000, -5);
  CHECK_EQ(narrow.get(0), -5);
  CHECK_EQ(narrow.get(9'999), 9'994);
  buffer<std::int64_t> wide(exec, 10'000);
  primitives::iota(exec, wide.data(), 10'000, std::int64_t{1} << 40);
  CHECK_EQ(wide.get(9'999), (std::int64_t{1} << 40) + 9'999);
  size_type const many = 10'000'001;  // several to a thread of a GPU
  buffer<std::int32_t> millions(exec, many);
  primitives::iota(exec, millions.data(), many, 7);
  auto const counted = millions.to_host();
  bool right = true;
  for (size_type i = 0; i < many; ++i) right = right && counted[i] == i + 7;
  CHECK(right);
}

EXECUTOR_CASE("rows and offsets are two writings of one thing") {
  expect_rows_and_offsets<std::int32_t, std::int32_t>(exec);
  expect_rows_and_offsets<std::int32_t, std::int64_t>(exec);
  expect_rows_and_offsets<std::int64_t, std::int32_t>(exec);
  expect_rows_and_offsets<std::int64_t, std::int64_t>(exec);
}

EXECUTOR_CASE("rows and offsets are so, too, where rows are long and many are empty [sanitize]") {
  for (auto const& offsets : long_rows_and_gaps()) {
    INFO("rows: ", offsets.size() - 1, ", entries: ", offsets.back());
    expect_rows_and_offsets<std::int32_t, std::int32_t>(exec, offsets);
    expect_rows_and_offsets<std::int64_t, std::int64_t>(exec, {offsets.begin(), offsets.end()});
  }
}
