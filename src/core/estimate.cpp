// estimate.cpp - what schedules that `auto` can take should cost on an H200: a sum of parts, each a count that the
// statistics give times a constant. Those of products were fitted to bench_sweep_1.csv and _2.csv of bench/results/h200
// (the shapes that are not held out) and to bench_spmv.csv, those of sums to bench_sweep_sums_1.csv and _2.csv by
// bench_fit. tests/plan/choose_sweep.cpp judges both.
#include "src/core/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "src/core/choose.hpp"
#include "src/core/counts.hpp"
#include "src/core/row_shapes.hpp"
#include "src/core/walk_table.hpp"

namespace heddle::detail {
namespace {

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

constexpr family_costs costs_of_products[] = {
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

// Gathers, which they have none of, keep what products have.
constexpr family_costs costs_of_sums[] = {
    {"thread",
     3.51,
     0,
     1.628,
     {1.291, 0.9003, 1.56, 0.379, 0.166, 2.33, 0.7029, 0, 0.8548, 1.415, 0, 0, 73.7, 15.49, 0, 0, 0, 0, 0},
     7.18},
    {"group",
     4.68,
     0,
     2.765,
     {0.6804, 0, 1.11, 0.349, 0.142, 2.34, 0, 0, 23.94, 20.5, 0, 0, 64.3, 0, 12.4, 0.3655, 0, 0, 0},
     6.21},
    {"rows",
     6.61,
     5.442,
     1,
     {0.1168, 0, 0.574, 0, 0.126, 2.1, 0.8909, 0, 5.466, 8.284, 0, 2.179, 0, 0, 0, 0, 0.6427, 0.5621, 0.9936},
     2.68},
    {"scan",
     7.99,
     1.47,
     1,
     {0, 0, 0.683, 0, 0.228, 1.72, 0.4346, 1.18, 2.147, 3.04, 0, 0, 0, 0, 0, 0, 2.212, 6.221, 0.07714},
     3.05},
    {"entries",
     4.894,
     9.96,
     1,
     {0.5789, 0.8712, 0.938, 0, 0.145, 2.66, 0.2113, 0.4521, 0, 0, 0, 6.983, 0, 0, 0, 0, 0.4539, 3.239, 0},
     2.45},
    {"ends",
     6.582,
     0,
     1,
     {0, 0, 0.617, 0, 0.145, 2.3, 0, 0.7648, 1.255, 0, 0, 18.97, 260.8, 0, 0, 0, 0.6332, 1.86, 1.168},
     6.61},
    {"endscan",
     5.784,
     0,
     4,
     {0, 0, 0.739, 0, 0.167, 2.33, 0, 4.458, 2.749, 0.2075, 0, 0, 0, 0, 0, 0, 4.671, 3.735, 1.111},
     3.32},
    {"merge",
     6.83,
     5.48,
     1,
     {0.4702, 0.6075, 0.649, 0, 0.175, 2.31, 1.177, 0.00592, 2.162, 1.895, 0, 2.004, 0, 0, 0, 0, 0.1807, 0, 0.08731},
     2.54},
    {"mscan",
     8.68,
     7.25,
     1,
     {0.2153, 1.037, 0.728, 0, 0.172, 1.73, 0.6946, 1.018, 5.499, 2.121, 0, 0, 0, 0, 0, 0, 0.8968, 0, 0},
     1.74},
    {"marks",
     12.43,
     0,
     2.159,
     {1.571, 0.9751, 0.85, 0, 0.185, 4.88, 0, 1.984, 6.03, 8.723, 5.242, 0, 0, 0, 0, 0, 0.05532, 0, 0},
     2.69},
};

estimate sum_of(family_costs const& costs, counts const& c, bool twice) {
  estimate e;
  auto const add = [&](std::string_view name, double us) {
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
    if (us <= 0) continue;
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

std::optional<work> work_from(counted const& count, schedule const& asked, tile_statistics const& s,
                              reduction_call const& call) {
  if (asked.asked_walk() && !lacking(*asked.asked_walk(), call).empty()) return std::nullopt;
  schedule const planned = with_items(asked, s, device_kind::cuda, call);
  bool const scanned = by<by_block_scan>(planned), copied = by<by_block_entries>(planned);
  return std::visit(
      [&]<class S>(S const& known) -> std::optional<work> {
        if constexpr (std::is_same_v<S, thread_mapped>) {
          if (!by<by_thread>(planned)) return std::nullopt;
          return work{"thread", count.of_whole_rows(1), false};
        } else if constexpr (std::is_same_v<S, group_mapped> || std::is_same_v<S, warp_mapped>) {
          if (!by<by_group>(planned)) return std::nullopt;
          return work{"group", count.of_whole_rows(heddle::detail::lanes_of(walk(planned.walked_by()))), false};
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
          return work{family, c, !known.at_tile_ends && combines(items, s.atoms, scanned, s)};
        } else if constexpr (std::is_same_v<S, merge_path>) {
          int const items = known.items_per_worker;
          return work{scanned ? "mscan" : "merge", count.of_shares(items, true, !scanned, false),
                      combines(items, s.tiles + s.atoms, scanned, s)};
        } else if constexpr (std::is_same_v<S, coo>) {
          // Runs of larger values were not measured.
          if (!by<by_marks>(planned) || call.value_bytes > gpu_tuning.max_scanned_bytes) return std::nullopt;
          return work{"marks", count.of_marks(known.atoms_per_worker), false};
        } else {
          return std::nullopt;
        }
      },
      planned.built_in());
}

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

}  // namespace

bool estimate::waits_for_longest() const { return longest_row_us > us / 2; }

std::span<family_costs const> estimated_costs(bool gathers) {
  if (gathers) return costs_of_products;
  return costs_of_sums;
}

estimate estimate_of(work const& done, std::span<family_costs const> table) {
  auto const costs = std::find_if(table.begin(), table.end(), [&](auto const& c) { return c.family == done.family; });
  return sum_of(*costs, done.counted, done.twice);
}

std::optional<estimate> estimate_of(schedule const& asked, tile_statistics const& s, reduction_call const& call) {
  auto const done = work_from(counted(s, call), asked, s, call);
  if (!done) return std::nullopt;
  return estimate_of(*done, estimated_costs(call.gathers));
}

std::vector<possible> possibilities_for(tile_statistics const& s, reduction_call const& call) {
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
  std::vector<possible> found;
  counted const count(s, call);
  for (schedule const& one : all) {
    if (s.rows.max_length > longest_uncut && !cuts_rows(one)) continue;
    if (lanes_of_rows_in(one) < 32 && s.rows.mean_length > most_of_lane * lanes_of_rows_in(one)) continue;
    if (auto const done = work_from(count, one, s, call)) found.push_back({as_left_to_plan(one, s, call), *done});
  }
  return found;
}

std::vector<candidate> candidates_for(tile_statistics const& s, reduction_call const& call) {
  std::vector<candidate> found;
  for (possible const& one : possibilities_for(s, call)) {
    estimate e = estimate_of(one.done, estimated_costs(call.gathers));
    if (!e.waits_for_longest()) found.push_back({one.chosen, std::move(e)});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](auto const& a, auto const& b) { return a.expected.us < b.expected.us; });
  return found;
}

}  // namespace heddle::detail
