// marked_tiles.hpp - where the tiles of a set begin, one bit an atom: what marked_walk reads in place of offsets.
#pragma once
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::seam {

/// Where the tiles of a set begin. Shares are of equal numbers of atoms, a multiple of 128.
struct marked_tiles {
  std::uint32_t const* marks;  // bit a of these: atom a is the first of its tile; one more is set, for the end
  std::int32_t const* tiles;   // those with atoms, in order
  std::int32_t const* open;    // [shares] place in `tiles` of the last that begins before the share; -1: none does
  size_type atoms_per_share, shares, num_atoms;

  HEDDLE_FN bool is_first(size_type atom) const { return marks[atom / 32] >> (atom % 32) & 1; }
};

}  // namespace heddle::seam
