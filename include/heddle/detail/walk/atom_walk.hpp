// atom_walk.hpp - a block visits every atom of its share with the atom's tile: offsets of the share staged in shared
// memory, the tile found by binary search in them, neighbouring threads on neighbouring atoms.
// Busato & Bombieri, "Efficient Load Balancing Techniques for Graph Traversal Applications on GPUs".
#pragma once
#include <heddle/detail/walk/chunk.hpp>

namespace heddle::detail {

/// visit(tile, atom) for every atom between two points of the path, in any order; all threads of the block together.
template <class Block, class Staged, tile_set Tiles, class Visit>
HEDDLE_FN void atom_walk(Block& block, Staged& staged, Tiles const& tiles, path_point begin, path_point end,
                         Visit const& visit) {
  constexpr size_type max_atoms = 1 << 30;
  for (path_point at = begin, next; at.atom < end.atom; at = next) {
    next = chunk_end(tiles, at, end, Staged::max_tiles, max_atoms);
    if (next.atom == at.atom) {
      next = skip_empty_tiles(tiles, next, end);
      continue;
    }
    block.sync();  // the offsets of the chunk before are no longer read
    stage_offsets(block, staged, tiles, at, next);
    block.sync();
    int const atoms = static_cast<int>(next.atom - at.atom), rows = static_cast<int>(next.tile - at.tile);
    for (int i = block.rank(); i < atoms; i += Block::threads) {
      visit(at.tile + row_of_atom(staged, rows, i), at.atom + i);
    }
  }
}

/// Offsets of all of a few tiles, and what a block needs to scan them.
template <int Tiles, int Warps> struct scanned_offsets : staged_offsets<Tiles> { few<int, Warps> of_warps; };

/// staged.first[0 .. num_tiles()] from the lengths of at most max_tiles tiles, by all threads of the block together.
template <class Block, class Staged, class Tiles>
HEDDLE_FN void scan_lengths(Block& block, Staged& staged, Tiles const& tiles) {
  constexpr int each = (Staged::max_tiles + Block::threads - 1) / Block::threads;
  int const num = static_cast<int>(tiles.num_tiles()), first = block.rank() * each;
  few<int, each> lengths;
  int own = 0;
  HEDDLE_UNROLL
  for (int k = 0; k < each; ++k) {
    lengths[k] = first + k < num ? static_cast<int>(length_of(tiles, first + k)) : 0;
    own += lengths[k];
  }
  auto warp = block.group(Block::warp_lanes);
  int before = own;  // with the lane's own
  for (int offset = 1; offset < Block::warp_lanes; offset *= 2) {
    int const below = warp.below(before, offset);
    if (warp.lane() >= offset) before += below;
  }
  int const mine = block.rank() / Block::warp_lanes;
  if (warp.lane() == Block::warp_lanes - 1) staged.of_warps[mine] = before;
  block.sync();
  before -= own;
  for (int other = 0; other < mine; ++other) before += staged.of_warps[other];
  HEDDLE_UNROLL
  for (int k = 0; k < each; ++k) {
    if (first + k <= num) staged.first[first + k] = before;
    before += lengths[k];
  }
  if (num == Staged::max_tiles && block.rank() == Block::threads - 1) staged.first[num] = before;
  block.sync();
}

/// Tiles by offsets that a block has scanned.
template <class Staged> struct tiles_in_block {
  Staged const* staged;
  size_type tiles;
  HEDDLE_FN size_type num_tiles() const { return tiles; }
  HEDDLE_FN size_type num_atoms() const { return staged->first[static_cast<int>(tiles)]; }
  HEDDLE_FN size_type first_atom(size_type tile) const { return staged->first[static_cast<int>(tile)]; }
};

/// visit(tile, k) for atoms [begin, end) of such tiles, where k counts within the tile.
template <class Block, class Staged, class Visit>
HEDDLE_FN void scanned_walk(Block& block, tiles_in_block<Staged> const& tiles, size_type begin, size_type end,
                            Visit const& visit) {
  Staged const& staged = *tiles.staged;
  int const last = static_cast<int>(tiles.tiles) - 1;
  for (size_type i = begin + block.rank(); i < end; i += Block::threads) {
    size_type const tile = row_of_atom(staged, last, static_cast<int>(i));
    visit(tile, i - tiles.first_atom(tile));
  }
}

// First of [from, to) for which `holds` is false; `holds` goes from true to false once. Every step asks one place a
// thread, so a million tiles take three steps.
template <class Block, class Holds>
HEDDLE_FN size_type block_search(Block& block, size_type from, size_type to, Holds const& holds) {
  while (from < to) {
    size_type const step = ceil_div(to - from, Block::threads), probe = from + (block.rank() + 1) * step - 1;
    from += block.count(probe < to && holds(probe)) * step;
    to = min_of(from + step - 1, to);
  }
  return from;
}

/// nonzero_split's boundary before `atom`, found by the whole block.
template <class Block, tile_set Tiles>
HEDDLE_FN path_point find_atom(Block& block, Tiles const& tiles, size_type atom) {
  auto const ends_before = [&](size_type tile) { return static_cast<size_type>(tiles.first_atom(tile + 1)) <= atom; };
  return {block_search(block, 0, tiles.num_tiles(), ends_before), atom};
}

/// merge_path's boundary on diagonal `d`, found by the whole block.
template <class Block, tile_set Tiles>
HEDDLE_FN path_point find_diagonal(Block& block, Tiles const& tiles, size_type d) {
  path_point const end = path_end(tiles);
  auto const ends_before = [&](size_type tile) {
    return static_cast<size_type>(tiles.first_atom(tile + 1)) <= d - tile - 1;
  };
  size_type const from = max_of(d - end.atom, size_type{0}), to = min_of(d, end.tile);
  size_type const tile = block_search(block, from, to, ends_before);
  return {tile, d - tile};
}

}  // namespace heddle::detail
