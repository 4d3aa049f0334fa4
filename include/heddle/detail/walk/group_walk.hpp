// group_walk.hpp - a group of lanes reduces the atoms of its share, tile by tile: all lanes on one tile.
// `Group` supplies lane(), lanes(), any() and reduce(); CUDA and the test emulator each provide one.
#pragma once
#include <heddle/detail/walk/thread_walk.hpp>
#include <heddle/seam/walk/traits.hpp>

namespace heddle::detail {

/// add over value(tile, atom) for atoms [from, to), valid on lane 0. Lanes stride over the atoms, or take one
/// contiguous run each where the monoid is not commutative.
template <class Group, class Value, class Monoid>
HEDDLE_FN auto group_reduce_atoms(Group& group, size_type tile, size_type from, size_type to, Value const& value,
                                  Monoid const& add) {
  if constexpr (!is_commutative<Monoid>()) {
    size_type const run = ceil_div(to - from, group.lanes());
    size_type const first = min_of(from + group.lane() * run, to);
    return group.reduce(reduce_atoms(tile, first, min_of(first + run, to), value, add), add);
  } else if constexpr (!has_terminal<Monoid>) {
    return group.reduce(reduce_atoms(tile, from + group.lane(), to, value, add, group.lanes()), add);
  } else {
    auto sum = neutral_of(add);
    for (size_type const round = 4 * group.lanes(); from < to && !group.any(is_final(add, sum)); from += round) {
      size_type const stop = min_of(from + round, to);
      sum = add(sum, reduce_atoms(tile, from + group.lane(), stop, value, add, group.lanes()));
    }
    return group.reduce(sum, add);
  }
}

/// Walks [begin, end) as thread_walk does; the result is valid on lane 0, which also closes.
template <class Group, tile_set Tiles, class Value, class Monoid, class Close>
HEDDLE_FN auto group_walk(Group& group, Tiles const& tiles, path_point begin, path_point end, Value const& value,
                          Monoid const& add, Close const& close) {
  cut_partials<typename Monoid::value_type> cut;
  size_type atom = begin.atom;
  bool found_open = !(begin == end) && atom > static_cast<size_type>(tiles.first_atom(begin.tile));
  auto reduce = [&](size_type tile, size_type to) {
    return is_open(close, tile) ? group_reduce_atoms(group, tile, atom, to, value, add) : neutral_of(add);
  };
  for (size_type tile = begin.tile; tile < end.tile; ++tile) {
    size_type const to = tiles.first_atom(tile + 1);
    auto const sum = reduce(tile, to);
    if (found_open) {
      cut.head = {tile, sum};
    } else if (group.lane() == 0) {
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
