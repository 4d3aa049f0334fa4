// cost.cpp - what a schedule should cost on an H200: bytes over bandwidth, gathers over their rate, and what rows and
// launches add. The model has one formula and one table of constants, which bench/fit_costs.py fits to the times
// of bench/results/h200/bench_spmv.csv; tests/plan/choose_cost.cpp holds it to them.
#include <array>
#include <cmath>
#include <heddle/explain.hpp>
#include <span>

namespace heddle {
namespace {

constexpr double copy_bytes_per_us = 4.29e6;  // copy bandwidth, read + written
constexpr double first_launch_us = 5.4;       // a product of 0.1 M nonzeros in one launch takes 6.8, by events
constexpr double other_launch_us = 5.8;       // the same with a fix-up: 11.7
constexpr double sector_bytes = 32;           // what one gather moves, however little of it is wanted

// Random gathers with a streamed index, by the bytes of what they reach into.
struct gather_rate {
  double table_bytes, per_us;
};
constexpr gather_rate gather_rates[] = {{16e3, 530e3}, {256e3, 228e3}, {512e3, 155e3}, {1e6, 150e3}, {16e6, 143e3},
                                        {32e6, 120e3}, {64e6, 72e3},   {128e6, 54e3},  {1e9, 42e3}};

// How a schedule spends its time; see cost_of for the formula.
struct constants {
  double streaming;        // times the bytes of all arrays at copy bandwidth
  double streaming_entry;  // at least this, times the entries of a mean row: what lanes far apart read in vain
  double gathering;        // times the gathers at their rate
  double lane_row_ns_f32;  // a row, for each lane that takes it
  double lane_row_ns_f64;
  double step_ns;  // of the longest row's chain, which no other work hides: one entry for each lane
  int launches;
  double accuracy;  // worst factor between the estimate and a measured time
};

struct named_constants {
  std::string_view schedule;
  constants costs;
};
constexpr constants of_group = {1.32, 0, 1.49, 0.0075, 0.0110, 206, 1, 1.60};
constexpr named_constants table[] = {
    {"thread_mapped", {1.07, 0.101, 2.04, 0, 0, 126, 1, 1.39}},
    {"group_mapped", of_group},
    {"warp_mapped", of_group},
    {"block_mapped", {1.32, 0, 1.49, 0.0192, 0.0143, 206, 1, 1.03}},
    {"nonzero_split", {1.18, 0, 1.15, 0, 0, 0, 2, 1.42}},
    {"merge_path", {1.55, 0, 1.23, 0, 0, 0, 2, 1.31}},
};

double rate_of(double table_bytes) {
  std::span const rates(gather_rates);
  if (table_bytes <= rates.front().table_bytes) return rates.front().per_us;
  for (std::size_t k = 1; k < rates.size(); ++k) {
    if (table_bytes > rates[k].table_bytes) continue;
    auto const [from, slow] = rates[k - 1];
    auto const [to, fast] = rates[k];
    return slow * std::pow(fast / slow, std::log(table_bytes / from) / std::log(to / from));
  }
  return rates.back().per_us;
}

double streaming_us(tile_statistics const& s, double columns, double value_bytes) {
  constexpr double index_bytes = 4;
  double const entries = static_cast<double>(s.atoms) * (index_bytes + value_bytes);
  double const rows = static_cast<double>(s.tiles) * (index_bytes + value_bytes);
  return (entries + rows + columns * value_bytes) / copy_bytes_per_us;
}

// Which columns entries stand in is not known, so it is guessed from the rows. Regular ones: next to each other, so x
// is streamed. Others: anywhere, and columns are as unlike as rows, so that heavy ones stay in the cache. Gathers of a
// column compete with those of all heavier ones.
double gathering_us(tile_statistics const& s, double columns, double value_bytes) {
  auto const& rows = s.rows;
  if (class_of(rows) == row_class::regular) return 0;
  double const to_columns = columns / static_cast<double>(max_of(s.tiles, size_type{1}));
  double const all = static_cast<double>(s.tiles - rows.empty_rows) * to_columns * value_bytes;
  double heavier = 0, entries = 0, elapsed = 0;
  for (std::size_t bin = rows.histogram.size() - 1; bin > 0; --bin) {
    double const count = static_cast<double>(rows.histogram[bin]);
    double const here = count * 1.5 * std::exp2(static_cast<double>(bin) - 1);
    heavier += count * to_columns;
    entries += here;
    elapsed += here / rate_of(min_of(heavier * sector_bytes, all));
  }
  return entries > 0 ? elapsed * static_cast<double>(s.atoms) / entries : 0;
}

// Parts overlap, so the sum of cubes: near the largest, and above it where several are alike.
expected_cost cost_of(constants const& c, int lanes, tile_statistics const& s, double value_bytes) {
  double const columns = static_cast<double>(s.columns > 0 ? s.columns : s.tiles);
  double const streaming = max_of(c.streaming, c.streaming_entry * s.rows.mean_length);
  double const row_ns = value_bytes <= 4 ? c.lane_row_ns_f32 : c.lane_row_ns_f64;
  std::array<std::pair<double, char const*>, 4> const parts{{
      {streaming * streaming_us(s, columns, value_bytes), "streaming"},
      {c.gathering * gathering_us(s, columns, value_bytes), "gathering"},
      {static_cast<double>(s.tiles) * lanes * row_ns * 1e-3, "rows"},
      {static_cast<double>(s.rows.max_length) / lanes * c.step_ns * 1e-3, "the longest row"},
  }};
  expected_cost result{.mostly = "launches", .accuracy = c.accuracy};
  double largest = first_launch_us + other_launch_us * (c.launches - 1), cubes = 0;
  result.microseconds = largest;
  for (auto const& [elapsed, name] : parts) {
    cubes += elapsed * elapsed * elapsed;
    if (elapsed <= largest) continue;
    largest = elapsed;
    result.mostly = name;
  }
  result.microseconds += std::cbrt(cubes);
  return result;
}

// Of a schedule as it was measured: one row a worker, nothing set aside or dealt out again.
template <class S> constants const* constants_of(S const& s) {
  if constexpr (requires { s.tiles_per_worker; }) {
    if (s.tiles_per_worker > 1) return nullptr;
  }
  if constexpr (requires { s.at_tile_ends; }) {
    if (s.at_tile_ends) return nullptr;
  }
  if constexpr (requires { s.flattened; }) {
    if (s.flattened) return nullptr;
  }
  if constexpr (requires { s.warp_gathering; }) {
    if (s.warp_gathering || s.block_gathering) return nullptr;
  }
  for (auto const& known : table) {
    if (S::name == known.schedule) return &known.costs;
  }
  return nullptr;
}

}  // namespace

std::optional<expected_cost> expect_cost(schedule const& s, tile_statistics const& statistics,
                                         std::size_t value_bytes) {
  if (s.user()) return std::nullopt;
  return std::visit(
      [&]<class S>(S const& known) -> std::optional<expected_cost> {
        auto const* const found = constants_of(known);
        if (!found) return std::nullopt;
        int lanes = 1;
        if constexpr (requires { known.tiles_per_worker; }) lanes = known.walked_by().lanes;
        auto cost = cost_of(*found, lanes, statistics, static_cast<double>(value_bytes));
        cost.schedule = s.text();
        return cost;
      },
      s.built_in());
}

}  // namespace heddle
