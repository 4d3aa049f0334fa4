// scans.cpp - primitives that count, scan, order and measure.
#include <algorithm>
#include <bit>
#include <cmath>
#include <heddle/detail/executor/primitives.hpp>
#include <numeric>
#include <random>
#include <thread>

#include "tests/support/buffer_on.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/tile_battery.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;
using primitives::byte;

namespace {

constexpr size_type scanned_lengths[] = {0, 1, 2, 255, 1000, 4095, 4096, 4097, 12'287, 12'288, 16'384, 16'385, 100'003};

template <class T, class Draw> std::vector<T> random_values(size_type n, Draw const& draw) {
  std::mt19937 generator(static_cast<unsigned>(n));
  std::vector<T> values(static_cast<std::size_t>(n));
  for (T& v : values) v = static_cast<T>(draw(generator));
  return values;
}

template <index_type I> void expect_compact(executor const& exec, std::vector<byte> const& flags) {
  std::vector<I> expected;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i]) expected.push_back(static_cast<I>(i));
  }
  buffer<byte> const there = buffer_on(exec, flags);
  auto const n = static_cast<size_type>(flags.size());
  CHECK_EQ(primitives::count(exec, there.data(), n), static_cast<size_type>(expected.size()));
  buffer<std::int64_t> total(exec, std::span<std::int64_t const>(std::array<std::int64_t, 1>{-7}));
  for (size_type skipped = 0; skipped < min_of(n, size_type{17}); skipped += 5) {
    primitives::count_into(exec, total.data(), there.data() + skipped, n - skipped);
    CHECK_EQ(total.get(0), std::count_if(flags.begin() + skipped, flags.end(), [](byte f) { return f != 0; }));
  }
  CHECK(primitives::compact<I>(exec, there.data(), n).to_host() == expected);
}

template <class I> void expect_exclusive_sum(executor const& exec, size_type n) {
  std::vector<I> values = random_values<I>(n, [](auto& g) { return g() % 7; });
  std::vector<I> expected{0};
  for (I const v : values) expected.push_back(expected.back() + v);
  buffer<I> const from = buffer_on(exec, values);
  buffer<I> to(exec, n + 1);
  primitives::exclusive_sum(exec, from.data(), to.data(), n);
  CHECK(to.to_host() == expected);
  values.push_back(0);
  buffer<I> in_place = buffer_on(exec, values);
  primitives::exclusive_sum(exec, static_cast<I const*>(in_place.data()), in_place.data(), n);
  CHECK(in_place.to_host() == expected);
}

template <index_type I> void expect_stable_order(executor const& exec, size_type n, I bound) {
  std::vector<I> const keys = random_values<I>(n, [&](auto& g) { return g() % static_cast<std::uint64_t>(bound); });
  std::vector<std::int64_t> expected(keys.size());
  std::iota(expected.begin(), expected.end(), 0);
  std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
  buffer<I> const there = buffer_on(exec, keys);
  CHECK(primitives::stable_order(exec, there.data(), n, bound).to_host() == expected);
}

template <index_type I, index_type O> void expect_scanned_lengths(executor const& exec, tile_case const& c) {
  std::vector<I> ids;  // every row but each third, backwards
  for (size_type row = c.tiles() - 1; row >= 0; --row) {
    if (row % 3) ids.push_back(static_cast<I>(row));
  }
  std::vector<size_type> expected{0};
  for (I const id : ids) expected.push_back(expected.back() + c.offsets[id + 1] - c.offsets[id]);
  buffer<O> const offsets = buffer_on(exec, c.offsets_as<O>());
  buffer<I> const chosen = buffer_on(exec, ids);
  buffer<size_type> scanned(exec, chosen.size() + 1);
  auto const scan = [&](bool read_back) {
    return primitives::scan_row_lengths(exec, offsets.data(), chosen.data(), chosen.size(), scanned.data(), read_back);
  };
  CHECK_EQ(scan(true), expected.back());
  CHECK_EQ(scan(false), -1);
  CHECK(scanned.to_host() == expected);
}

// Rows of more than three entries, with their places, or places of these.
template <index_type I, index_type O>
void expect_longer_rows(executor const& exec, tile_case const& c, std::vector<I> const& places) {
  std::vector<I> const ids = random_values<I>(c.tiles(), [&](auto& g) { return g() % c.tiles(); });
  std::vector<std::pair<I, I>> expected, found;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (c.offsets[ids[i] + 1] - c.offsets[ids[i]] <= 3) continue;
    expected.emplace_back(ids[i], places.empty() ? static_cast<I>(i) : places[i]);
  }
  buffer<O> const offsets = buffer_on(exec, c.offsets_as<O>());
  buffer<I> const chosen = buffer_on(exec, ids), from = buffer_on(exec, places);
  buffer<I> kept_ids(exec, c.tiles()), kept_places(exec, c.tiles());
  size_type const kept = primitives::keep_longer_rows(exec, offsets.data(), chosen.data(), from.data(), c.tiles(), 3,
                                                      kept_ids.data(), kept_places.data());
  REQUIRE_EQ(kept, static_cast<size_type>(expected.size()));
  auto const id = kept_ids.to_host(), place = kept_places.to_host();
  for (std::size_t r = 0; r < expected.size(); ++r) found.emplace_back(id[r], place[r]);
  if (!exec.is_host()) {
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
  }
  CHECK(found == expected);

  buffer<I> ids_unread(exec, c.tiles()), places_unread(exec, c.tiles());
  buffer<size_type> count(exec, 1);
  CHECK_EQ(primitives::keep_longer_rows(exec, offsets.data(), chosen.data(), from.data(), c.tiles(), 3,
                                        ids_unread.data(), places_unread.data(), count.data()),
           -1);
  CHECK_EQ(count.get(0), kept);
  auto const all_ids = ids_unread.to_host(), all_places = places_unread.to_host();
  found.clear();
  for (std::size_t r = 0; r < all_ids.size(); ++r) found.emplace_back(all_ids[r], all_places[r]);
  std::sort(found.begin(), found.begin() + kept);
  std::sort(expected.begin(), expected.end());
  expected.resize(found.size(), {0, 0});
  CHECK(found == expected);
}

template <index_type O> void expect_statistics(executor const& exec, tile_case const& c) {
  double const rows = std::max<double>(1, c.tiles());
  double squares = 0;
  size_type longest = 0, empty = 0;
  decltype(primitives::row_statistics::histogram) histogram{};
  for (size_type row = 0; row < c.tiles(); ++row) {
    size_type const length = c.offsets[row + 1] - c.offsets[row];
    longest = std::max(longest, length);
    empty += length == 0;
    ++histogram[std::bit_width(static_cast<std::uint64_t>(length))];
    squares += std::pow(length - c.atoms() / rows, 2);
  }
  buffer<O> const offsets = buffer_on(exec, c.offsets_as<O>());
  auto const measured = primitives::measure_rows(exec, offsets.data(), c.tiles());
  CHECK_EQ(measured.max_length, longest);
  CHECK_EQ(measured.empty_rows, empty);
  CHECK(measured.histogram == histogram);
  CHECK_EQ(measured.mean_length, doctest::Approx(c.atoms() / rows));
  CHECK_EQ(measured.stddev_length, doctest::Approx(std::sqrt(squares / rows)).epsilon(1e-6));
}

void expect_same(primitives::row_statistics const& a, primitives::row_statistics const& b) {
  CHECK_EQ(a.max_length, b.max_length);
  CHECK_EQ(a.empty_rows, b.empty_rows);
  CHECK_EQ(a.mean_length, b.mean_length);
  CHECK_EQ(a.stddev_length, b.stddev_length);
  CHECK(a.histogram == b.histogram);
}

// About a third of the columns have a near one behind them.
template <index_type I, index_type O> void expect_pattern_statistics(executor const& exec, tile_case const& c) {
  std::vector<I> const columns = random_values<I>(c.atoms(), [](auto& g) { return g() % 10'000; });
  buffer<O> const offsets = buffer_on(exec, c.offsets_as<O>());
  buffer<I> const placed = buffer_on(exec, columns);
  auto const measure = [&] {
    return primitives::measure_pattern(exec, offsets.data(), c.tiles(), placed.data(), placed.size());
  };
  auto const measured = measure(), again = measure();
  expect_same(measured.rows, primitives::measure_rows(exec, offsets.data(), c.tiles()));
  CHECK_EQ(measured.nearness, primitives::nearness(exec, placed.data(), placed.size()));
  CHECK_EQ(measured.nearness, primitives::nearness(host_executor(), columns.data(), c.atoms()));
  expect_same(measured.rows, again.rows);
  CHECK_EQ(measured.nearness, again.nearness);
}

}  // namespace

EXECUTOR_CASE("count and compact find the flags that are set, any nonzero byte [sanitize]") {
  for (size_type const n : scanned_lengths) {
    INFO("n ", n);
    for (unsigned const rarity : {1U, 2U, 100U}) {
      auto const flags = random_values<byte>(n, [&](auto& g) { return g() % rarity ? 0 : 1 + g() % 255; });
      expect_compact<std::int32_t>(exec, flags);
      expect_compact<std::int64_t>(exec, flags);
    }
    expect_compact<std::int32_t>(exec, std::vector<byte>(n));
  }
}

EXECUTOR_CASE("exclusive_sum ends with the total, in place or not") {
  for (size_type const n : scanned_lengths) {
    INFO("n ", n);
    expect_exclusive_sum<std::int32_t>(exec, n);
    expect_exclusive_sum<std::int64_t>(exec, n);
  }
}

EXECUTOR_CASE("stable_order sorts keys and keeps the order of equal ones") {
  for (size_type const n : scanned_lengths) {
    for (std::int32_t const bound : {1, 2, 3, 2048, 2049, 5'000'000, 2147483647}) {
      INFO("n ", n, ", bound ", bound);
      expect_stable_order<std::int32_t>(exec, n, bound);
    }
    expect_stable_order<std::int64_t>(exec, n, 77);
    expect_stable_order<std::int64_t>(exec, n, std::int64_t{1} << 40);
  }
}

EXECUTOR_CASE("lengths of chosen rows are scanned, and the total is given where asked for") {
  for (tile_case const& c : tile_battery()) {
    INFO("rows: ", c.name);
    expect_scanned_lengths<std::int32_t, std::int32_t>(exec, c);
    expect_scanned_lengths<std::int32_t, std::int64_t>(exec, c);
    expect_scanned_lengths<std::int64_t, std::int32_t>(exec, c);
    expect_scanned_lengths<std::int64_t, std::int64_t>(exec, c);
  }
}

EXECUTOR_CASE("longer rows are kept with their places, on the host in their order [sanitize]") {
  for (tile_case const& c : tile_battery()) {
    INFO("rows: ", c.name);
    auto const given = random_values<std::int32_t>(c.tiles(), [](auto& g) { return g() % 1000; });
    expect_longer_rows<std::int32_t, std::int32_t>(exec, c, {});
    expect_longer_rows<std::int32_t, std::int64_t>(exec, c, given);
    expect_longer_rows<std::int64_t, std::int32_t>(exec, c, {given.begin(), given.end()});
  }
}

EXECUTOR_CASE("nearness is the share of entries with a near one among the next 64 [sanitize]") {
  auto const of = [&](auto const& column) {
    using index = decltype(column(0));
    std::vector<index> columns;
    for (int i = 0; i < 100'000; ++i) columns.push_back(column(i));
    buffer<index> const placed(exec, columns);
    return primitives::nearness(exec, placed.data(), placed.size());
  };
  CHECK_EQ(of([](int i) { return std::int32_t{i}; }), 1.0);
  CHECK_EQ(of([](int i) { return std::int64_t{i} * 33; }), 0.0);
  CHECK_EQ(of([](int i) { return std::int64_t{i} * -32; }), 1.0);
  CHECK_EQ(of([](int i) { return std::int32_t{i % 64 * 1'000'000}; }), 1.0);
  CHECK_EQ(of([](int i) { return std::int32_t{i % 65 * 1'000'000}; }), 0.0);
  CHECK_EQ(of([](int i) { return std::int32_t{i < 50'000 ? i : i * 1000}; }), doctest::Approx(0.5).epsilon(0.01));
  CHECK_EQ(primitives::nearness(exec, {}, 64), 1.0);
}

EXECUTOR_CASE("statistics of rows are those of the lengths [sanitize]") {
  for (tile_case const& c : tile_battery()) {
    INFO("rows: ", c.name);
    expect_statistics<std::int32_t>(exec, c);
    expect_statistics<std::int64_t>(exec, c);
  }
}

EXECUTOR_CASE("statistics of rows are right where there are more than all threads take at once") {
  tile_case const c =
      drawn("many", 2'500'000, 11, [](auto& g) { return static_cast<std::int64_t>(g() % 64 / 32 * 9); });
  expect_statistics<std::int32_t>(exec, c);
  expect_pattern_statistics<std::int32_t, std::int64_t>(exec, c);
}

EXECUTOR_CASE("rows and columns measured at once are as measured one by one, and the same again [sanitize]") {
  for (tile_case const& c : tile_battery()) {
    INFO("rows: ", c.name);
    expect_pattern_statistics<std::int32_t, std::int32_t>(exec, c);
    expect_pattern_statistics<std::int32_t, std::int64_t>(exec, c);
    expect_pattern_statistics<std::int64_t, std::int32_t>(exec, c);
    expect_pattern_statistics<std::int64_t, std::int64_t>(exec, c);
  }
}

TEST_CASE("several threads may measure on one GPU executor" * doctest::skip(!cuda_available())) {
  executor const exec = cuda_executor();
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      tile_case const c = from_lengths("uniform", std::vector<std::int64_t>(1000 + 5000 * t, t + 1));
      buffer<std::int64_t> const offsets = buffer_on(exec, c.offsets);
      for (int round = 0; round < 50; ++round) {
        auto const measured = primitives::measure_rows(exec, offsets.data(), c.tiles());
        wrong[t] += measured.max_length != t + 1 || measured.mean_length != t + 1 || measured.stddev_length != 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(4));
}

TEST_CASE("host primitives give the same whatever the number of threads") {
  std::vector<std::int64_t> const lengths_of_rows = random_values<std::int64_t>(100'003, mixed_length);
  tile_case const c = from_lengths("random", lengths_of_rows);
  auto const first = primitives::measure_rows(host_executor(1), c.offsets.data(), c.tiles());
  auto const keys = random_values<std::int32_t>(50'000, [](auto& g) { return g() % 100; });
  auto const order = primitives::stable_order(host_executor(1), keys.data(), 50'000, 100).to_host();
  for (int const threads : {2, 3, 8}) {
    executor const exec = host_executor(threads);
    CHECK_EQ(primitives::measure_rows(exec, c.offsets.data(), c.tiles()).stddev_length, first.stddev_length);
    CHECK(primitives::stable_order(exec, keys.data(), 50'000, 100).to_host() == order);
    expect_exclusive_sum<std::int64_t>(exec, 100'003);
    expect_compact<std::int32_t>(exec, std::vector<byte>(100'003, 1));
  }
}

namespace {

template <class T> void check_values(executor const& exec, std::vector<T> const& values, double least, double mean) {
  auto const on = buffer_on(exec, values);
  auto const found = primitives::measure_values(exec, on.data(), on.size());
  CHECK_EQ(found.least, least);
  CHECK(found.mean == doctest::Approx(mean));
}

}  // namespace

EXECUTOR_CASE("values are measured: the least, and the mean of the finite ones, NaN passed over") {
  double const infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
  check_values<double>(exec, {3, -2, 5}, -2, 2);
  check_values<double>(exec, {nan, 3, infinity, 5, nan}, 3, 4);
  check_values<double>(exec, {nan, -infinity, 5}, -infinity, 5);
  check_values<double>(exec, {nan, nan}, infinity, 0);
  check_values<float>(exec, {0.5f}, 0.5, 0.5);
  check_values<std::uint8_t>(exec, {200, 255, 201}, 200, 656 / 3.0);
  check_values<std::int64_t>(exec, {std::int64_t{1} << 40, -(std::int64_t{1} << 41)}, -std::pow(2, 41),
                             -std::pow(2, 39));
  std::vector<std::int32_t> many(1'000'003);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<std::int32_t>(i % 1000) - 7;
  check_values<std::int32_t>(exec, many, -7, 492.4985);
  for (std::size_t const at : {0, 8191, 8192, 500'000, 1'000'002}) {  // one share alone has the least
    CAPTURE(at);
    auto const before = std::exchange(many[at], -1000);
    check_values<std::int32_t>(exec, many, -1000, 492.4985 - (before + 1000) / 1'000'003.0);
    many[at] = before;
  }
}
