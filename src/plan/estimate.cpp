// estimate.cpp - what schedules should cost: a sum of parts, each a count that the facts give times a constant of the
// table of costs; and which schedules `auto` compares.
#include "src/plan/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/plan/choose.hpp"
#include "src/plan/walk_table.hpp"

namespace heddle::detail {
namespace {

template <class S> S left_to_plan(S const&) { return {}; }
group_mapped left_to_plan(group_mapped const& s) { return s; }
nonzero_split left_to_plan(nonzero_split const& s) { return {.at_tile_ends = s.at_tile_ends}; }

// With shares of the plan's length, groups of any size, or shares of 512 or 1024 that end with rows and are scanned.
bool is_as_measured(schedule const& asked, facts const& known) {
  auto const by = asked.asked_walk();
  auto const* const split = std::get_if<nonzero_split>(&asked.built_in());
  bool const at_ends = split && split->at_tile_ends && by && needs_of(*by).scans;
  if (at_ends && (split->atoms_per_worker == 512 || split->atoms_per_worker == 1024)) return true;
  schedule const open = std::visit([](auto const& s) { return schedule(left_to_plan(s)); }, asked.built_in());
  auto const shares = [&](schedule const& s) { return with_items(s, known).without_walk(); };
  return shares(asked) == shares(by ? open.with_walk(*by) : open);
}

// Without the walk, where a plan would take the same one.
schedule as_left_to_plan(schedule const& one, facts const& known) {
  if (!one.asked_walk() || std::holds_alternative<coo>(one.built_in())) return one;
  schedule const open = one.without_walk(), planned = with_items(open, known);
  return settled(planned.walked_by(), known.call) == settled(one.walked_by(), known.call) ? open : one;
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

std::optional<work> work_from(counted const& count, schedule const& asked, facts const& known) {
  auto const& call = known.call;
  if (asked.asked_walk() && lacks(needs_of(*asked.asked_walk()), call)) return std::nullopt;
  schedule const planned = with_items(asked, known);
  size_type const tiles = known.statistics.tiles, atoms = known.statistics.atoms;
  auto const& rows = known.statistics.rows;
  walk const by = planned.walked_by();
  auto const& needs = needs_of(by);
  bool const scanned = needs.scans, copied = needs.copies;
  bool const by_rows = settled(by, call) == settled(by_block_rows{}, call);  // or what takes its place
  bool const usual = by == planned.without_walk().walked_by(), own_walk = usual && !lacks(needs, call);
  auto const where = [](bool is_measured, family of, counts const& done, int launches_behind = 0) {
    return is_measured ? std::optional(work{of, done, launches_behind}) : std::nullopt;
  };
  return std::visit(
      [&]<class S>(S const& s) -> std::optional<work> {
        if constexpr (std::is_same_v<S, thread_mapped>) {
          return where(usual, &call_costs::thread, count.of_whole_rows(1));
        } else if constexpr (std::is_same_v<S, group_mapped> || std::is_same_v<S, warp_mapped>) {
          return where(usual, &call_costs::group, count.of_whole_rows(lanes_of(by)));
        } else if constexpr (std::is_same_v<S, block_mapped>) {
          return where(own_walk, &call_costs::block, count.of_whole_rows(lanes_of(by)));
        } else if constexpr (std::is_same_v<S, nonzero_split>) {
          int const items = s.atoms_per_worker;
          // One share longer than usual and all blocks take the kernel of twice as many items, which is slower: a graph
          // whose longest row has 2511 takes 12.6 us in shares of 1024 that end with rows, 11.6 in shares of 2048.
          // Sums of rows, which gather nothing, do not mind.
          size_type const longest = longest_share(by, call);
          size_type const most = call.gathers ? min_of(longest, gpu_tuning.usual_share) : longest;
          bool const ends = s.at_tile_ends, fits = items + rows.max_length <= most;
          family const of_scans = ends ? &call_costs::endscan : &call_costs::scan,
                       of_rows = ends ? &call_costs::ends : &call_costs::rows;
          return where(by_rows || copied || (scanned && (fits || !ends)),
                       copied    ? &call_costs::entries
                       : scanned ? of_scans
                                 : of_rows,
                       count.of_shares(items, false, !scanned, ends),
                       !ends && !closes_in_one_launch(items, atoms, scanned, known.statistics, call));
        } else if constexpr (std::is_same_v<S, merge_path>) {
          int const items = s.items_per_worker;
          return where(by_rows || scanned, scanned ? &call_costs::mscan : &call_costs::merge,
                       count.of_shares(items, true, !scanned, false),
                       !closes_in_one_launch(items, tiles + atoms, scanned, known.statistics, call));
        } else if constexpr (std::is_same_v<S, binned>) {
          auto const [done, launches] = count.of_bins(s);
          return where(own_walk && !planned.asked_walk(), &call_costs::bins, done, max_of(launches - 1, 0));
        } else if constexpr (std::is_same_v<S, cut_tiles>) {
          // At most the greatest threshold, and at least 32: the rows say which, and not the facts.
          return where(own_walk, &call_costs::pieces, count.of_whole_rows(s.lanes, 64.0 * s.lanes),
                       rows.max_length > 32);
        } else if constexpr (std::is_same_v<S, dynamic>) {
          double const of_share = max_of(s.tiles_per_worker * rows.mean_length, 1.0);
          return where(own_walk, &call_costs::claims, count.of_shares(of_share, false, true, true));
        } else if constexpr (std::is_same_v<S, coo>) {
          bool const small = call.value_bytes <= gpu_tuning.max_scanned_bytes;  // others were not measured
          int const items = s.atoms_per_worker;
          // Sums of rows, which the library does not walk so, were measured with a second launch.
          bool const as_measured = !call.gathers || rows.max_length <= gpu_tuning.max_run * items;
          bool const numbered = tiles <= std::numeric_limits<std::int32_t>::max();
          if (needs.marks) return where(small && as_measured && numbered, &call_costs::marks, count.of_marks(items));
          return where(small && own_walk, &call_costs::segments, count.of_shares(items, false, false, false));
        } else {
          return std::nullopt;
        }
      },
      planned.built_in());
}

estimate estimate_of(work const& planned, call_costs const& table) {
  family_costs const& costs = table.*planned.of;
  estimate e;
  auto const add = [&](std::string_view name, double us) {
    auto const same = std::find_if(e.parts.begin(), e.parts.end(), [&](auto const& p) { return p.name == name; });
    if (same != e.parts.end()) {
      same->us += us;
    } else {
      e.parts.push_back({name, us});
    }
  };
  double const launches = costs.launch_us + planned.launches_behind * costs.second_launch_us;
  add("launches", launches);
  double powers = 0;
  for (auto const& column : count_columns) {
    double const us = costs.each.*column.of * planned.done.*column.of;
    if (us <= 0) continue;
    add(column.part, us);
    powers += std::pow(us, costs.overlap);
  }
  e.us = launches + std::pow(powers, 1 / costs.overlap);
  e.longest_row_us = costs.each.longest_row * planned.done.longest_row;
  e.accuracy = costs.accuracy;
  std::stable_sort(e.parts.begin(), e.parts.end(), [](auto const& a, auto const& b) { return a.us > b.us; });
  return e;
}

std::optional<estimate> estimate_of(schedule const& asked, facts const& known, architecture_costs const& costs) {
  if (known.call.columns > 0) {
    for (auto& one : dense_candidates(known, costs)) {
      if (one.chosen == asked) return std::move(one.expected);
    }
    return std::nullopt;
  }
  if (asked.user() || !is_as_measured(asked, known)) return std::nullopt;
  auto const planned = work_from(counted(known, costs.memory), asked, known);
  auto const& table = costs.of(known.call);
  if (!planned || !(table.*planned->of).fitted()) return std::nullopt;
  return estimate_of(*planned, table);
}

std::vector<possible> possibilities_for(facts const& known, memory_costs const& memory) {
  auto const& rows = known.statistics.rows;
  walk const by_rows = settled(by_block_rows{}, known.call);
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
  counted const count(known, memory);
  for (schedule const& one : all) {
    if (rows.max_length > longest_uncut && !cuts_rows(one)) continue;
    if (lanes_of_rows_in(one) < 32 && rows.mean_length > most_of_lane * lanes_of_rows_in(one)) continue;
    if (auto const done = work_from(count, one, known)) found.push_back({as_left_to_plan(one, known), *done});
  }
  return found;
}

std::vector<candidate> candidates_for(facts const& known, architecture_costs const& costs) {
  if (known.call.columns > 0) return dense_candidates(known, costs);
  std::vector<candidate> found;
  for (possible const& one : possibilities_for(known, costs.memory)) {
    estimate e = estimate_of(one.done, costs.of(known.call));
    if (!e.waits_for_longest()) found.push_back({one.chosen, std::move(e)});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](auto const& a, auto const& b) { return a.expected.us < b.expected.us; });
  return found;
}

}  // namespace heddle::detail
