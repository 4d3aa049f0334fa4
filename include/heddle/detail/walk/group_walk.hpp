// group_walk.hpp - a group of lanes reduces the atoms of its share, tile by tile: all lanes on one tile.
// `Group` supplies lane(), lanes(), any() and reduce(); CUDA and the test emulator each provide one.
#pragma once
#include <heddle/detail/walk/thread_walk.hpp>
#include <heddle/seam/walk/traits.hpp>

namespace heddle::detail {

/// add over value(tile, atom) for atoms [from, to), valid on lane 0. Lanes stride over the atoms, or take one
/// contiguous run each where the monoid is not commutative. Where it has a terminal value, lanes agree after every
/// four of theirs whether to go on, but not before the first: most rows are that short. All four are read before one
/// is added, the last one again where fewer are left, so that no load waits for a question; counted in int, for which
/// kernels have registers enough. Min-plus so has 0.68 (rows of 5) to 1.04 of the speed of plus-times on an H200,
/// where asking first had 0.56 to 0.85; long rows by one lane alone have 0.73 for 0.94.
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
    using V = typename Monoid::value_type;
    V sum = neutral_of(add);
    constexpr int at_once = 4;
    int const step = group.lanes(), round = at_once * step;
    for (int at = group.lane();; from += round) {
      bool const last = to - from <= round;
      int const count = last ? static_cast<int>(to - from) : round;
      if (at < count) {
        V read[at_once];
        HEDDLE_UNROLL
        for (int k = 0; k < at_once; ++k) read[k] = value_at(value, tile, from + min_of(at + k * step, count - 1));
        HEDDLE_UNROLL
        for (int k = 0; k < at_once; ++k) {
          if (at + k * step < count) sum = add(sum, read[k]);
        }
      }
      if (last || group.any(is_final(add, sum))) break;
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
