// cost.cpp - what a schedule should cost on an H200: bytes over bandwidth, gathers over their rate, and what rows and
// launches add. The model has one formula and one table of constants, which bench/fit_costs.py fits to the times of
// bench_spmv.csv in bench/results/h200; tests/plan/choose_cost.cpp holds it to them.
#include <array>
#include <cmath>
#include <heddle/explain.hpp>
#include <span>

#include "src/core/choose.hpp"

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
constexpr constants of_group = {1.76, 0, 1.65, 0.0076, 0.0107, 146, 1, 2.19};
constexpr std::string_view split_at_tile_ends = "nonzero_split:at_tile_ends=1",
                           split_by_entries = "nonzero_split+entries", split_scanned = "nonzero_split+scan";
// So many scanned shares at most need no second launch.
constexpr size_type looking_back = gpu_tuning.looking_back * gpu_tuning.multiprocessors;
constexpr named_constants table[] = {
    {"thread_mapped", {2.02, 0.00491, 2.04, 0, 0, 98, 1, 2.43}},
    {"group_mapped", of_group},
    {"warp_mapped", of_group},
    {"block_mapped", {1.76, 0, 1.65, 0.0180, 0.0178, 146, 1, 1.55}},
    {"merge_path", {1.31, 0, 1.62, 0, 0, 0, 2, 2.03}},
    {"nonzero_split", {1.27, 0, 1.56, 0, 0, 0, 2, 2.06}},
    {split_by_entries, {1.00, 0, 1.83, 0, 0, 0, 2, 1.35}},
    {split_scanned, {1.30, 0, 1.46, 0, 0, 0, 2, 2.17}},
    {split_at_tile_ends, {1.34, 0, 1.66, 0, 0, 385, 1, 2.00}},
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

double streaming_us(tile_statistics const& s, double columns, double value_bytes) {
  constexpr double index_bytes = 4;
  double const entries = static_cast<double>(s.atoms) * (index_bytes + value_bytes);
  double const rows = static_cast<double>(s.tiles) * (index_bytes + value_bytes);
  return (entries + rows + columns * value_bytes) / gpu_tuning.copy_bytes_per_us;
}

// Entries near others, as the sample of columns tells, read x as it is streamed; the rest gather. Where columns were
// not sampled, regular rows are taken to have theirs next to each other, and others anywhere. Those that gather are as
// unlike as rows are, so that heavy columns stay in the cache; gathers of a column compete with those of all heavier
// ones.
double gathering_us(tile_statistics const& s, double columns, double value_bytes) {
  auto const& rows = s.rows;
  double const near = s.nearness >= 0 ? s.nearness : class_of(rows) == row_class::regular ? 1 : 0;
  if (near >= 1) return 0;
  double const to_columns = columns / static_cast<double>(max_of(s.tiles, size_type{1}));
  double const all = static_cast<double>(s.tiles - rows.empty_rows) * to_columns * value_bytes;
  double heavier = 0, entries = 0, elapsed = 0;
  for (std::size_t bin = rows.histogram.size() - 1; bin > 0; --bin) {
    double const count = static_cast<double>(rows.histogram[bin]);
    double const here = count * 1.5 * std::exp2(static_cast<double>(bin) - 1);
    heavier += count * to_columns;
    entries += here;
    elapsed += here / rate_of(min_of(heavier * gpu_tuning.sector_bytes, all));
  }
  return entries > 0 ? (1 - near) * elapsed * static_cast<double>(s.atoms) / entries : 0;
}

// Parts overlap, so the sum of cubes: near the largest, and above it where several are alike.
expected_cost cost_of(constants const& c, int lanes, double launches, tile_statistics const& s, double value_bytes) {
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
  double largest = gpu_tuning.first_launch_us + gpu_tuning.other_launch_us * (launches - 1), cubes = 0;
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

bool ends_with_tiles(auto const&) { return false; }
bool ends_with_tiles(nonzero_split const& s) { return s.at_tile_ends; }

template <class W> bool walked_by(schedule const& s) { return std::holds_alternative<W>(s.walked_by()); }

std::string_view kind_of(auto const& s, schedule const&) { return s.name; }
std::string_view kind_of(nonzero_split const& s, schedule const& planned) {
  if (s.at_tile_ends) return split_at_tile_ends;
  return walked_by<by_block_entries>(planned) ? split_by_entries
         : walked_by<by_block_scan>(planned)  ? split_scanned
                                              : s.name;
}

template <class S> constants const* constants_of(S const& s, schedule const& planned) {
  std::string_view const name = kind_of(s, planned);
  for (auto const& known : table) {
    if (name == known.schedule) return &known.costs;
  }
  return nullptr;
}

// As it was measured: with shares of the plan's length, groups of any size, shares that end with rows as `auto` takes
// them, but else with the parameters that stand there unless somebody sets them.
template <class S>
bool is_as_measured(S const& s, schedule const& asked, tile_statistics const& statistics, std::size_t value_bytes) {
  if constexpr (std::is_same_v<S, nonzero_split>) {
    auto const chosen = [&] { return detail::choose(statistics, device_kind::cuda, value_bytes).chosen; };
    if (s.at_tile_ends) return (s.atoms_per_worker == 0 && !asked.asked_walk()) || asked == chosen();
    if (asked.asked_walk() && !walked_by<by_block_entries>(asked) && !walked_by<by_block_scan>(asked)) return false;
  } else if (asked.asked_walk()) {
    return false;
  }
  auto const planned = detail::with_items(S{}, statistics, device_kind::cuda, value_bytes);
  S const& usual = std::get<S>(planned.built_in());
  auto const is_usual = [&](auto const& p) {
    bool const any = std::is_same_v<S, group_mapped> && p.name == "lanes";
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
  if (std::is_same_v<S, binned> || ends_with_tiles(s)) return gpu_tuning.threads;
  if constexpr (requires { s.run(); }) return detail::lanes_of(walk(s.walked_by()));  // whole tiles
  return 1;
}

template <class S>
double launches_of(S const& s, schedule const& planned, constants const& c, tile_statistics const& statistics) {
  if constexpr (std::is_same_v<S, binned>) {
    int shapes = 0;
    walk last = by_segments{};
    for (std::size_t bin = 0; bin < statistics.rows.histogram.size(); ++bin) {
      if (statistics.rows.histogram[bin] == 0) continue;
      walk const by = s.walked_by(static_cast<int>(bin));
      shapes += !(by == last);
      last = by;
    }
    return max_of(shapes, 1);
  }
  if constexpr (std::is_same_v<S, cut_tiles>) {
    if (statistics.rows.max_length <= 32) return 1;  // the least threshold, so no row is cut
  }
  if constexpr (std::is_same_v<S, nonzero_split>) {
    bool const looks_back = walked_by<by_block_scan>(planned) && !s.at_tile_ends &&
                            statistics.rows.max_length <= gpu_tuning.max_run * s.atoms();
    if (looks_back && statistics.atoms <= looking_back * s.atoms()) return 1.5;  // parts are waited for
  }
  return c.launches;
}

}  // namespace

std::optional<expected_cost> expect_cost(schedule const& s, tile_statistics const& statistics,
                                         std::size_t value_bytes) {
  detail::check_schedule(s);
  if (s.user()) return std::nullopt;
  return std::visit(
      [&]<class S>(S const& known) -> std::optional<expected_cost> {
        auto const planned = detail::with_items(s, statistics, device_kind::cuda, value_bytes);
        S const& shared_out = std::get<S>(planned.built_in());
        auto const* const found = constants_of(shared_out, planned);
        if (!found || !is_as_measured(known, s, statistics, value_bytes)) return std::nullopt;
        auto cost = cost_of(*found, lanes_of(known), launches_of(shared_out, planned, *found, statistics), statistics,
                            static_cast<double>(value_bytes));
        cost.schedule = s.text();
        return cost;
      },
      s.built_in());
}

}  // namespace heddle
