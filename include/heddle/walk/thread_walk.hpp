// thread_walk.hpp - one thread reduces the atoms of its share, tile by tile; the same source on the CPU and on the GPU.
#pragma once
#include <heddle/tiles/tile_set.hpp>
#include <heddle/walk/partial.hpp>

namespace heddle {

/// Functors take (tile, atom), or only (atom) when they have no use for the tile.
template <class Value> HEDDLE_FN constexpr auto value_at(Value const& value, size_type tile, size_type atom) {
  if constexpr (requires { value(tile, atom); }) {
    return value(tile, atom);
  } else {
    return value(atom);
  }
}

/// Sinks may have `open(tile)`: where it is false the tile's atoms are never read, and close gets the identity.
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

/// add over value(tile, atom) for atoms [from, to), in order, stopping early at a terminal value.
template <class Value, class Monoid>
HEDDLE_FN constexpr auto reduce_atoms(size_type tile, size_type from, size_type to, Value const& value,
                                      Monoid const& add) {
  typename Monoid::value_type sum = add.identity();
  for (size_type atom = from; atom < to && !is_final(add, sum); ++atom) sum = add(sum, value_at(value, tile, atom));
  return sum;
}

/// Walks [begin, end): closes every whole tile through close(tile, value) and returns the cut ones.
/// A tile is closed by the share that holds all of its atoms and its end; empty tiles by the share that passes them.
template <tile_set Tiles, class Value, class Monoid, class Close>
HEDDLE_FN auto thread_walk(Tiles const& tiles, path_point begin, path_point end, Value const& value, Monoid const& add,
                           Close const& close) {
  cut_tiles<typename Monoid::value_type> cut;
  size_type atom = begin.atom;
  bool found_open = !(begin == end) && atom > static_cast<size_type>(tiles.first_atom(begin.tile));
  auto reduce = [&](size_type tile, size_type to) {
    return is_open(close, tile) ? reduce_atoms(tile, atom, to, value, add) : add.identity();
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
  if (found_open || atom < end.atom) (found_open ? cut.head : cut.tail) = {end.tile, reduce(end.tile, end.atom)};
  return cut;
}

}  // namespace heddle
