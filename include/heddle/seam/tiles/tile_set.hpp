// tile_set.hpp - what is balanced: atoms (stored entries) partitioned into consecutive, possibly empty tiles (rows).
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::seam {

/// A point on the path from (0, 0) to (num_tiles, num_atoms): `tile` tiles are closed and `atom` atoms are consumed.
/// Both are 64-bit: `tile + atom` overflows 32 bits before either part does.
struct path_point {
  size_type tile = 0, atom = 0;
  friend HEDDLE_FN constexpr bool operator==(path_point a, path_point b) {
    return a.tile == b.tile && a.atom == b.atom;
  }
};

HEDDLE_FN constexpr size_type path_length(path_point p) { return p.tile + p.atom; }

/// A trivially copyable view of a partition of atoms [0, num_atoms()) into tiles [0, num_tiles()):
/// tile t owns atoms [first_atom(t), first_atom(t + 1)); first_atom is defined on [0, num_tiles()] and non-decreasing.
template <class T>
concept tile_set = std::is_trivially_copyable_v<T> && requires(T const& t, size_type i) {
  { t.num_tiles() } -> std::convertible_to<size_type>;
  { t.num_atoms() } -> std::convertible_to<size_type>;
  { t.first_atom(i) } -> std::convertible_to<size_type>;
};

/// A tile set whose tiles are a selection of larger ones (a frontier, the rows a mask leaves open): `tile_id(tile)` is
/// the name of the tile outside, `position(tile, atom)` where the atom's entry is stored.
template <class T>
concept selected_tile_set = tile_set<T> && requires(T const& t, size_type i) {
  { t.tile_id(i) } -> std::convertible_to<size_type>;
  { t.position(i, i) } -> std::convertible_to<size_type>;
};

template <tile_set Tiles> HEDDLE_FN constexpr path_point path_end(Tiles const& tiles) {
  return {static_cast<size_type>(tiles.num_tiles()), static_cast<size_type>(tiles.num_atoms())};
}

template <tile_set Tiles> HEDDLE_FN constexpr size_type length_of(Tiles const& tiles, size_type tile) {
  return static_cast<size_type>(tiles.first_atom(tile + 1)) - static_cast<size_type>(tiles.first_atom(tile));
}

/// First tile that ends after `atom`, in [from, num_tiles()]; the tile that owns `atom` when atom < num_atoms().
/// Cost O(log num_tiles) reads of first_atom.
template <tile_set Tiles>
HEDDLE_FN constexpr size_type tile_of_atom(Tiles const& tiles, size_type atom, size_type from, size_type to) {
  while (from < to) {
    size_type const middle = from + (to - from) / 2;
    if (static_cast<size_type>(tiles.first_atom(middle + 1)) <= atom) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

}  // namespace heddle::seam
