// plan.cpp - from a schedule to a plan: who walks, where the boundaries of shares stand, what they cut.
#include <heddle/plan.hpp>
#include <heddle/schedule/conformance.hpp>
#include <limits>

#include "src/core/backend.hpp"
#include "src/core/choose.hpp"

namespace heddle {
namespace {

// Who walks a user's shares: the walks for dealt tiles and segments need more than a table of points.
scope checked_scope(schedule const& chosen) {
  scope const by = chosen.user()->walked_by();
  bool const lanes_fit =
      by.lanes == 1 || by.lanes == 2 || by.lanes == 4 || by.lanes == 8 || by.lanes == 16 || by.lanes == 32;
  if (by.by == walker::thread) return {walker::thread, 1};
  if (by.by == walker::block) return {walker::block, 256};
  if (by.by == walker::group && lanes_fit) return {walker::group, by.lanes};
  throw invalid_argument(detail::concat(
      "schedule '", chosen.name(), "': walked_by must be a thread, a block, or a group of 1, 2, 4, 8, 16 or 32 lanes"));
}

// Ten bins, as in the paper of cut_tiles.
template <index_type Offset>
std::vector<size_type> histogram(executor const& exec, offset_tiles<Offset> const& tiles, size_type longest) {
  return exec.is_host() ? host::count_lengths(exec, tiles, longest, 10) : cuda::count_lengths(exec, tiles, longest, 10);
}

// `chosen` with automatic and the parameters left to the plan replaced by what stands in `into`.
template <index_type Offset>
void resolve(plan& into, executor const& exec, offset_tiles<Offset> const& tiles, schedule const& chosen,
             std::size_t value_bytes, tile_statistics const* known) {
  detail::check_schedule(chosen);
  tile_statistics statistics{tiles.tiles, tiles.atoms, {}};
  if (known) {
    statistics = *known;
  } else if (detail::leaves_choice(chosen)) {
    statistics.rows = primitives::measure_rows(exec, tiles.offsets, tiles.tiles);
    into.statistics = statistics;
  }
  into.chosen = chosen;
  if (chosen.is_automatic()) {
    auto best = detail::choose(statistics, exec.kind());
    into.chosen = std::move(best.chosen);
    into.reason = std::move(best.reason);
  }
  into.chosen = detail::with_items(into.chosen, statistics, exec.kind(), value_bytes);
  if (auto const* cut = std::get_if<cut_tiles>(&into.chosen.built_in()); cut && cut->max_atoms == 0) {
    size_type const longest = statistics.rows.max_length;
    into.chosen = cut_tiles{detail::choose_threshold(histogram(exec, tiles, longest), longest, cut->lanes), cut->lanes};
  }
}

template <index_type Offset>
buffer<path_point> tabulate_user(executor const& exec, offset_tiles<Offset> const& tiles, schedule const& chosen) {
  std::vector<Offset> copy(exec.is_host() ? 0 : static_cast<std::size_t>(tiles.tiles) + 1);
  detail::copy_bytes(executor{}, copy.data(), exec, tiles.offsets, copy.size() * sizeof(Offset));
  offset_tiles<Offset> const readable{exec.is_host() ? tiles.offsets : copy.data(), tiles.tiles, tiles.atoms};
  std::vector<path_point> const points = chosen.user()->points(readable);
  if (std::string const wrong = check_points<offset_tiles<Offset>>(points, readable); !wrong.empty()) {
    throw invalid_argument(detail::concat("schedule '", chosen.name(), "' is not a partition: ", wrong));
  }
  return buffer<path_point>(exec, points);
}

template <index_type Offset>
void set_points(plan& into, executor const& exec, offset_tiles<Offset> const& tiles, buffer<path_point> points) {
  into.points = std::move(points);
  into.workers = into.points.size() - 1;
  if (into.workers == 0 || tiles.tiles == 0) return;
  auto const extents =
      exec.is_host() ? host::measure_shares(exec, tiles, into.points) : cuda::measure_shares(exec, tiles, into.points);
  into.cuts_tiles = extents.cuts_tiles;
  into.max_atoms = extents.max_atoms;
  into.max_tiles = extents.max_tiles;
  into.longest_run = extents.longest_run;
}

// Whole tiles, bin by bin; bins of one scope that follow one another are one launch.
template <index_type Offset>
void set_order(plan& into, executor const& exec, offset_tiles<Offset> const& tiles, binned const& chosen) {
  into.workers = tiles.tiles;
  if (tiles.tiles == 0) return;
  auto const bins = exec.is_host() ? host::bins_of_tiles(exec, tiles) : cuda::bins_of_tiles(exec, tiles);
  into.order = primitives::stable_order(exec, bins.data(), tiles.tiles, std::int32_t{binned::num_bins});
  buffer<std::int32_t> sorted(exec, tiles.tiles);
  primitives::gather(exec, sorted.data(), bins.data(), into.order.data(), tiles.tiles, sizeof(std::int32_t));
  buffer<std::int64_t> first(exec, binned::num_bins + 1);
  primitives::compress_rows(exec, sorted.data(), tiles.tiles, size_type{binned::num_bins}, first.data());
  auto const from = first.to_host();
  for (int bin = 0; bin < binned::num_bins; ++bin) {
    size_type const count = from[bin + 1] - from[bin];
    if (count == 0) continue;
    scope const by = chosen.walked_by(bin);
    if (into.launches.empty() || !(into.launches.back().walked_by == by)) into.launches.push_back({by, from[bin], 0});
    into.launches.back().workers += count;
  }
}

void check_numbered(size_type rows) {
  if (rows > std::numeric_limits<std::int32_t>::max()) {
    throw invalid_argument(detail::concat("coo: ", rows, " rows, but at most 2147483647 can be numbered"));
  }
}

template <index_type Offset>
void set_marks(plan& into, executor const& exec, offset_tiles<Offset> const& tiles, coo const& s) {
  check_numbered(tiles.tiles);
  if (tiles.atoms > 0) into.marks = std::make_shared<tile_marks>(cuda::mark_tiles(exec, tiles, s.atoms()));
}

template <index_type Offset>
void set_tile_of_atom(plan& into, executor const& exec, offset_tiles<Offset> const& tiles) {
  check_numbered(tiles.tiles);
  into.tile_of_atom = buffer<std::int32_t>(exec, tiles.atoms);
  primitives::expand_offsets(exec, tiles.offsets, tiles.tiles, tiles.atoms, into.tile_of_atom.data());
}

// The shares of a built-in schedule whose parameters are known.
template <index_type Offset, class S>
void set_shares(plan& into, executor const& exec, offset_tiles<Offset> const& tiles, S const& s) {
  if constexpr (detail::sorts_into_bins<S>) {
    set_order(into, exec, tiles, s);
  } else if constexpr (!std::is_same_v<S, automatic>) {
    into.walked_by = s.walked_by();
    if constexpr (requires { S::claimed; }) into.claimed = S::claimed;
    if constexpr (detail::maps_whole_tiles<S>) {
      into.tiles_per_worker = s.tiles_per_worker;
      into.workers = s.workers(tiles);
    } else {
      set_points(into, exec, tiles, exec.is_host() ? host::tabulate(exec, tiles, s) : cuda::tabulate(exec, tiles, s));
    }
    if constexpr (std::is_same_v<S, coo>) {
      if (!exec.is_host()) s.marked ? set_marks(into, exec, tiles, s) : set_tile_of_atom(into, exec, tiles);
    }
  }
}

}  // namespace

template <index_type Offset>
plan make_plan(executor const& exec, offset_tiles<Offset> const& tiles, schedule const& chosen, std::size_t value_bytes,
               tile_statistics const* statistics) {
  plan result;
  result.made_for = exec.kind();
  result.value_bytes = value_bytes;
  if (statistics) result.statistics = *statistics;
  if (chosen.user()) {
    result.chosen = chosen;
    result.walked_by = checked_scope(chosen);
    set_points(result, exec, tiles, tabulate_user(exec, tiles, chosen));
    return result;
  }
  resolve(result, exec, tiles, chosen, value_bytes, statistics);
  std::visit([&](auto const& s) { set_shares(result, exec, tiles, s); }, result.chosen.built_in());
  return result;
}

template plan make_plan(executor const&, offset_tiles<std::int32_t> const&, schedule const&, std::size_t,
                        tile_statistics const*);
template plan make_plan(executor const&, offset_tiles<std::int64_t> const&, schedule const&, std::size_t,
                        tile_statistics const*);

}  // namespace heddle
