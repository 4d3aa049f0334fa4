// row_walk.hpp - a core walks its share row by row: one short loop a row, since a branch that is told wrongly costs as
// much as five entries.
#pragma once
#include <heddle/detail/walk/thread_walk.hpp>

namespace heddle::host {

/// add over value(tile, atom) for atoms in [from, to), in order, until a terminal value.
template <class Value, class Monoid>
typename Monoid::value_type reduce_in_order(size_type tile, size_type from, size_type to, Value const& value,
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

/// What thread_walk does, for cores: they read ahead by themselves, and need no loads side by side. Functors are taken
/// by value, so that nothing which close writes can be thought to change them (products took 1.1 times as long); cut
/// tiles are kept out of the loop over whole ones (1.2), which spells reduce_in_order out (1.02).
template <tile_set Tiles, class Value, class Monoid, class Close>
auto row_walk(Tiles const tiles, path_point const begin, path_point const end, Value const value, Monoid const add,
              Close const close) {
  cut_partials<typename Monoid::value_type> cut;
  auto const part = [&](size_type tile, size_type from, size_type to) {
    return partial<typename Monoid::value_type>{
        tile, is_open(close, tile) ? reduce_in_order(tile, from, to, value, add) : neutral_of(add)};
  };
  size_type tile = begin.tile, atom = begin.atom;
  if (!(begin == end) && atom > static_cast<size_type>(tiles.first_atom(tile))) {  // found open
    bool const ends = tile < end.tile;
    size_type const to = ends ? static_cast<size_type>(tiles.first_atom(tile + 1)) : end.atom;
    cut.head = part(tile, atom, to);
    if (!ends) return cut;
    ++tile;
    atom = to;
  }
  for (size_type const last = end.tile; tile < last; ++tile) {
    size_type const to = tiles.first_atom(tile + 1);
    auto sum = neutral_of(add);
    if (is_open(close, tile)) {
      for (; atom < to; ++atom) {
        sum = add(sum, value_at(value, tile, atom));
        if constexpr (detail::has_terminal<Monoid>) {
          if (add.is_terminal(sum)) break;
        }
      }
    }
    close(tile, sum);
    atom = to;
  }
  if (atom < end.atom) cut.tail = part(tile, atom, end.atom);
  return cut;
}

}  // namespace heddle::host
