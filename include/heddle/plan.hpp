// plan.hpp - what is kept of a schedule for one tile set: who walks, and where boundaries cost a search, their table.
#pragma once
#include <heddle/memory.hpp>
#include <heddle/primitives.hpp>
#include <heddle/schedule/schedule.hpp>
#include <heddle/tile_marks.hpp>
#include <memory>
#include <optional>
#include <vector>

namespace heddle {

/// What `auto` decides by.
struct tile_statistics {
  size_type tiles = 0, atoms = 0;
  primitives::row_statistics rows;
  size_type columns = 0;  // length of the vector that atoms gather from; 0: not known
  double nearness = -1;   // of the columns of entries that follow one another (primitives::nearness); < 0: not known
};

/// Consecutive workers that are walked alike: one kernel launch.
struct plan_launch {
  scope walked_by;
  size_type first_worker = 0, workers = 0;
};

/// Made once for a tile set and a schedule, kept with the matrix, used by every operation on it. Where the share of
/// worker w begins and ends stands in one of three places: points[w] and points[w + 1]; or it is the tile order[w]; or
/// the tiles_per_worker tiles from w * tiles_per_worker on (of walker::dealt blocks of 256 lanes take as many rounds).
struct plan {
  schedule chosen;  // never automatic
  scope walked_by;
  size_type workers = 0;
  int tiles_per_worker = 0;                 // > 0: whole tiles, boundaries are computed
  buffer<path_point> points;                // [workers + 1] on the executor, or empty
  buffer<std::int64_t> order;               // [tiles] on the executor, or empty: whole tiles in this order
  std::vector<plan_launch> launches;        // of `order`; empty: one launch, by walked_by
  buffer<std::int32_t> tile_of_atom;        // [atoms] on a GPU, for walker::segments
  std::shared_ptr<tile_marks const> marks;  // on a GPU, of the same shares, where the schedule wants them
  bool claimed = false;                     // workers take shares from a counter, as they come
  bool cuts_tiles = false;                  // some tile lies in two shares, so partials must be combined
  size_type max_atoms = 0;                  // atoms of the largest share; 0: not measured (whole tiles)
  size_type max_tiles = 0;                  // tiles of the largest share; 0: not measured (whole tiles)
  size_type longest_run = 0;                // shares in which one cut tile lies, at most; 0: none, or not measured
  std::string reason;                       // why `auto` chose this; empty where the user did

  device_kind made_for = device_kind::host;
  std::size_t value_bytes = 0;
  std::optional<tile_statistics> statistics;  // empty where nobody had to measure them

  /// Shares of a table for blocks, in whose place a locality plan may put its own walk.
  bool cuts_for_blocks() const { return walked_by.by == walker::block && !points.empty(); }

  /// The statistics, the rule's questions with figures and answers, the choice, and what each schedule is expected to
  /// cost: lines of text. explain(plan) of explain.hpp gives the same as data.
  std::string explain() const;
};

/// The rule of `auto`: see the definition for the measurements behind it.
schedule choose_schedule(tile_statistics const& statistics, device_kind kind, std::size_t value_bytes);

/// A plan for the rows given by offsets[0..rows] (memory of `exec`). `value_bytes` is the size of a partial result,
/// which limits how many fit into shared memory. Cost O(workers log rows), and a few read-backs of
/// some bytes on a GPU; `binned` also sorts the rows, `coo` writes a number an atom, and the offsets are copied to the
/// host to ask a user's partition. `statistics` may be null; `auto` then measures them itself. Throws invalid_argument
/// where a parameter makes no sense, or a user's partition is none (see check_partition).
template <index_type Offset>
plan make_plan(executor const& exec, offset_tiles<Offset> const& tiles, schedule const& chosen, std::size_t value_bytes,
               tile_statistics const* statistics = nullptr);

}  // namespace heddle
