// offset_tiles.hpp - tile sets given by an array of offsets: CSR rows, CSC columns, a frontier's adjacency lists.
#pragma once
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::seam {

/// Tiles are rows of a CSR matrix (columns of CSC); atoms are stored entries. `offsets` has tiles + 1 elements.
template <index_type Offset> struct offset_tiles {
  Offset const* offsets = nullptr;
  size_type tiles = 0, atoms = 0;  // atoms == offsets[tiles], kept so that the host never reads device memory

  HEDDLE_FN constexpr size_type num_tiles() const { return tiles; }
  HEDDLE_FN constexpr size_type num_atoms() const { return atoms; }
  HEDDLE_FN constexpr size_type first_atom(size_type tile) const { return offsets[tile]; }
  HEDDLE_FN constexpr offset_tiles as_offsets() const { return *this; }
};

/// Tiles are chosen rows of a CSR matrix: tile t is row ids[t], its atoms are numbered by the scan of the chosen rows'
/// lengths, and its entries are stored from rows[ids[t]] + skip on: a part of each row where `scanned` counts one.
/// Where a kernel has `counted` the tiles, `tiles` is how many there may be, until as_counted has looked.
template <class Ids, class Offsets> struct selected_tiles_of {
  size_type const* scanned = nullptr;  // [tiles + 1], exclusive scan of the chosen rows' lengths
  Ids ids = {};                        // [tiles]
  Offsets rows = {};                   // offsets of the whole matrix
  size_type tiles = 0, atoms = 0;
  size_type skip = 0;  // entries of each row, passed over
  size_type const* counted = nullptr;

  HEDDLE_FN constexpr size_type num_tiles() const { return tiles; }
  HEDDLE_FN constexpr size_type num_atoms() const { return atoms; }
  HEDDLE_FN constexpr size_type first_atom(size_type tile) const { return scanned[tile]; }
  HEDDLE_FN constexpr size_type tile_id(size_type tile) const { return ids[tile]; }
  HEDDLE_FN constexpr size_type position(size_type tile, size_type atom) const {
    return rows[ids[tile]] + skip + (atom - scanned[tile]);
  }
  HEDDLE_FN constexpr offset_tiles<size_type> as_offsets() const { return {scanned, tiles, atoms}; }
};
template <class Index, class Offset> using selected_tiles = selected_tiles_of<Index const*, Offset const*>;

/// Tiles of equal length: COO read one atom a tile (`length` = 1), dense rows.
struct uniform_tiles {
  size_type tiles = 0, length = 1;

  HEDDLE_FN constexpr size_type num_tiles() const { return tiles; }
  HEDDLE_FN constexpr size_type num_atoms() const { return tiles * length; }
  HEDDLE_FN constexpr size_type first_atom(size_type tile) const { return tile * length; }
};

}  // namespace heddle::seam
