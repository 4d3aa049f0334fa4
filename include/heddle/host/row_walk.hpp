// row_walk.hpp - a core walks its share row by row: one short loop a row, since a branch that is told wrongly costs as
// much as five entries.
#pragma once
#include <heddle/walk/thread_walk.hpp>

namespace heddle::host {

namespace row_walker {

/// add over value(tile, atom) for atoms in [from, to), in order, until a terminal value.
template <class Value, class Monoid>
inline typename Monoid::value_type reduce(size_type tile, size_type from, size_type to, Value const& value,
                                          Monoid const& add) {
  auto sum = neutral_of(add);
  for (size_type atom = from; atom < to; ++atom) {
    sum = add(sum, value_at(value, tile, atom));
    if constexpr (detail::has_terminal<Monoid>) {
      if (add.is_terminal(sum)) break;
    }
  }
  return sum;
}

}  // namespace row_walker

/// What thread_walk does, for cores: it reads ahead by itself, and needs no loads side by side.
template <tile_set Tiles, class Value, class Monoid, class Close>
auto row_walk(Tiles const& tiles, path_point begin, path_point end, Value const& value, Monoid const& add,
              Close const& close) {
  cut_partials<typename Monoid::value_type> cut;
  size_type tile = begin.tile, atom = begin.atom;
  auto const reduce = [&](size_type to) {
    return is_open(close, tile) ? row_walker::reduce(tile, atom, to, value, add) : neutral_of(add);
  };
  bool const found_open = !(begin == end) && atom > static_cast<size_type>(tiles.first_atom(tile));
  if (found_open) {
    bool const ends = tile < end.tile;
    size_type const to = ends ? static_cast<size_type>(tiles.first_atom(tile + 1)) : end.atom;
    cut.head = {tile, reduce(to)};
    if (!ends) return cut;
    ++tile;
    atom = to;
  }
  for (; tile < end.tile; ++tile) {
    size_type const to = tiles.first_atom(tile + 1);
    close(tile, reduce(to));
    atom = to;
  }
  if (atom < end.atom) cut.tail = {tile, reduce(end.atom)};
  return cut;
}

}  // namespace heddle::host
