// pair_walk.hpp - a walk for a test: two lanes take a share, the first half of each tile's atoms and the second.
#pragma once
#include <heddle/detail/walk/group_walk.hpp>

namespace heddle::detail {

/// Walks [begin, end) as thread_walk does; the result is valid on lane 0 of the pair, which also closes.
template <class Pair, tile_set Tiles, class Value, class Monoid, class Close>
HEDDLE_FN auto pair_walk(Pair& pair, Tiles const& tiles, path_point begin, path_point end, Value const& value,
                         Monoid const& add, Close const& close) {
  cut_partials<typename Monoid::value_type> cut;
  size_type atom = begin.atom;
  bool found_open = !(begin == end) && atom > static_cast<size_type>(tiles.first_atom(begin.tile));
  auto const reduce = [&](size_type tile, size_type to) {
    size_type const middle = atom + (to - atom) / 2;
    auto const half =
        pair.lane() == 0 ? reduce_atoms(tile, atom, middle, value, add) : reduce_atoms(tile, middle, to, value, add);
    return is_open(close, tile) ? pair.reduce(half, add) : neutral_of(add);
  };
  for (size_type tile = begin.tile; tile < end.tile; ++tile) {
    size_type const to = tiles.first_atom(tile + 1);
    auto const sum = reduce(tile, to);
    if (found_open) {
      cut.head = {tile, sum};
    } else if (pair.lane() == 0) {
      close(tile, sum);
    }
    found_open = false;
    atom = to;
  }
  if (found_open || atom < end.atom) {
    auto const sum = reduce(end.tile, end.atom);
    (found_open ? cut.head : cut.tail) = {end.tile, sum};
  }
  return cut;
}

}  // namespace heddle::detail
