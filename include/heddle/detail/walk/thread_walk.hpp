// thread_walk.hpp - one thread reduces the atoms of its share, tile by tile; the same source on the CPU and on the GPU;
// and what a share leaves of the tiles that it cuts.
#pragma once
#include <heddle/base/types.hpp>
#include <heddle/seam/tiles/tile_set.hpp>
#include <heddle/seam/walk/traits.hpp>

namespace heddle::detail {

/// The part of a tile that one worker saw; tile < 0: nothing.
template <class V> struct partial {
  size_type tile = -1;
  V value{};
};

/// A share cuts at most two tiles: the one it found open and the one it leaves open. A share inside one tile that it
/// neither opened nor closes has a head only.
template <class V> struct cut_partials { partial<V> head, tail; };

/// Functors take (tile, atom), or only (atom) when they have no use for the tile.
template <class Value> HEDDLE_FN constexpr auto value_at(Value const& value, size_type tile, size_type atom) {
  if constexpr (requires { value(tile, atom); }) {
    return value(tile, atom);
  } else {
    return value(atom);
  }
}

/// Sinks may have `open(tile)`: where it is false the tile's atoms are never read, and close gets the neutral
/// element.
template <class Close> HEDDLE_FN constexpr bool is_open(Close const& close, size_type tile) {
  if constexpr (requires { close.open(tile); }) {
    return close.open(tile);
  } else {
    return true;
  }
}

/// Monoids may have `is_terminal(v)`: no further atom can change v.
template <class Monoid, class V> HEDDLE_FN constexpr bool is_final(Monoid const& add, V const& value) {
  if constexpr (requires { add.is_terminal(value); }) {
    return add.is_terminal(value);
  } else {
    return false;
  }
}

/// add over value(tile, atom) for atoms from, from + step, ... below `to`, in order. Reads four ahead, so that their
/// loads overlap, and stops after the four that reached a terminal value.
template <class Value, class Monoid>
HEDDLE_FN constexpr auto reduce_atoms(size_type tile, size_type from, size_type to, Value const& value,
                                      Monoid const& add, size_type step = 1) {
  using V = typename Monoid::value_type;
  V sum = neutral_of(add);
  size_type atom = from;
  for (; atom + 3 * step < to && !is_final(add, sum); atom += 4 * step) {
    V const v0 = value_at(value, tile, atom), v1 = value_at(value, tile, atom + step);
    V const v2 = value_at(value, tile, atom + 2 * step), v3 = value_at(value, tile, atom + 3 * step);
    sum = add(add(add(add(sum, v0), v1), v2), v3);
  }
  if (atom >= to || is_final(add, sum)) return sum;
  bool const two = atom + step < to, three = atom + 2 * step < to;
  V const v0 = value_at(value, tile, atom);
  V const v1 = two ? V(value_at(value, tile, atom + step)) : neutral_of(add);
  V const v2 = three ? V(value_at(value, tile, atom + 2 * step)) : neutral_of(add);
  sum = add(sum, v0);
  if (two) sum = add(sum, v1);
  if (three) sum = add(sum, v2);
  return sum;
}

/// Walks [begin, end): closes every whole tile through close(tile, value) and returns the cut ones.
/// A tile is closed by the share that holds all of its atoms and its end; empty tiles by the share that passes them,
/// with the neutral element.
template <tile_set Tiles, class Value, class Monoid, class Close>
HEDDLE_FN auto thread_walk(Tiles const& tiles, path_point begin, path_point end, Value const& value, Monoid const& add,
                           Close const& close) {
  cut_partials<typename Monoid::value_type> cut;
  size_type atom = begin.atom;
  bool found_open = !(begin == end) && atom > static_cast<size_type>(tiles.first_atom(begin.tile));
  auto reduce = [&](size_type tile, size_type to) {
    return is_open(close, tile) ? reduce_atoms(tile, atom, to, value, add) : neutral_of(add);
  };
  for (size_type tile = begin.tile; tile < end.tile; ++tile) {
    size_type const to = tiles.first_atom(tile + 1);
    auto const sum = reduce(tile, to);
    if (found_open) {
      cut.head = {tile, sum};
    } else {
      close(tile, sum);
    }
    found_open = false;
    atom = to;
  }
  if (found_open || atom < end.atom) {
    (found_open ? cut.head : cut.tail) = partial<typename Monoid::value_type>{end.tile, reduce(end.tile, end.atom)};
  }
  return cut;
}

}  // namespace heddle::detail
