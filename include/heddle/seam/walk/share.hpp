// share.hpp - a worker's share as a range of tile pieces, for loops that the user writes (on the host or in a kernel).
// After the ranges of Osama, Porumbescu & Owens, "A Programming Model for GPU Load Balancing", PPoPP 2023.
#pragma once
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::seam {

/// The atoms [first, last) of one tile that lie in a share; `whole` when these are all atoms of the tile and the share
/// holds its end, so that nobody else writes the tile's result.
struct tile_piece {
  size_type tile = 0, first = 0, last = 0;
  bool whole = true;
};

/// Pieces of the tiles between two points of the path, in order:
///   for (auto piece : share{tiles, s.boundary(tiles, w), s.boundary(tiles, w + 1)})
///     for (size_type atom = piece.first; atom < piece.last; ++atom) ...
/// Works on the host and in kernels. A tile cut by two shares appears in both, with whole == false.
template <tile_set Tiles> struct share {
  Tiles tiles;
  path_point from, to;

  struct iterator {
    Tiles tiles;
    path_point at, to;

    HEDDLE_FN constexpr tile_piece operator*() const {
      bool const closes = at.tile < to.tile;
      size_type const last = closes ? static_cast<size_type>(tiles.first_atom(at.tile + 1)) : to.atom;
      return {at.tile, at.atom, last, closes && at.atom == static_cast<size_type>(tiles.first_atom(at.tile))};
    }
    HEDDLE_FN constexpr iterator& operator++() {
      at = at.tile < to.tile ? path_point{at.tile + 1, static_cast<size_type>(tiles.first_atom(at.tile + 1))} : to;
      return *this;
    }
    friend HEDDLE_FN constexpr bool operator!=(iterator const& a, iterator const& b) { return !(a.at == b.at); }
  };

  HEDDLE_FN constexpr iterator begin() const { return {tiles, from, to}; }
  HEDDLE_FN constexpr iterator end() const { return {tiles, to, to}; }
};

}  // namespace heddle::seam
