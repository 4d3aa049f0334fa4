// chunk.hpp - cut a share into chunks that fit a block's shared memory, and find the tile of an atom in a chunk.
#pragma once
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::detail {

// End of the chunk that begins at `at`: at most `max_tiles` tiles closed and `max_atoms` atoms consumed.
template <class Tiles>
HEDDLE_FN path_point chunk_end(Tiles const& tiles, path_point at, path_point end, size_type max_tiles,
                               size_type max_atoms) {
  bool const tiles_fit = end.tile - at.tile <= max_tiles;
  if (tiles_fit && end.atom - at.atom <= max_atoms) return end;
  size_type const tile = at.tile + max_tiles;
  path_point const to = tiles_fit ? end : path_point{tile, static_cast<size_type>(tiles.first_atom(tile))};
  if (to.atom - at.atom <= max_atoms) return to;
  size_type const atom = at.atom + max_atoms;
  return {tile_of_atom(tiles, atom, at.tile, to.tile), atom};
}

// Past the empty tiles that begin at `at`; a tile of which something is consumed stays.
template <class Tiles> HEDDLE_FN path_point skip_empty_tiles(Tiles const& tiles, path_point at, path_point end) {
  if (at.tile == end.tile || static_cast<size_type>(tiles.first_atom(at.tile)) != at.atom) return at;
  return {tile_of_atom(tiles, at.atom, at.tile, end.tile), at.atom};
}

// The first atom of each tile of a chunk, counted from the chunk's first atom, in a block's shared memory.
template <int Tiles> struct staged_offsets {
  static constexpr int max_tiles = Tiles;
  few<int, Tiles + 2> first;
};

template <class Block, class Staged, class Tiles>
HEDDLE_FN void stage_offsets(Block& block, Staged& staged, Tiles const& tiles, path_point at, path_point next) {
  size_type const last_tile = tiles.num_tiles();
  int const rows = static_cast<int>(next.tile - at.tile);
  for (int row = block.rank(); row <= rows + 1; row += Block::threads) {
    size_type const atom = tiles.first_atom(min_of(at.tile + row, last_tile));
    staged.first[row] = static_cast<int>(min_of(max_of(atom, at.atom), next.atom) - at.atom);
  }
}

// The row of the chunk that holds its atom `i`: the last one that begins at or before i.
template <class Staged> HEDDLE_FN int row_of_atom(Staged const& staged, int rows, int i) {
  int from = 0, to = rows;
  while (from < to) {
    int const middle = (from + to) / 2;
    if (staged.first[middle + 1] <= i) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

}  // namespace heddle::detail
