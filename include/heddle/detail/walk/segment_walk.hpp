// segment_walk.hpp - lanes side by side on neighbouring atoms, the tile of each read from an array; runs of one tile
// are combined by a segmented scan, in order. Bell & Garland, "Implementing Sparse Matrix-Vector Multiplication on
// Throughput-Oriented Processors", SC09.
#pragma once
#include <heddle/detail/walk/thread_walk.hpp>

namespace heddle::detail {

template <class Group, class Tiles, class TileOf, class Value, class Monoid, class Close> class segment_walker {
 public:
  using V = typename Monoid::value_type;

  HEDDLE_FN segment_walker(Group& given_group, Tiles const& given_tiles, TileOf const& given_tile_of,
                           path_point given_begin, path_point given_end, Value const& given_value,
                           Monoid const& given_add, Close const& given_close)
      : group(given_group),
        tiles(given_tiles),
        tile_of(given_tile_of),
        begin(given_begin),
        end(given_end),
        value(given_value),
        add(given_add),
        close(given_close) {}

  // Partials are valid on lane 0.
  HEDDLE_FN cut_partials<V> run() {
    for (size_type at = begin.atom; at < end.atom; at += unroll * group.lanes()) {
      size_type tile[unroll];
      V read[unroll];
      HEDDLE_UNROLL
      for (int j = 0; j < unroll; ++j) load(at + j * group.lanes() + group.lane(), tile[j], read[j]);
      HEDDLE_UNROLL
      for (int j = 0; j < unroll; ++j) {
        if (at + j * group.lanes() < end.atom) take(tile[j], read[j]);
      }
    }
    if (open.tile >= 0 && group.lane() == 0) finish(open.tile, open.value);
    cut.head = group.broadcast(cut.head, find(cut.head.tile >= 0));
    cut.tail = group.broadcast(cut.tail, find(cut.tail.tile >= 0));
    return cut;
  }

 private:
  static constexpr int unroll = 4;  // loads of as many atoms a lane are under way together

  HEDDLE_FN int find(bool mine) { return max_of(group.first(mine), 0); }

  // Lanes beyond the end get a tile of their own, which nobody closes.
  HEDDLE_FN void load(size_type atom, size_type& tile, V& read) const {
    tile = atom < end.atom ? static_cast<size_type>(tile_of[atom]) : nowhere;
    read = tile != nowhere && is_open(close, tile) ? V(value_at(value, tile, atom)) : neutral_of(add);
  }

  // One atom a lane, after the run that the atoms before left open.
  HEDDLE_FN void take(size_type tile, V sum) {
    if (group.lane() == 0 && open.tile >= 0) {
      if (open.tile == tile) {
        sum = add(open.value, sum);
      } else {
        finish(open.tile, open.value);
      }
    }
    for (int step = 1; step < group.lanes(); step *= 2) {
      V const below = group.below(sum, step);
      size_type const its = group.below(tile, step);
      if (group.lane() >= step && its == tile) sum = add(below, sum);
    }
    int const last = group.lanes() - 1;
    size_type const next = group.above(tile, 1);
    if (group.lane() < last && next != tile && tile != nowhere) finish(tile, sum);
    open.tile = group.broadcast(tile, last);
    open.value = group.broadcast(sum, last);
    if (open.tile == nowhere) open.tile = -1;
  }

  // The run of a tile ends here: close it if all of it lies in the share.
  HEDDLE_FN void finish(size_type tile, V const& sum) {
    if (static_cast<size_type>(tiles.first_atom(tile)) < begin.atom) {
      cut.head = {tile, sum};
    } else if (tile < end.tile) {
      close(tile, sum);
    } else {
      cut.tail = {tile, sum};
    }
  }

  static constexpr size_type nowhere = size_type{1} << 62;
  Group& group;
  Tiles const& tiles;
  TileOf const& tile_of;
  path_point begin, end;
  Value const& value;
  Monoid const& add;
  Close const& close;
  partial<V> open;  // the same on all lanes
  cut_partials<V> cut;
};

/// Walks [begin, end) with `tile_of[atom]` beside every atom; closes the tiles that have atoms and end in it, and
/// returns the cut ones on all lanes. Tiles without atoms are not seen: somebody else closes them. `Group` supplies
/// above(v, n) and below(v, n), what the lane that many places up or down holds, beyond what group_walk asks for.
template <class Group, tile_set Tiles, class TileOf, class Value, class Monoid, class Close>
HEDDLE_FN auto segment_walk(Group& group, Tiles const& tiles, TileOf const& tile_of, path_point begin, path_point end,
                            Value const& value, Monoid const& add, Close const& close) {
  return segment_walker<Group, Tiles, TileOf, Value, Monoid, Close>(group, tiles, tile_of, begin, end, value, add,
                                                                    close)
      .run();
}

}  // namespace heddle::detail
