// for_each_atom.cuh - visit every atom of a tile set on the GPU: pushes, expansions, scatters.
// Tile sets seen once (frontiers) are not worth a plan: boundaries are computed, or searched for by the block that
// needs them, and nothing is read back.
// Busato & Bombieri, "Efficient Load Balancing Techniques for Graph Traversal Applications on GPUs"; Nasre, Burtscher
// & Pingali, "Data-Driven Versus Topology-driven Irregular Computations on GPUs", workload decomposition.
#pragma once
#include <heddle/cuda/block.cuh>
#include <heddle/cuda/shares.cuh>
#include <heddle/walk/atom_walk.hpp>

namespace heddle::cuda {

namespace kernels {

inline constexpr int visit_threads = 256;

// The same tiles with the number of atoms read on the GPU, where the host may not know it.
template <class Tiles> struct counted_tiles {
  Tiles tiles;
  size_type atoms;
  __device__ size_type num_tiles() const { return tiles.num_tiles(); }
  __device__ size_type num_atoms() const { return atoms; }
  __device__ size_type first_atom(size_type tile) const { return tiles.first_atom(tile); }
};

// Where a block's share comes from: a table, or equal items (atoms, or tiles + atoms) that it searches for itself.
struct visit_shares {
  path_point const* points = nullptr;
  size_type workers = 0;  // of the table
  size_type items = 0;    // of a searched share; 0: the total over the blocks, at least `least_items`
  bool merge = false;
  static constexpr size_type least_items = 1024;

  template <class Tiles> __device__ size_type items_of(Tiles const& tiles) const {
    return items > 0 ? items : max_of(ceil_div(total(tiles), gridDim.x), least_items);
  }
  template <class Tiles> __device__ size_type total(Tiles const& tiles) const {
    return merge ? tiles.num_atoms() + tiles.num_tiles() : tiles.num_atoms();
  }
  template <class Tiles> __device__ size_type num_workers(Tiles const& tiles) const {
    return points ? workers : ceil_div(total(tiles), items_of(tiles));
  }
  template <class Block, class Tiles>
  __device__ path_point boundary(Block& block, Tiles const& tiles, size_type worker) const {
    if (points) return points[worker];
    size_type const at = min_of(worker * items_of(tiles), total(tiles));
    return merge ? find_diagonal(block, tiles, at) : find_atom(block, tiles, at);
  }
};

template <class Tiles, class Visit>
__global__ __launch_bounds__(visit_threads) void visit_by_blocks(Tiles tiles, visit_shares shares, Visit visit) {
  __shared__ heddle::detail::staged_offsets<1024> staged;
  this_block<visit_threads> block;
  counted_tiles<Tiles> const counted{tiles, static_cast<size_type>(tiles.first_atom(tiles.num_tiles()))};
  size_type const workers = shares.num_workers(counted);
  for (size_type worker = blockIdx.x; worker < workers; worker += gridDim.x) {
    path_point const begin = shares.boundary(block, counted, worker), end = shares.boundary(block, counted, worker + 1);
    atom_walk(block, staged, counted, begin, end, visit);
    block.sync();
  }
}

// `lanes` threads, 1 to all of a block, take `tiles_per_worker` tiles one after the other.
template <class Tiles, class Visit>
__global__ __launch_bounds__(visit_threads) void visit_by_lanes(Tiles tiles, int lanes, int tiles_per_worker,
                                                                Visit visit) {
  size_type const thread = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
  size_type const from = thread / lanes * tiles_per_worker, lane = thread % lanes;
  size_type const to = min_of(from + tiles_per_worker, static_cast<size_type>(tiles.num_tiles()));
  for (size_type tile = from; tile < to; ++tile) {
    size_type const last = tiles.first_atom(tile + 1);
    for (size_type atom = tiles.first_atom(tile) + lane; atom < last; atom += lanes) visit(tile, atom);
  }
}

template <class Tiles> __global__ void copy_offsets(Tiles tiles, std::int64_t* offsets) {
  size_type const tile = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (tile <= tiles.num_tiles()) offsets[tile] = tiles.first_atom(tile);
}

template <class Tiles, class Visit>
void launch_by_lanes(executor const& exec, Tiles const& tiles, scope walked_by, int tiles_per_worker,
                     Visit const& visit) {
  int const lanes = walked_by.by == walker::thread ? 1 : min_of(walked_by.lanes, visit_threads);
  size_type const threads = ceil_div(tiles.num_tiles(), tiles_per_worker) * lanes;
  visit_by_lanes<<<grid_of(ceil_div(threads, visit_threads)), visit_threads, 0, stream_of(exec)>>>(
      tiles, lanes, tiles_per_worker, visit);
  check(cudaGetLastError(), "visit_by_lanes");
}

// As many blocks as are resident at once; with few atoms some have nothing to do.
template <class Tiles, class Visit>
void launch_by_blocks(executor const& exec, Tiles const& tiles, visit_shares const& shares, Visit const& visit) {
  size_type const resident = 8 * static_cast<size_type>(exec.num_workers()), atoms = tiles.num_atoms();
  size_type const useful = shares.points ? shares.workers
                           : atoms < 0   ? resident
                                         : ceil_div(atoms + tiles.num_tiles(), visit_shares::least_items);
  visit_by_blocks<<<grid_of(max_of(min_of(resident, useful), size_type{1})), visit_threads, 0, stream_of(exec)>>>(
      tiles, shares, visit);
  check(cudaGetLastError(), "visit_by_blocks");
}

}  // namespace kernels

/// visit(tile, atom) for every atom, each once, in any order. tiles: pointers of exec's device; its number of atoms may
/// be negative on the host (not known there): it is read on the GPU as first_atom(num_tiles()).
/// Throws cuda_error when the launch fails. One launch, asynchronous on the executor's stream.
template <class Tiles, class Visit>
void for_each_atom(executor const& exec, plan const& chosen, Tiles const& tiles, Visit const& visit) {
  static_assert(tile_set<Tiles>);
  if (tiles.num_tiles() == 0 || chosen.workers == 0) return;
  device_guard const guard(exec);
  if (chosen.tiles_per_worker > 0) {
    return kernels::launch_by_lanes(exec, tiles, chosen.walked_by, chosen.tiles_per_worker, visit);
  }
  kernels::launch_by_blocks(exec, tiles, {.points = chosen.points.data(), .workers = chosen.workers}, visit);
}

/// The same without a plan, for tile sets that are walked once: equal shares are searched for in the kernel. `auto` is
/// nonzero_split. Built-in schedules read nothing back; a user's partition reads the offsets back to ask it.
template <class Tiles, class Visit>
void for_each_atom(executor const& exec, schedule const& chosen, Tiles const& tiles, Visit const& visit) {
  static_assert(tile_set<Tiles>);
  if (tiles.num_tiles() == 0) return;
  device_guard const guard(exec);
  if (chosen.user()) {
    size_type const n = tiles.num_tiles();
    buffer<std::int64_t> offsets(exec, n + 1);
    kernels::copy_offsets<<<grid_of(n / 256 + 1), 256, 0, stream_of(exec)>>>(tiles, offsets.data());
    check(cudaGetLastError(), "copy_offsets");
    offset_tiles<std::int64_t> const copied{offsets.data(), n, offsets.get(n)};
    plan const made = make_plan(exec, copied, chosen, sizeof(size_type));
    return for_each_atom(exec, made, tiles, visit);  // its table is freed in stream order
  }
  std::visit(
      [&]<class S>(S const& s) {
        if constexpr (std::is_base_of_v<whole_tiles, S>) {
          kernels::launch_by_lanes(exec, tiles, s.walked_by(), s.tiles_per_worker, visit);
        } else if constexpr (std::is_same_v<S, merge_path>) {
          kernels::launch_by_blocks(exec, tiles, {.items = s.items_per_worker, .merge = true}, visit);
        } else if constexpr (std::is_same_v<S, nonzero_split>) {
          kernels::launch_by_blocks(exec, tiles, {.items = s.atoms_per_worker}, visit);
        } else {
          kernels::launch_by_blocks(exec, tiles, {}, visit);
        }
      },
      chosen.built_in());
}

}  // namespace heddle::cuda
