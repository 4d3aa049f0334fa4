// stairs.hpp - a tile set that is a formula: tile t has t % 5 atoms, and no array holds its offsets.
#pragma once
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::testing {

struct stairs {
  size_type tiles = 0;

  HEDDLE_FN constexpr size_type num_tiles() const { return tiles; }
  HEDDLE_FN constexpr size_type num_atoms() const { return first_atom(tiles); }
  HEDDLE_FN constexpr size_type first_atom(size_type tile) const {
    size_type const rest = tile % 5;
    return tile / 5 * 10 + rest * (rest - 1) / 2;
  }
  /// Of the numbers of a tile's atoms.
  constexpr size_type sum_of_atoms(size_type tile) const {
    size_type const from = first_atom(tile), to = first_atom(tile + 1);
    return (from + to - 1) * (to - from) / 2;
  }
};

}  // namespace heddle::testing
