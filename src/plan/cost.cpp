// cost.cpp - what a schedule should cost on an H200: by estimate.cpp, and for those that `auto` never takes by a
// coarser formula of their own: bytes over bandwidth, gathers over their rate, and what rows and launches add, which
// bench/fit_costs.py fits to the times of bench_spmv.csv in bench/results/h200; tests/plan/choose_cost.cpp holds both
// to them.
#include <array>
#include <cmath>
#include <heddle/explain.hpp>
#include <span>

#include "src/plan/choose.hpp"
#include "src/plan/estimate.hpp"

namespace heddle {
namespace {

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
  double step_ns;   // of the longest row's chain, which no other work hides: one entry for each lane
  int launches;     // the kernel, and a fix-up or the zeroing of a counter; see launches_of
  double accuracy;  // worst factor between the estimate and a measured time
};

struct named_constants {
  std::string_view schedule;
  constants costs;
};
constexpr named_constants table[] = {
    {"block_mapped", {1.76, 0, 1.65, 0.0180, 0.0178, 146, 1, 1.55}},
    {"binned", {1.92, 0, 1.83, 0, 0, 292, 0, 2.13}},
    {"coo", {4.73, 0, 1.38, 0, 0, 0, 2, 1.49}},
    {"cut_tiles", {3.04, 0, 1.74, 0.1190, 0.1416, 0, 2, 1.52}},
    {"dynamic", {2.06, 0, 1.46, 0, 0, 389, 2, 2.25}},
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

double streaming_us(seam::tile_statistics const& s, double columns, double value_bytes) {
  constexpr double index_bytes = 4;
  double const entries = static_cast<double>(s.atoms) * (index_bytes + value_bytes);
  double const rows = static_cast<double>(s.tiles) * (index_bytes + value_bytes);
  return (entries + rows + columns * value_bytes) / detail::gpu_tuning.copy_bytes_per_us;
}

// Entries near others, as the sample of columns tells, read x as it is streamed; the rest gather. Where columns were
// not sampled, regular rows are taken to have theirs next to each other, and others anywhere. Those that gather are as
// unlike as rows are, so that heavy columns stay in the cache; gathers of a column compete with those of all heavier
// ones.
double gathering_us(seam::tile_statistics const& s, double columns, double value_bytes) {
  auto const& rows = s.rows;
  double const near = s.nearness >= 0 ? s.nearness : seam::class_of(rows) == seam::row_class::regular ? 1 : 0;
  if (near >= 1) return 0;
  double const to_columns = columns / static_cast<double>(seam::max_of(s.tiles, size_type{1}));
  double const all = static_cast<double>(s.tiles - rows.empty_rows) * to_columns * value_bytes;
  double heavier = 0, entries = 0, elapsed = 0;
  for (std::size_t bin = rows.histogram.size() - 1; bin > 0; --bin) {
    double const count = static_cast<double>(rows.histogram[bin]);
    double const here = count * 1.5 * std::exp2(static_cast<double>(bin) - 1);
    heavier += count * to_columns;
    entries += here;
    elapsed += here / rate_of(seam::min_of(heavier * detail::gpu_tuning.sector_bytes, all));
  }
  return entries > 0 ? (1 - near) * elapsed * static_cast<double>(s.atoms) / entries : 0;
}

// Parts overlap, so the sum of cubes: near the largest, and above it where several are alike.
expected_cost cost_of(constants const& c, int lanes, double launches, seam::tile_statistics const& s,
                      double value_bytes) {
  double const columns = static_cast<double>(s.columns > 0 ? s.columns : s.tiles);
  double const streaming = seam::max_of(c.streaming, c.streaming_entry * s.rows.mean_length);
  double const row_ns = value_bytes <= 4 ? c.lane_row_ns_f32 : c.lane_row_ns_f64;
  std::array<std::pair<double, char const*>, 4> const parts{{
      {streaming * streaming_us(s, columns, value_bytes), "streaming"},
      {c.gathering * gathering_us(s, columns, value_bytes), "gathering"},
      {static_cast<double>(s.tiles) * lanes * row_ns * 1e-3, "rows"},
      {static_cast<double>(s.rows.max_length) / lanes * c.step_ns * 1e-3, "the longest row"},
  }};
  expected_cost result{.mostly = "launches", .accuracy = c.accuracy};
  double largest = detail::gpu_tuning.first_launch_us + detail::gpu_tuning.other_launch_us * (launches - 1), cubes = 0;
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

template <class S> constants const* constants_of(S const& s) {
  for (auto const& known : table) {
    if (s.name == known.schedule) return &known.costs;
  }
  return nullptr;
}

// As it was measured: with shares of the plan's length, groups of any size, shares of 512 or 1024 that end with rows
// and are scanned, but else with the parameters that stand there unless somebody sets them.
template <class S>
bool is_as_measured(S const& s, schedule const& asked, seam::tile_statistics const& statistics,
                    seam::reduction_call const& call) {
  auto const by = asked.asked_walk();
  if constexpr (std::is_same_v<S, schedules::nonzero_split>) {
    bool const scanned = by && std::holds_alternative<seam::by_block_scan>(*by);
    if (s.at_tile_ends && scanned && (s.atoms_per_worker == 512 || s.atoms_per_worker == 1024)) return true;
    if (s.at_tile_ends) return s.atoms_per_worker == 0;
  }
  auto const planned = detail::with_items(by ? schedule(S{}, *by) : schedule(S{}), statistics, device_kind::cuda, call);
  S const& usual = std::get<S>(planned.built_in());
  auto const is_usual = [&](auto const& p) {
    bool const any = std::is_same_v<S, schedules::group_mapped> && p.name == "lanes";
    return any || s.*p.field == 0 || s.*p.field == usual.*p.field;
  };
  if constexpr (requires { S::parameters(); }) {
    return std::apply([&](auto const&... p) { return (is_usual(p) && ... && true); }, S::parameters());
  } else {
    return true;
  }
}

// Lanes that share the longest row.
template <class S> int lanes_of(S const& s) {
  if (std::is_same_v<S, schedules::binned>) return detail::gpu_tuning.threads;
  if constexpr (requires { s.run(); }) return detail::lanes_of(seam::walk(s.walked_by()));  // whole tiles
  return 1;
}

template <class S> double launches_of(S const& s, constants const& c, seam::tile_statistics const& statistics) {
  if constexpr (std::is_same_v<S, schedules::binned>) {
    int shapes = 0;
    seam::walk last = seam::by_segments{};
    for (std::size_t bin = 0; bin < statistics.rows.histogram.size(); ++bin) {
      if (statistics.rows.histogram[bin] == 0) continue;
      seam::walk const by = s.walked_by(static_cast<int>(bin));
      shapes += !(by == last);
      last = by;
    }
    return seam::max_of(shapes, 1);
  }
  if constexpr (std::is_same_v<S, schedules::cut_tiles>) {
    if (statistics.rows.max_length <= 32) return 1;  // the least threshold, so no row is cut
  }
  return c.launches;
}

}  // namespace

std::optional<expected_cost> expect_cost(schedule const& s, seam::tile_statistics const& statistics,
                                         seam::reduction_call const& call) {
  detail::check_schedule(s);
  if (s.user()) return std::nullopt;
  return std::visit(
      [&]<class S>(S const& known) -> std::optional<expected_cost> {
        if (!is_as_measured(known, s, statistics, call)) return std::nullopt;
        if (auto const e = detail::estimate_of(s, statistics, call)) {
          return expected_cost{s.text(), e->us, std::string(e->parts.front().name), e->accuracy};
        }
        auto const* const found = constants_of(known);
        if (!found || s.asked_walk() || !call.gathers || call.masked) return std::nullopt;
        auto cost = cost_of(*found, lanes_of(known), launches_of(known, *found, statistics), statistics,
                            static_cast<double>(call.element_bytes));
        cost.schedule = s.text();
        return cost;
      },
      s.built_in());
}

}  // namespace heddle
