// expansion_tiles.hpp - the expansion of a sparse product: tiles are rows of A * B, atoms the products a(i,k) * b(k,j).
// Dalton, Olson & Bell, "Optimizing Sparse Matrix-Matrix Multiplication for the GPU", TOMS 2015.
#pragma once
#include <heddle/seam/tiles/offset_tiles.hpp>

namespace heddle::seam {

/// Number of atoms that an entry of A brings: the length of B's row k. Summed over A's rows it gives the tiles' sizes.
template <index_type Index, index_type Offset> struct expanded_length {
  static constexpr bool general_walks = true;
  Index const* a_indices = nullptr;
  Offset const* b_offsets = nullptr;

  HEDDLE_FN constexpr size_type operator()(size_type entry) const {
    Index const k = a_indices[entry];
    return static_cast<size_type>(b_offsets[k + 1]) - static_cast<size_type>(b_offsets[k]);
  }
};

/// Row i of the product owns atoms [scanned[i], scanned[i + 1]), in the order of A's entries, then of B's. All 64-bit:
/// the expansion of two matrices with 32-bit offsets is often longer than 2^31.
template <index_type Index, index_type Offset> struct expansion_tiles {
  size_type const* scanned = nullptr;  // [rows + 1]
  Offset const* a_offsets = nullptr;
  expanded_length<Index, Offset> lengths;
  size_type rows = 0, atoms = 0;

  HEDDLE_FN constexpr size_type num_tiles() const { return rows; }
  HEDDLE_FN constexpr size_type num_atoms() const { return atoms; }
  HEDDLE_FN constexpr size_type first_atom(size_type tile) const { return scanned[tile]; }
  HEDDLE_FN constexpr offset_tiles<size_type> as_offsets() const { return {scanned, rows, atoms}; }

  /// The product behind an atom: the entry of A, and the position of B's entry.
  struct product {
    size_type a, b;
  };
  HEDDLE_FN constexpr product factors(size_type tile, size_type atom) const {
    size_type entry = a_offsets[tile], left = atom - scanned[tile];
    for (size_type length = lengths(entry); left >= length; length = lengths(++entry)) left -= length;
    return {entry, static_cast<size_type>(lengths.b_offsets[lengths.a_indices[entry]]) + left};
  }
};

/// First row that begins in a share whose boundary is `p`: shares of a product are rounded to whole rows, because a
/// row's products are combined where they are made.
template <tile_set Tiles> HEDDLE_FN constexpr size_type first_whole_tile(Tiles const& tiles, path_point p) {
  return p.tile + (p.atom > static_cast<size_type>(tiles.first_atom(p.tile)) ? 1 : 0);
}

}  // namespace heddle::seam
