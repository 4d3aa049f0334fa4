// estimate.cpp - what schedules that `auto` can take should cost on an H200: a sum of parts, each a count that the
// statistics give times a constant of estimated_costs.cpp.
#include "src/plan/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "src/plan/choose.hpp"
#include "src/plan/counts.hpp"
#include "src/plan/row_shapes.hpp"
#include "src/plan/walk_table.hpp"

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
          return work{family, c, !known.at_tile_ends && !closes_in_one_launch(items, s.atoms, scanned, s)};
        } else if constexpr (std::is_same_v<S, merge_path>) {
          int const items = known.items_per_worker;
          return work{scanned ? "mscan" : "merge", count.of_shares(items, true, !scanned, false),
                      !closes_in_one_launch(items, s.tiles + s.atoms, scanned, s)};
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

estimate estimate_of(work const& done, std::span<family_costs const> table) {
  auto const costs = std::find_if(table.begin(), table.end(), [&](auto const& c) { return c.family == done.family; });
  return sum_of(*costs, done.counted, done.twice);
}

std::optional<estimate> estimate_of(schedule const& asked, tile_statistics const& s, reduction_call const& call) {
  auto const done = work_from(counted(s, call), asked, s, call);
  if (!done) return std::nullopt;
  return estimate_of(*done, estimated_costs(call));
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
    estimate e = estimate_of(one.done, estimated_costs(call));
    if (!e.waits_for_longest()) found.push_back({one.chosen, std::move(e)});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](auto const& a, auto const& b) { return a.expected.us < b.expected.us; });
  return found;
}

}  // namespace heddle::detail
