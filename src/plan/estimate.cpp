// estimate.cpp - what schedules should cost: a sum of parts, each a count that the facts give times a constant of the
// table of costs; and which schedules `auto` compares.
#include "src/plan/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "src/plan/choose.hpp"
#include "src/plan/walk_table.hpp"

namespace heddle::detail {
namespace {

template <class W> bool is(walk const& by) { return std::holds_alternative<W>(by); }

// What a plan would make of a schedule of the table.
class planned_work {
 public:
  planned_work(counted const& count, schedule const& planned, facts const& known)
      : count_(count),
        s_(known.statistics),
        call_(known.call),
        asked_(planned.asked_walk()),
        by_(planned.walked_by()) {}

  std::optional<work> operator()(automatic) const { return {}; }
  std::optional<work> operator()(thread_mapped) const {
    if (!is<by_thread>(by_)) return {};
    return work{&call_costs::thread, count_.of_whole_rows(1)};
  }
  std::optional<work> operator()(warp_mapped) const { return in_groups(); }
  std::optional<work> operator()(group_mapped) const { return in_groups(); }
  std::optional<work> operator()(block_mapped) const {
    if (!by_own_walk()) return {};
    return work{&call_costs::block, count_.of_whole_rows(lanes_of(by_))};
  }
  std::optional<work> operator()(nonzero_split const& s) const {
    int const items = s.atoms_per_worker;
    if (!in_blocks(is<by_block_entries>(by_))) return {};
    if (s.at_tile_ends && scanned_ && items + s_.rows.max_length > longest_share(by_, call_)) return {};
    auto const of_rows = s.at_tile_ends ? &call_costs::ends : &call_costs::rows;
    auto const of_scans = s.at_tile_ends ? &call_costs::endscan : &call_costs::scan;
    return work{scanned_                    ? of_scans
                : is<by_block_entries>(by_) ? &call_costs::entries
                                            : of_rows,
                count_.of_shares(items, false, !scanned_, s.at_tile_ends),
                !s.at_tile_ends && !closes_in_one_launch(items, s_.atoms, scanned_, s_)};
  }
  std::optional<work> operator()(merge_path const& s) const {
    if (!in_blocks(false)) return {};
    return work{scanned_ ? &call_costs::mscan : &call_costs::merge,
                count_.of_shares(s.items_per_worker, true, !scanned_, false),
                !closes_in_one_launch(s.items_per_worker, s_.tiles + s_.atoms, scanned_, s_)};
  }
  std::optional<work> operator()(binned const& s) const {
    if (!by_own_walk()) return {};
    int launches = 0;
    counts const done = count_.of_bins(s, launches);
    return work{&call_costs::bins, done, max_of(launches - 1, 0)};
  }
  // A row of at most the least threshold is not cut. The threshold itself comes from the rows, not from the facts.
  std::optional<work> operator()(cut_tiles const& s) const {
    if (!by_own_walk()) return {};
    return work{&call_costs::pieces, count_.of_whole_rows(s.lanes, 64.0 * s.lanes), s_.rows.max_length > 32};
  }
  std::optional<work> operator()(dynamic const& s) const {
    if (!by_own_walk()) return {};
    double const atoms = s.tiles_per_worker * s_.rows.mean_length;
    return work{&call_costs::claims, count_.of_shares(max_of(atoms, 1.0), false, true, true)};
  }
  // Runs of larger values were not measured.
  std::optional<work> operator()(coo const& s) const {
    if (call_.value_bytes > gpu_tuning.max_scanned_bytes) return {};
    if (is<by_marks>(by_)) return work{&call_costs::marks, count_.of_marks(s.atoms_per_worker)};
    if (!by_own_walk()) return {};
    return work{&call_costs::segments, count_.of_shares(s.atoms_per_worker, false, false, false)};
  }

 private:
  bool by_own_walk() const { return !asked_ && lacking(by_, call_).empty(); }
  std::optional<work> in_groups() const {
    if (!is<by_group>(by_)) return {};
    return work{&call_costs::group, count_.of_whole_rows(lanes_of(by_))};
  }
  // By the walks that a block has, or what takes their place for large values.
  bool in_blocks(bool copied) const {
    return scanned_ || copied || settled(by_, call_) == settled(by_block_rows{}, call_);
  }

  counted const& count_;
  tile_statistics const& s_;
  reduction_call const& call_;
  bool asked_;
  walk by_;
  bool scanned_ = is<by_block_scan>(by_);
};

template <class S> S left_to_plan(S const&) { return {}; }
group_mapped left_to_plan(group_mapped const& s) { return s; }
nonzero_split left_to_plan(nonzero_split const& s) { return {.at_tile_ends = s.at_tile_ends}; }

// With shares of the plan's length, groups of any size, or shares of 512 or 1024 that end with rows and are scanned.
bool is_as_measured(schedule const& asked, facts const& known) {
  auto const by = asked.asked_walk();
  auto const* const split = std::get_if<nonzero_split>(&asked.built_in());
  bool const at_ends = split && split->at_tile_ends && by && is<by_block_scan>(*by);
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
  if (asked.asked_walk() && !lacking(*asked.asked_walk(), known.call).empty()) return std::nullopt;
  schedule const planned = with_items(asked, known);
  return std::visit(planned_work(count, planned, known), planned.built_in());
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
