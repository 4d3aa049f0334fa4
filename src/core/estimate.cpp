// estimate.cpp - what schedules that `auto` can take should cost on an H200: a sum of parts, each a count that the
// statistics give times a constant that was fitted to bench_sweep_1.csv and _2.csv of bench/results/h200 (the shapes
// that are not held out) and to bench_spmv.csv. What was fitted is the time lost by taking the cheapest, and with a
// small weight the times themselves. tests/plan/choose_sweep.cpp judges it.
#include "src/core/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "src/core/choose.hpp"
#include "src/core/row_shapes.hpp"
#include "src/core/walk_table.hpp"

namespace heddle::detail {
namespace {

// What a product does, as counts.
enum part : std::uint8_t {
  from_memory,       // us at copy bandwidth of what streams from memory
  from_cache,        // the same of what the second-level cache holds from call to call
  far_gathers,       // us of gathers that miss the first-level cache
  gathers_in_step,   // the same where rows are alike, so that lanes of whole rows pass the same columns at once
  sectors,           // million sectors of 32 bytes that entries of a row gather from
  missed_sectors,    // million of these, of rows that pass all of x, which the first-level cache does not hold
  entries,           // million
  wide_entries,      // million, of 8-byte values
  rows,              // million, whose results go to memory
  cached_rows,       // million, whose results stay in the cache
  marked_entries,    // million, in steps of a warp in which a row begins
  longest_in_share,  // million steps of the lanes that take a share's longest row
  longest_row,       // thousand steps of the lanes that take it
  warp_steps,        // million, of rows that lanes take: all wait for the longest row of their warp
  lanes_of_rows,     // million lanes that rows take
  strided_entries,   // million entries times steps of a mean row: lanes of few read sectors in parts
  shares,            // thousand
  rows_of_share,     // thousand, of a share of short rows
  share_latency,     // thousand items of one share, whose time nothing hides where shares are few
  num_parts
};

constexpr std::array<std::string_view, num_parts> part_names = {"streaming",
                                                                "streaming",
                                                                "gathering",
                                                                "gathering",
                                                                "gathering",
                                                                "gathering",
                                                                "entries",
                                                                "entries",
                                                                "rows",
                                                                "rows",
                                                                "marks",
                                                                "the longest row of shares",
                                                                "the longest row",
                                                                "waiting for the longest row",
                                                                "rows",
                                                                "strides",
                                                                "shares",
                                                                "rows of a share",
                                                                "the first share"};

using counts = std::array<double, num_parts>;

struct costs_of {
  std::string_view family;
  double launch_us, second_launch_us;
  double overlap;   // parts add up as numbers whose powers do: 1 where one waits for the other
  counts each;      // us
  double accuracy;  // worst factor between the estimate and a time of bench_spmv.csv
};

constexpr costs_of table[] = {
    {"thread",
     5.72,
     0,
     1.6,
     {1.14, 0.649, 1.56, 0.379, 0.166, 2.33, 0.228, 0.3, 3.92, 1.86, 0, 0, 110, 0.983, 5.06, 0.142, 0, 0, 0},
     2.70},
    {"group",
     6.19,
     0,
     1.19,
     {0.793, 0.726, 1.11, 0.349, 0.142, 2.34, 0.183, 0.347, 3.62, 2.13, 0, 0, 106, 0.973, 6.82, 0.12, 0, 0, 0},
     2.03},
    {"rows",
     6.57,
     3.76,
     1.02,
     {0.556, 0.43, 0.574, 0, 0.126, 2.1, 0.216, 0.349, 3.75, 1.66, 0, 1.38, 0, 0, 0, 0, 0.71, 1.43, 2.49},
     2.55},
    {"scan",
     7.99,
     1.74,
     1,
     {0.531, 0.507, 0.683, 0, 0.228, 1.72, 0.241, 0.443, 4.19, 2.4, 0, 0, 0, 0, 0, 0, 1.46, 1.6, 0.628},
     1.37},
    {"entries",
     6.8,
     4.75,
     1.02,
     {0.68, 0.584, 0.938, 0, 0.145, 2.66, 0.217, 0.298, 3.58, 1.99, 0, 2.04, 0, 0, 0, 0, 1.21, 1.64, 0.812},
     1.86},
    {"ends",
     6.7,
     0,
     1,
     {0.515, 0.341, 0.617, 0, 0.145, 2.3, 0.201, 0.24, 3.36, 1.45, 0, 8.54, 167, 0, 0, 0, 0.901, 1.78, 0.782},
     2.04},
    {"endscan",
     6.67,
     0,
     1.32,
     {1.01, 1.18, 0.739, 0, 0.167, 2.33, 0.229, 0.305, 3.43, 2.04, 0, 0, 0, 0, 0, 0, 2.7, 1.96, 0.545},
     1.32},
    {"merge",
     6.52,
     4.43,
     1.11,
     {0.785, 0.885, 0.649, 0, 0.175, 2.31, 0.26, 0.304, 3.5, 1.67, 0, 2.36, 0, 0, 0, 0, 1.56, 0, 0.48},
     1.66},
    {"mscan",
     8.19,
     2.46,
     1,
     {0.676, 0.719, 0.728, 0, 0.172, 1.73, 0.23, 0.287, 4.16, 2.01, 0, 0, 0, 0, 0, 0, 1.72, 0, 0.786},
     2.05},
    {"marks",
     9.7,
     0,
     1.33,
     {0.881, 1.02, 0.85, 0, 0.185, 4.88, 0.216, 0.222, 7.78, 5.41, 1.92, 0, 0, 0, 0, 0, 1.1, 0, 0.737},
     1.44},
};

costs_of const& costs_named(std::string_view family) {
  return *std::find_if(std::begin(table), std::end(table), [&](auto const& c) { return c.family == family; });
}

// Rows by length: a few lengths for each power of two.
struct length_class {
  double length, rows;
};

std::vector<length_class> classes_of(tile_statistics const& s) {
  auto const& rows = s.rows;
  double const mean = rows.mean_length, longest = static_cast<double>(rows.max_length);
  std::vector<length_class> all;
  double atoms = 0;
  for (std::size_t bin = 0; bin < rows.histogram.size(); ++bin) {
    auto const count = static_cast<double>(rows.histogram[bin]);
    if (count == 0) continue;
    double const least = bin == 0 ? 0 : std::exp2(static_cast<double>(bin) - 1);
    double const most = bin == 0 ? 0 : min_of(2 * least - 1, longest), width = most - least;
    bool const alike = width >= 1 && nearly_equal(rows);
    double const wanted = width < 1 || alike ? 1 : min_of(4.0, std::floor(width + 1));
    double const parts = count < wanted ? 1 : wanted;
    for (double k = 0; k < parts; ++k) {
      double const middle = alike ? std::clamp(mean, least, most) : least + width * (2 * k + 1) / (2 * parts);
      all.push_back({middle, count / parts});
      atoms += middle * count / parts;
    }
  }
  if (all.empty()) {  // lengths were not counted: all as the mean, one the longest
    all = {{mean, static_cast<double>(s.tiles)}};
    if (longest > mean) all.push_back({longest, 1});
    return all;
  }
  double const scale = static_cast<double>(s.atoms) / max_of(atoms, 1e-9);
  for (auto& c : all) {
    if (c.length > 0) c.length = min_of(max_of(c.length * scale, 1.0), longest);
  }
  return all;
}

// Of the largest of `drawn` rows, taken at random: the mean of what `measure` makes of its length.
template <class Measure>
double largest_of(std::vector<length_class> const& classes, double drawn, Measure const& measure) {
  double all = 0, below = 0, mean = 0;
  for (auto const& c : classes) all += c.rows;
  if (all == 0) return 0;
  for (auto const& c : classes) {
    double const upto = below + c.rows / all;
    mean += measure(c.length) * (std::pow(upto, drawn) - std::pow(below, drawn));
    below = upto;
  }
  return mean;
}

// Gathers from tables of so many bytes that miss the first-level cache, a us.
double far_gathers_per_us(double table_bytes) {
  constexpr std::array<std::pair<double, double>, 7> rates{
      {{512e3, 155e3}, {1e6, 150e3}, {16e6, 143e3}, {32e6, 120e3}, {64e6, 72e3}, {128e6, 54e3}, {1e9, 42e3}}};
  double const bytes = std::clamp(table_bytes, rates.front().first, rates.back().first);
  std::size_t k = 1;
  while (bytes > rates[k].first) ++k;
  auto const [from, fast] = rates[k - 1];
  auto const [to, slow] = rates[k];
  return fast * std::pow(slow / fast, std::log(bytes / from) / std::log(to / from));
}

// Bytes of x that stay in the first-level cache: shared memory for shares takes its part of it.
constexpr double cached_beside_shares = 90e3, cached = 200e3;

// What warm caches hold: all of a product up to the first number of bytes, nothing from the sum of both on.
constexpr double all_cached = 20e6, until_none = 60e6;

// Rows of nearly one length pass the columns in step where one step of a row passes no more bytes of x than some such.
constexpr double passed_at_once = 8e3;

double millions(double n) { return n * 1e-6; }
double thousands(double n) { return n * 1e-3; }

class counted {
 public:
  counted(tile_statistics const& statistics, reduction_call const& call)
      : s_(statistics), call_(call), classes_(classes_of(statistics)) {}

  // Of whole rows by so many lanes each.
  counts of_whole_rows(int lanes) const {
    counts c = of_any(cached, true);
    double const together = max_of(32 / lanes, 1);
    double const steps = largest_of(classes_, together, [&](double length) { return std::ceil(length / lanes); });
    c[warp_steps] = millions(steps * tiles() / together);
    c[longest_row] = thousands(longest() / lanes);
    c[lanes_of_rows] = millions(tiles() * lanes);
    double const of_sector = max_of(1 - lanes * 4 / gpu_tuning.sector_bytes, 0.0);
    c[strided_entries] = millions(atoms() * min_of(s_.rows.mean_length / lanes, 32.0) * of_sector);
    return c;
  }

  // Of shares of so many items: nonzeros, or rows and nonzeros.
  counts of_shares(double items, bool with_rows, bool by_lanes, bool at_ends) const {
    counts c = of_any(cached_beside_shares, false);
    set_shares(c, items, with_rows ? atoms() + tiles() : atoms());
    double const of_share = max_of(items * tiles() / max_of(with_rows ? atoms() + tiles() : atoms(), 1.0), 1.0);
    if (!with_rows) c[rows_of_share] = thousands(min_of(items * tiles() / max_of(atoms() - longest(), 1.0), tiles()));
    if (by_lanes) {
      double const largest = largest_of(classes_, of_share, [&](double length) { return min_of(length, items); });
      double const lanes = max_of(1.0, min_of(256.0, 256 / of_share));
      c[longest_in_share] = millions(8 * c[shares] * 1e3 * largest / lanes);
    }
    if (at_ends && by_lanes) c[longest_row] = thousands(longest() / gpu_tuning.threads);
    return c;
  }

  counts of_marks(double items) const {
    counts c = of_any(cached, false);
    set_shares(c, items, atoms());
    double const filled = tiles() - static_cast<double>(s_.rows.empty_rows);
    c[marked_entries] = millions(atoms() * (1 - std::exp(-128 * filled / max_of(atoms(), 1.0))));
    return c;
  }

 private:
  double tiles() const { return static_cast<double>(s_.tiles); }
  double atoms() const { return static_cast<double>(s_.atoms); }
  double longest() const { return static_cast<double>(s_.rows.max_length); }

  static void set_shares(counts& c, double items, double total) {
    c[shares] = thousands(max_of(std::ceil(total / items), 1.0));
    c[share_latency] = thousands(min_of(items, total));
  }

  counts of_any(double first_level_bytes, bool whole_rows) const {
    counts c{};
    constexpr double index_bytes = 4;
    auto const value = static_cast<double>(call_.value_bytes);
    double const stored = call_.one_value ? 0 : value;
    auto const columns = static_cast<double>(s_.columns > 0 ? s_.columns : s_.tiles);
    double const bytes =
        atoms() * (index_bytes + stored) + tiles() * (index_bytes + value) + min_of(columns, atoms()) * value;
    double const memory = std::clamp((bytes - all_cached) / until_none, 0.0, 1.0);
    c[from_memory] = bytes * memory / gpu_tuning.copy_bytes_per_us;
    c[from_cache] = bytes * (1 - memory) / gpu_tuning.copy_bytes_per_us;
    double const near = s_.nearness >= 0 ? s_.nearness : class_of(s_.rows) == row_class::regular ? 1 : 0;
    double const table = columns * value, missed = 1 - min_of(1.0, first_level_bytes / max_of(table, 1.0));
    double const far = (1 - near) * atoms() * missed / far_gathers_per_us(table);
    double const spread = 10 * s_.rows.stddev_length / max_of(s_.rows.mean_length, 1e-9);
    double const passed = table / max_of(s_.rows.mean_length, 1e-3) / passed_at_once;
    double const in_step = whole_rows ? 1 / (1 + spread * spread) / (1 + passed) : 0;
    c[far_gathers] = far * (1 - in_step);
    c[gathers_in_step] = far * in_step;
    for (auto const& rows : classes_) {
      if (rows.length <= 0) continue;
      double const apart = columns / rows.length;
      double const here = millions(rows.length * rows.rows * min_of(1.0, apart * value / gpu_tuning.sector_bytes));
      c[sectors] += here;
      if (apart <= 32) c[missed_sectors] += here * near * missed * (1 - in_step);
    }
    c[entries] = millions(atoms());
    c[wide_entries] = value > 4 ? millions(atoms()) * (value / 8) : 0;
    c[part::rows] = millions(tiles() * memory);
    c[cached_rows] = millions(tiles() * (1 - memory));
    return c;
  }

  tile_statistics const& s_;
  reduction_call const& call_;
  std::vector<length_class> classes_;
};

estimate sum_of(costs_of const& costs, counts const& c, bool twice) {
  estimate e;
  auto const add = [&](std::string_view name, double us) {
    if (us <= 0) return;
    auto const same = std::find_if(e.parts.begin(), e.parts.end(), [&](auto const& p) { return p.name == name; });
    if (same != e.parts.end()) {
      same->us += us;
    } else {
      e.parts.push_back({name, us});
    }
  };
  double const launches = costs.launch_us + (twice ? costs.second_launch_us : 0);
  add("launches", launches);
  double powers = 0;
  for (std::size_t k = 0; k < num_parts; ++k) {
    double const us = costs.each[k] * c[k];
    add(part_names[k], us);
    powers += std::pow(us, costs.overlap);
  }
  e.us = launches + std::pow(powers, 1 / costs.overlap);
  e.longest_row_us = costs.each[longest_row] * c[longest_row];
  e.accuracy = costs.accuracy;
  std::stable_sort(e.parts.begin(), e.parts.end(), [](auto const& a, auto const& b) { return a.us > b.us; });
  return e;
}

// Shares that look back, or are one, need no launch that combines what was cut.
bool combines(size_type items, size_type total, bool scanned, tile_statistics const& s) {
  if (total <= items) return false;
  constexpr size_type most = gpu_tuning.looking_back * gpu_tuning.multiprocessors;
  return !(scanned && s.rows.max_length <= gpu_tuning.max_run * items && total <= most * items);
}

template <class W> bool by(schedule const& s) { return std::holds_alternative<W>(s.walked_by()); }

}  // namespace

std::optional<estimate> estimate_of(schedule const& asked, tile_statistics const& s, reduction_call const& call) {
  schedule const planned = with_items(asked, s, device_kind::cuda, call);
  if (asked.asked_walk() && !lacking(*asked.asked_walk(), call).empty()) return std::nullopt;
  counted const count(s, call);
  bool const scanned = by<by_block_scan>(planned), copied = by<by_block_entries>(planned);
  return std::visit(
      [&]<class S>(S const& known) -> std::optional<estimate> {
        if constexpr (std::is_same_v<S, thread_mapped>) {
          if (!by<by_thread>(planned)) return std::nullopt;
          return sum_of(costs_named("thread"), count.of_whole_rows(1), false);
        } else if constexpr (std::is_same_v<S, group_mapped> || std::is_same_v<S, warp_mapped>) {
          if (!by<by_group>(planned)) return std::nullopt;
          return sum_of(costs_named("group"), count.of_whole_rows(heddle::detail::lanes_of(walk(planned.walked_by()))),
                        false);
        } else if constexpr (std::is_same_v<S, nonzero_split>) {
          int const items = known.atoms_per_worker;
          bool const lanes = !scanned;
          auto const c = count.of_shares(items, false, lanes, known.at_tile_ends);
          if (known.at_tile_ends && scanned && items + s.rows.max_length > longest_share(by_block_scan{}, call)) {
            return std::nullopt;
          }
          auto const family = copied               ? "entries"
                              : known.at_tile_ends ? (scanned ? "endscan" : "ends")
                                                   : (scanned ? "scan" : "rows");
          return sum_of(costs_named(family), c, !known.at_tile_ends && combines(items, s.atoms, scanned, s));
        } else if constexpr (std::is_same_v<S, merge_path>) {
          int const items = known.items_per_worker;
          return sum_of(costs_named(scanned ? "mscan" : "merge"), count.of_shares(items, true, !scanned, false),
                        combines(items, s.tiles + s.atoms, scanned, s));
        } else if constexpr (std::is_same_v<S, coo>) {
          // Runs of larger values were not measured.
          if (!by<by_marks>(planned) || call.value_bytes > gpu_tuning.max_scanned_bytes) return std::nullopt;
          return sum_of(costs_named("marks"), count.of_marks(known.atoms_per_worker), false);
        } else {
          return std::nullopt;
        }
      },
      planned.built_in());
}

namespace {

// Without the walk, where a plan would take the same one.
schedule as_left_to_plan(schedule const& one, tile_statistics const& s, reduction_call const& call) {
  if (!one.asked_walk() || std::holds_alternative<coo>(one.built_in())) return one;
  schedule const open = one.without_walk(), planned = with_items(open, s, device_kind::cuda, call);
  return settled(planned.walked_by(), call) == settled(one.walked_by(), call) ? open : one;
}

// Longer rows are cut in any case.
constexpr size_type longest_uncut = 1 << 16;

bool cuts_rows(schedule const& s) {
  auto const* const split = std::get_if<nonzero_split>(&s.built_in());
  return split ? !split->at_tile_ends
               : std::holds_alternative<merge_path>(s.built_in()) || std::holds_alternative<coo>(s.built_in());
}

// Entries of a mean row for a lane of less than a warp: above, no such schedule was more than 2.4 % faster than all
// others on any shape of 1 M entries that was fitted to, and some took five times as long.
constexpr int most_of_lane = 32;

int lanes_of_rows_in(schedule const& s) {
  bool const whole =
      std::holds_alternative<thread_mapped>(s.built_in()) || std::holds_alternative<group_mapped>(s.built_in());
  return whole ? lanes_of(s.walked_by()) : 32;
}

// Whole rows are out of the question where lanes would be at the longest row for as long as all else takes, and half
// as long as the cheapest of shares.
bool waits_for_longest(estimate const& e) { return e.longest_row_us > e.us / 2; }

}  // namespace

std::vector<candidate> candidates_for(tile_statistics const& s, reduction_call const& call) {
  walk const by_rows = settled(by_block_rows{}, call);
  schedule const all[] = {thread_mapped{},
                          group_mapped{2},
                          group_mapped{4},
                          group_mapped{8},
                          group_mapped{16},
                          warp_mapped{},
                          {nonzero_split{}, by_rows},
                          {nonzero_split{}, by_block_scan{}},
                          {nonzero_split{}, by_block_entries{}},
                          {nonzero_split{.at_tile_ends = true}, by_rows},
                          {nonzero_split{512, true}, by_block_scan{}},
                          {nonzero_split{1024, true}, by_block_scan{}},
                          {merge_path{}, by_rows},
                          {merge_path{}, by_block_scan{}},
                          {coo{}, by_marks{}}};
  std::vector<candidate> found;
  for (schedule const& one : all) {
    if (s.rows.max_length > longest_uncut && !cuts_rows(one)) continue;
    if (lanes_of_rows_in(one) < 32 && s.rows.mean_length > most_of_lane * lanes_of_rows_in(one)) continue;
    auto e = estimate_of(one, s, call);
    if (!e || waits_for_longest(*e)) continue;
    found.push_back({as_left_to_plan(one, s, call), std::move(*e)});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](auto const& a, auto const& b) { return a.expected.us < b.expected.us; });
  return found;
}

}  // namespace heddle::detail
