// ranges.cuh - ranges for kernels that the user writes: tiles dealt to threads, groups or blocks, the atoms of a tile
// dealt to lanes, and a worker's share of any partition.
// After Osama, Porumbescu & Owens, "A Programming Model for GPU Load Balancing", PPoPP 2023, section 4.
//
//   for (auto tile : thread_tiles(tiles))                        // one tile a thread, grid stride
//     for (auto atom : atoms_of(tiles, tile)) ...
//   for (auto tile : group_tiles(tiles, 8))                      // one tile to 8 lanes
//     for (auto atom : strided(atoms_of(tiles, tile), threadIdx.x % 8, 8)) ...
//   for (auto piece : share_of(merge_path{7}, tiles, worker))    // a worker's stretch of the merge path
//     for (auto atom : step_range(piece.first, piece.last)) ...
#pragma once
#include <heddle/seam/tiles/partition.hpp>

namespace heddle::seam {

/// from, from + step, ... below `to`.
class step_range {
 public:
  class iterator {
   public:
    __device__ iterator(size_type at, size_type step) : at_(at), step_(step) {}
    __device__ size_type operator*() const { return at_; }
    __device__ iterator& operator++() {
      at_ += step_;
      return *this;
    }
    __device__ bool operator!=(iterator const& end) const { return at_ < end.at_; }
    struct endless {};
    __device__ bool operator!=(endless) const { return true; }

   private:
    size_type at_, step_;
  };

  __device__ step_range(size_type from, size_type to, size_type step = 1) : from_(from), to_(to), step_(step) {}
  __device__ iterator begin() const { return {from_, step_}; }
  __device__ iterator end() const { return {to_, step_}; }
  __device__ size_type first() const { return from_; }
  __device__ size_type last() const { return to_; }

 private:
  size_type from_, to_, step_;
};

/// from, from + step, ... without end: for loops that leave by `break`.
class infinite_range {
 public:
  using iterator = step_range::iterator;
  using endless = iterator::endless;

  __device__ explicit infinite_range(size_type from = 0, size_type step = 1) : from_(from), step_(step) {}
  __device__ iterator begin() const { return {from_, step_}; }
  __device__ endless end() const { return {}; }

 private:
  size_type from_, step_;
};

/// Lane `lane` of `lanes` takes every `lanes`-th of [first, last): neighbours on neighbouring atoms.
__device__ inline step_range strided(size_type first, size_type last, int lane, int lanes) {
  return {first + lane, last, lanes};
}
__device__ inline step_range strided(step_range const& range, int lane, int lanes) {
  return strided(range.first(), range.last(), lane, lanes);
}

/// [from, to) dealt to groups of `lanes` threads, a divisor of the block; all lanes of a group get the same numbers.
__device__ inline step_range grid_stride_range(size_type from, size_type to, int lanes = 1) {
  size_type const thread = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
  size_type const threads = static_cast<size_type>(gridDim.x) * blockDim.x;
  return {from + thread / lanes, to, threads / lanes};
}

/// One tile a thread, all threads of the grid.
template <tile_set Tiles> __device__ step_range thread_tiles(Tiles const& tiles) {
  return grid_stride_range(0, tiles.num_tiles());
}
/// One tile to `lanes` neighbouring threads.
template <tile_set Tiles> __device__ step_range group_tiles(Tiles const& tiles, int lanes) {
  return grid_stride_range(0, tiles.num_tiles(), lanes);
}
/// One tile to a block.
template <tile_set Tiles> __device__ step_range block_tiles(Tiles const& tiles) {
  return grid_stride_range(0, tiles.num_tiles(), static_cast<int>(blockDim.x));
}

/// The atoms of a tile.
template <tile_set Tiles> __device__ step_range atoms_of(Tiles const& tiles, size_type tile) {
  return {static_cast<size_type>(tiles.first_atom(tile)), static_cast<size_type>(tiles.first_atom(tile + 1))};
}

/// The pieces of tiles between two boundaries of a partition; its boundaries are searched for here.
template <class S, tile_set Tiles>
__device__ share<Tiles> share_of(S const& partition, Tiles const& tiles, size_type worker) {
  return {tiles, partition.boundary(tiles, worker), partition.boundary(tiles, worker + 1)};
}
/// The same from a plan's table of points.
template <tile_set Tiles>
__device__ share<Tiles> share_of(path_point const* points, Tiles const& tiles, size_type worker) {
  return {tiles, points[worker], points[worker + 1]};
}

}  // namespace heddle::seam
