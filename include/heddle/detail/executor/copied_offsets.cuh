// copied_offsets.cuh - the offsets of a tile set, written out on the GPU.
#pragma once
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/seam/tiles/tile_set.hpp>

namespace heddle::gpu {

template <class Tiles> struct place_offset {
  Tiles tiles;
  size_type* offsets;
  __device__ void operator()(size_type tile) const { offsets[tile] = tiles.first_atom(tile); }
};

/// offsets[0..num_tiles] = first_atom. Asynchronous.
template <tile_set Tiles> void copy_offsets(executor const& exec, Tiles const& tiles, size_type* offsets) {
  for_each_index(exec, tiles.num_tiles() + 1, place_offset<Tiles>{tiles, offsets});
}

}  // namespace heddle::gpu
