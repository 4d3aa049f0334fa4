// fix_up.hpp - a block combines the partials of tiles that several shares cut, in order, and closes them.
// A tile's partials are one tail (of the share in which it begins) and the heads of the shares after it, so they need
// no tile numbers: the table of points has them. How a run is combined depends on its length alone: up to `short_run`
// heads by one thread, up to `long_run` by a warp, more by the whole block.
#pragma once
#include <heddle/detail/walk/block_walk.hpp>
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::detail {

/// Where shares leave their parts of the tiles that they cut: head[w] and tail[w] of every share w, for the fix-up, or
/// slot_of[w], for shares that look back; then all shares before it have begun. All null where no tile is cut.
template <class V> struct cut_values {
  V* heads = nullptr;
  V* tails = nullptr;
  part_slot<V>* slot_of = nullptr;
};

template <class V, int Threads, int Items> struct fix_up_storage {
  static constexpr int short_run = 4, long_run = 1024;
  static constexpr int num_slots = (Threads + short_run - 1) / short_run;
  static constexpr int num_long = (Threads + long_run - 1) / long_run;
  struct run {
    size_type first, end;  // heads [first, end) belong to it; first < 0: nothing here
  };
  few<run, num_slots> middle;
  few<run, num_long> giant;
  block_storage<V, Threads, Items, staging::none, true> walk;
};

template <class Block, class Storage, class Tiles, class V, class Monoid, class Close> class partial_combiner {
 public:
  HEDDLE_FN partial_combiner(Block& given_block, Storage& given_storage, Tiles const& given_tiles,
                             path_point const* given_points, size_type given_workers, cut_values<V> const& given_cuts,
                             Monoid const& given_add, Close const& given_close)
      : block(given_block),
        storage(given_storage),
        tiles(given_tiles),
        points(given_points),
        workers(given_workers),
        cuts(given_cuts),
        add(given_add),
        close(given_close) {}

  // The tiles first cut at boundaries first_boundary + [0, threads).
  HEDDLE_FN void run(size_type first_boundary) {
    for (int i = block.rank(); i < Storage::num_slots; i += Block::threads) storage.middle[i].first = -1;
    for (int i = block.rank(); i < Storage::num_long; i += Block::threads) storage.giant[i].first = -1;
    block.sync();
    bool const is_long = close_short_run(first_boundary + block.rank());
    if (!block.any(is_long)) return;
    if (!block.any(close_middle_runs(first_boundary))) return;
    for (int i = 0; i < Storage::num_long; ++i) {
      if (storage.giant[i].first >= 0) close_giant_run(storage.giant[i]);
      block.sync();
    }
  }

 private:
  // True where the boundary begins a run too long for one thread.
  HEDDLE_FN bool close_short_run(size_type boundary) {
    if (boundary >= workers) return false;
    path_point const here = points[boundary], before = points[boundary - 1];
    size_type const ahead = min_of(boundary + Storage::short_run, workers);
    bool const is_short = points[ahead].tile > here.tile;
    if (here.tile >= static_cast<size_type>(tiles.num_tiles())) return false;
    size_type const first = tiles.first_atom(here.tile);
    if (here.atom <= first || (before.tile == here.tile && before.atom > first)) return false;
    if (!is_short) {
      storage.middle[block.rank() / Storage::short_run] = {boundary, 0};
      return true;
    }
    V sum = add(cuts.tails[boundary - 1], cuts.heads[boundary]);
    for (size_type share = boundary + 1; points[share].tile == here.tile; ++share) sum = add(sum, cuts.heads[share]);
    close(here.tile, sum);
    return false;
  }

  // One warp a run; true where a run is left to the block.
  HEDDLE_FN bool close_middle_runs(size_type first_boundary) {
    auto warp = block.group(Block::warp_lanes);
    bool found_giant = false;
    constexpr int warps = Block::threads / Block::warp_lanes;
    for (int slot = block.rank() / Block::warp_lanes; slot < Storage::num_slots; slot += warps) {
      size_type const first = storage.middle[slot].first;
      if (first < 0) continue;
      size_type const tile = points[first].tile, end = end_of_run(warp, first, tile);
      if (end - first > Storage::long_run) {
        if (warp.lane() == 0) storage.giant[(first - first_boundary) / Storage::long_run] = {first, end};
        found_giant = true;
        continue;
      }
      size_type const run = ceil_div(end - first, Block::warp_lanes);
      size_type const from = min_of(first + warp.lane() * run, end);
      auto const head = [&](size_type share) { return cuts.heads[share]; };
      V const part = reduce_atoms(tile, from, min_of(from + run, end), head, add);
      V const sum = warp.reduce(part, add);
      if (warp.lane() == 0) close(tile, add(cuts.tails[first - 1], sum));
    }
    return found_giant;
  }

  // First share after `first` whose beginning lies past `tile`; each step asks one point a lane.
  template <class Group> HEDDLE_FN size_type end_of_run(Group& group, size_type first, size_type tile) const {
    size_type from = first, to = workers;  // the tile is still open at `from`, closed at `to`
    while (to - from > 1) {
      size_type const step = ceil_div(to - from, group.lanes() + 1), probe = from + (group.lane() + 1) * step;
      int const open = group.count(probe < to && points[probe].tile <= tile);
      from += open * step;
      to = min_of(from + step, to);
    }
    return to;
  }

  HEDDLE_FN void close_giant_run(typename Storage::run const& run) {
    size_type const first = run.first, tile = points[first].tile;
    auto const value = [&](size_type i) { return i == 0 ? cuts.tails[first - 1] : cuts.heads[first + i - 1]; };
    auto const close_tile = [&](size_type, V const& sum) { close(tile, sum); };
    uniform_tiles const one{1, run.end - first + 1};
    block_walk(block, storage.walk, one, block_share<V>{{0, 0}, path_end(one)}, value, add, close_tile);
  }

  Block& block;
  Storage& storage;
  Tiles const& tiles;
  path_point const* points;
  size_type workers;
  cut_values<V> const& cuts;
  Monoid const& add;
  Close const& close;
};

/// All threads of the block call it together; blocks with first_boundary = 1, 1 + threads, ... below `workers` close
/// every cut tile once.
template <class Block, class Storage, tile_set Tiles, class Monoid, class Close>
HEDDLE_FN void combine_partials(Block& block, Storage& storage, Tiles const& tiles, path_point const* points,
                                size_type workers, size_type first_boundary,
                                cut_values<typename Monoid::value_type> const& cuts, Monoid const& add,
                                Close const& close) {
  using V = typename Monoid::value_type;
  partial_combiner<Block, Storage, Tiles, V, Monoid, Close>(block, storage, tiles, points, workers, cuts, add, close)
      .run(first_boundary);
}

}  // namespace heddle::detail
