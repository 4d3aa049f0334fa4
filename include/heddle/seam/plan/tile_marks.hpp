// tile_marks.hpp - where the tiles of a set begin, one bit an atom, in memory of a GPU: what marked_walk needs.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/seam/tiles/marked_tiles.hpp>

namespace heddle::seam {

/// Atoms of a share, a multiple of 128, so that there is about one share for each of `warps`.
constexpr size_type marked_share(size_type atoms, size_type warps) {
  constexpr size_type unit = 128;
  return max_of(ceil_div(ceil_div(atoms, max_of(warps, size_type{1})), unit), size_type{1}) * unit;
}

/// Shares of equal numbers of atoms, a multiple of 128, for a warp each.
struct tile_marks {
  buffer<std::uint32_t> marks;
  buffer<std::int32_t> tiles, open;
  buffer<path_point> points;  // [shares + 1]
  size_type atoms_per_share = 0, num_atoms = 0;

  size_type shares() const { return open.size(); }
  marked_tiles view() const { return {marks.data(), tiles.data(), open.data(), atoms_per_share, shares(), num_atoms}; }
};

}  // namespace heddle::seam

namespace heddle::gpu {

/// tiles: at least one atom, at most 2^31 - 1 tiles, memory of `exec`, a GPU. atoms_per_share: a multiple of 128.
/// Work O(tiles + atoms / 32). Reads nothing back.
tile_marks mark_tiles(executor const& exec, detail::integer_tiles const& tiles, size_type atoms_per_share);

}  // namespace heddle::gpu
