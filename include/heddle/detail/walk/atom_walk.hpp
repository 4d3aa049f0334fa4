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
