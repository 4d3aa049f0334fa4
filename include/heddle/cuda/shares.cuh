// shares.cuh - a plan as kernels see it: where the share of each worker begins and ends.
#pragma once
#include <heddle/cuda/check.cuh>
#include <heddle/plan.hpp>

namespace heddle::cuda {

struct device_shares {
  path_point const* points = nullptr;   // [workers + 1]; null: whole tiles
  std::int64_t const* order = nullptr;  // [workers]: worker w has the tile order[w]
  size_type workers = 0;
  int tiles_per_worker = 0;
  size_type atoms_per_worker = 0;  // > 0: equal atoms, so that only the tile has to be read from the table
  bool leave_empty = false;        // close_empty_tiles does it
  bool claimed = false;            // shares are taken from a counter
  size_type max_atoms = 0;         // of any share; 0: not known
  size_type max_tiles = 0;

  template <class Tiles> __device__ path_point begin(Tiles const& tiles, size_type worker) const {
    return points ? from_table(tiles, worker) : of_tile(tiles, first_tile(worker));
  }
  template <class Tiles> __device__ path_point end(Tiles const& tiles, size_type worker) const {
    if (points) return from_table(tiles, worker + 1);
    return of_tile(tiles, order ? first_tile(worker) + 1 : first_tile(worker + 1));
  }
  /// Where there is a table.
  template <class Tiles> __device__ path_point from_table(Tiles const& tiles, size_type worker) const {
    if (atoms_per_worker == 0) return points[worker];
    return {points[worker].tile, min_of(worker * atoms_per_worker, static_cast<size_type>(tiles.num_atoms()))};
  }

 private:
  __device__ size_type first_tile(size_type worker) const { return order ? order[worker] : worker * tiles_per_worker; }
  template <class Tiles> static __device__ path_point of_tile(Tiles const& tiles, size_type tile) {
    size_type const at = min_of(tile, static_cast<size_type>(tiles.num_tiles()));
    return {at, static_cast<size_type>(tiles.first_atom(at))};
  }
};

/// Shares with more tiles than this are mostly empty ones; a pass over all tiles closes these instead.
inline constexpr size_type many_tiles = 1 << 16;

inline device_shares shares_of(plan const& chosen) {
  auto const* split = std::get_if<nonzero_split>(&chosen.chosen.built_in());
  bool const equal_atoms = split && !split->at_tile_ends && !chosen.chosen.user() && !chosen.points.empty();
  bool const many_empty = chosen.walked_by.by == walker::block && chosen.max_tiles > many_tiles;
  return {.points = chosen.points.data(),
          .order = chosen.order.data(),
          .workers = chosen.workers,
          .tiles_per_worker = chosen.tiles_per_worker,
          .atoms_per_worker = equal_atoms ? split->atoms() : 0,
          .leave_empty = many_empty || chosen.walked_by.by == walker::segments,
          .claimed = chosen.claimed,
          .max_atoms = chosen.max_atoms,
          .max_tiles = chosen.max_tiles};
}

/// Blocks of a grid, checked against what a launch can hold.
inline unsigned grid_of(size_type blocks) {
  constexpr size_type limit = 2147483647;
  if (blocks > limit) throw invalid_argument(detail::concat("a GPU cannot launch ", blocks, " blocks; limit ", limit));
  return static_cast<unsigned>(blocks);
}

}  // namespace heddle::cuda
