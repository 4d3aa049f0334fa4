// elements.cpp - primitives that move elements, for every width and both index types.
#include <algorithm>
#include <array>
#include <heddle/primitives.hpp>
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

template <index_type I, index_type O> void expect_rows_and_offsets(executor const& exec) {
  for (tile_case const& c : tile_battery()) {
    INFO("rows: ", c.name);
    std::vector<I> rows;
    for (size_type row = 0; row < c.tiles(); ++row) {
      rows.insert(rows.end(), c.offsets[row + 1] - c.offsets[row], static_cast<I>(row));
    }
    buffer<O> const offsets = buffer_on(exec, c.offsets_as<O>());
    buffer<I> expanded(exec, c.atoms());
    primitives::expand_offsets(exec, offsets.data(), c.tiles(), c.atoms(), expanded.data());
    REQUIRE(expanded.to_host() == rows);
    buffer<O> compressed(exec, c.tiles() + 1);
    primitives::compress_rows(exec, expanded.data(), c.atoms(), c.tiles(), compressed.data());
    REQUIRE(compressed.to_host() == c.offsets_as<O>());
  }
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
  for (size_type const shift : {1, 2, 3, 4, 8}) {
    std::vector<byte> expected(100, 9);
    std::fill(expected.begin() + shift, expected.begin() + shift + 64, byte{5});
    buffer<byte> to = buffer_on(exec, std::vector<byte>(100, 9));
    std::vector<byte> const value(16, 5);
    primitives::fill(exec, to.data() + shift, 4, 16, value.data());
    CHECK(to.to_host() == expected);
  }
}

EXECUTOR_CASE("gather and scatter move elements of any width") {
  for (std::size_t const width : widths) {
    for (size_type const n : moved_lengths) {
      INFO("width ", width, ", n ", n);
      expect_gather_and_scatter<std::int32_t>(exec, n, width);
      expect_gather_and_scatter<std::int64_t>(exec, n, width);
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
}

EXECUTOR_CASE("rows and offsets are two writings of one thing") {
  expect_rows_and_offsets<std::int32_t, std::int32_t>(exec);
  expect_rows_and_offsets<std::int32_t, std::int64_t>(exec);
  expect_rows_and_offsets<std::int64_t, std::int32_t>(exec);
  expect_rows_and_offsets<std::int64_t, std::int64_t>(exec);
}
