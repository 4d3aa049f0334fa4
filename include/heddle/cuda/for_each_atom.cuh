// for_each_atom.cuh - visit every atom of a tile set on the GPU: pushes, expansions, scatters.
// Tile sets seen once (frontiers) are not worth a plan: boundaries are computed, or searched for by the block that
// needs them, and nothing is read back.
// Busato & Bombieri, "Efficient Load Balancing Techniques for Graph Traversal Applications on GPUs"; Nasre, Burtscher
// & Pingali, "Data-Driven Versus Topology-driven Irregular Computations on GPUs", workload decomposition.
#pragma once
#include <heddle/cuda/reduce_kernels.cuh>
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

// Where a block's share comes from: a table, a run of tiles, or equal items (atoms, or tiles + atoms) that it searches
// for itself.
struct visit_shares {
  path_point const* points = nullptr;
  size_type workers = 0;           // of the table
  size_type tiles_per_worker = 0;  // of a run of tiles
  size_type items = 0;             // of a searched share; 0: the total over the blocks, at least `least_items`
  bool merge = false;
  unsigned long long* next = nullptr;  // shares are claimed from this counter
  static constexpr size_type least_items = 1024;

  template <class Tiles> __device__ size_type items_of(Tiles const& tiles) const {
    return items > 0 ? items : max_of(ceil_div(total(tiles), gridDim.x), least_items);
  }
  template <class Tiles> __device__ size_type total(Tiles const& tiles) const {
    return merge ? tiles.num_atoms() + tiles.num_tiles() : tiles.num_atoms();
  }
  template <class Tiles> __device__ size_type num_workers(Tiles const& tiles) const {
    if (tiles_per_worker > 0) return ceil_div(tiles.num_tiles(), tiles_per_worker);
    return points ? workers : ceil_div(total(tiles), items_of(tiles));
  }
  template <class Block, class Tiles>
  __device__ path_point boundary(Block& block, Tiles const& tiles, size_type worker) const {
    if (points) return points[worker];
    if (tiles_per_worker > 0) {
      size_type const tile = min_of(worker * tiles_per_worker, static_cast<size_type>(tiles.num_tiles()));
      return {tile, static_cast<size_type>(tiles.first_atom(tile))};
    }
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
  __shared__ unsigned long long claimed;
  auto const following = [&](size_type worker) {
    if (!shares.next) return worker + gridDim.x;
    if (block.rank() == 0) claimed = atomicAdd(shares.next, 1ull);
    block.sync();
    return static_cast<size_type>(claimed);
  };
  for (size_type worker = shares.next ? following(0) : blockIdx.x; worker < workers; worker = following(worker)) {
    path_point const begin = shares.boundary(block, counted, worker), end = shares.boundary(block, counted, worker + 1);
    atom_walk(block, staged, counted, begin, end, visit);
    block.sync();
  }
}

// `lanes` threads, 1 to all of a block, take `tiles_per_worker` of the `num` tiles one after the other, in their order
// or in that of `order`.
template <class Tiles, class Visit>
__global__ __launch_bounds__(visit_threads) void visit_by_lanes(Tiles tiles, std::int64_t const* order, size_type num,
                                                                int lanes, int tiles_per_worker, Visit visit) {
  size_type const thread = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
  size_type const from = thread / lanes * tiles_per_worker, lane = thread % lanes;
  size_type const to = min_of(from + tiles_per_worker, num);
  for (size_type i = from; i < to; ++i) {
    size_type const tile = order ? order[i] : i, last = tiles.first_atom(tile + 1);
    for (size_type atom = tiles.first_atom(tile) + lane; atom < last; atom += lanes) visit(tile, atom);
  }
}

template <class Tiles> __global__ void copy_offsets(Tiles tiles, std::int64_t* offsets) {
  size_type const tile = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (tile <= tiles.num_tiles()) offsets[tile] = tiles.first_atom(tile);
}

// A visit as a reduction of nothing, for the walks that reduce.
struct nothing {};
struct no_sum {
  using value_type = nothing;
  static constexpr bool commutative = true;
  __device__ nothing identity() const { return {}; }
  __device__ nothing operator()(nothing, nothing) const { return {}; }
};
template <class Visit> struct visiting {
  Visit visit;
  __device__ nothing operator()(size_type tile, size_type atom) const {
    visit(tile, atom);
    return {};
  }
};
struct close_nothing {
  __device__ void operator()(size_type, nothing) const {}
};

template <class Tiles, class Visit>
void launch_by_lanes(executor const& exec, Tiles const& tiles, std::int64_t const* order, size_type num,
                     scope walked_by, int tiles_per_worker, Visit const& visit) {
  int const lanes = walked_by.by == walker::thread ? 1 : min_of(walked_by.lanes, visit_threads);
  size_type const threads = ceil_div(num, tiles_per_worker) * lanes;
  visit_by_lanes<<<grid_of(ceil_div(threads, visit_threads)), visit_threads, 0, stream_of(exec)>>>(
      tiles, order, num, lanes, tiles_per_worker, visit);
  check(cudaGetLastError(), "visit_by_lanes");
}

template <class Tiles, class Visit>
void launch_by_dealing(executor const& exec, Tiles const& tiles, scope walked_by, int rounds, Visit const& visit) {
  unsigned const blocks = grid_of(ceil_div(tiles.num_tiles(), size_type{reduce_tuning::threads} * rounds));
  reduce_dealt_tiles<1><<<blocks, reduce_tuning::threads, 0, stream_of(exec)>>>(
      tiles, walked_by, rounds, visiting<Visit>{visit}, no_sum{}, close_nothing{});
  check(cudaGetLastError(), "visiting dealt tiles");
}

// Whole tiles, boundaries computed.
template <class Tiles, class Visit>
void launch_whole_tiles(executor const& exec, Tiles const& tiles, scope walked_by, int tiles_per_worker,
                        Visit const& visit) {
  if (walked_by.by == walker::dealt) return launch_by_dealing(exec, tiles, walked_by, tiles_per_worker, visit);
  launch_by_lanes(exec, tiles, nullptr, static_cast<size_type>(tiles.num_tiles()), walked_by, tiles_per_worker, visit);
}

// Shares of a table, for groups of lanes or for warps over segments.
template <class Tiles, class Visit>
void launch_by_groups(executor const& exec, plan const& chosen, Tiles const& tiles, Visit const& visit) {
  constexpr int threads = reduce_tuning::threads;
  int const lanes = chosen.walked_by.by == walker::thread ? 1 : min_of(chosen.walked_by.lanes, 32);
  unsigned const blocks = grid_of(ceil_div(chosen.workers, threads / lanes));
  visiting<Visit> const value{visit};
  if (chosen.walked_by.by == walker::segments) {
    reduce_by_segments<<<blocks, threads, 0, stream_of(exec)>>>(
        tiles, shares_of(chosen), chosen.tile_of_atom.data(), value, no_sum{}, close_nothing{}, cut_values<nothing>{});
  } else {
    reduce_by_groups<<<blocks, threads, 0, stream_of(exec)>>>(tiles, shares_of(chosen), lanes, value, no_sum{},
                                                              close_nothing{}, cut_values<nothing>{});
  }
  check(cudaGetLastError(), "visiting by groups");
}

// As many blocks as are resident at once; with few atoms some have nothing to do.
template <class Tiles, class Visit>
void launch_by_blocks(executor const& exec, Tiles const& tiles, visit_shares const& shares, Visit const& visit) {
  size_type const resident = 8 * static_cast<size_type>(exec.num_workers()), atoms = tiles.num_atoms();
  size_type const useful = shares.points                 ? shares.workers
                           : shares.tiles_per_worker > 0 ? ceil_div(tiles.num_tiles(), shares.tiles_per_worker)
                           : atoms < 0                   ? resident
                                       : ceil_div(atoms + tiles.num_tiles(), visit_shares::least_items);
  visit_by_blocks<<<grid_of(max_of(min_of(resident, useful), size_type{1})), visit_threads, 0, stream_of(exec)>>>(
      tiles, shares, visit);
  check(cudaGetLastError(), "visit_by_blocks");
}

inline bool needs_plan(schedule const& chosen) {
  return std::visit(
      []<class S>(S const&) {
        return heddle::detail::sorts_into_bins<S> || heddle::detail::cuts_into_pieces<S> || std::is_same_v<S, coo>;
      },
      chosen.built_in());
}

template <class Tiles, class Visit>
void launch_claimed(executor const& exec, Tiles const& tiles, int tiles_per_worker, Visit const& visit) {
  buffer<unsigned long long> next(exec, 1);
  check(cudaMemsetAsync(next.data(), 0, sizeof(unsigned long long), stream_of(exec)), "claims");
  launch_by_blocks(exec, tiles, {.tiles_per_worker = tiles_per_worker, .next = next.data()}, visit);
}

}  // namespace kernels

/// visit(tile, atom) for every atom, each once, in any order. tiles: pointers of exec's device; its number of atoms may
/// be negative on the host (not known there): it is read on the GPU as first_atom(num_tiles()).
/// Throws cuda_error when the launch fails. One launch (of binned tiles one a scope), asynchronous on the executor's
/// stream.
template <class Tiles, class Visit>
void for_each_atom(executor const& exec, plan const& chosen, Tiles const& tiles, Visit const& visit) {
  static_assert(tile_set<Tiles>);
  if (tiles.num_tiles() == 0 || chosen.workers == 0) return;
  device_guard const guard(exec);
  if (chosen.claimed) return kernels::launch_claimed(exec, tiles, chosen.tiles_per_worker, visit);
  if (chosen.tiles_per_worker > 0) {
    return kernels::launch_whole_tiles(exec, tiles, chosen.walked_by, chosen.tiles_per_worker, visit);
  }
  for (plan_launch const& part : chosen.launches) {
    kernels::launch_by_lanes(exec, tiles, chosen.order.data() + part.first_worker, part.workers, part.walked_by, 1,
                             visit);
  }
  if (!chosen.launches.empty()) return;
  if (chosen.walked_by.by != walker::block) return kernels::launch_by_groups(exec, chosen, tiles, visit);
  kernels::launch_by_blocks(exec, tiles, {.points = chosen.points.data(), .workers = chosen.workers}, visit);
}

/// The same without a plan, for tile sets that are walked once: equal shares are searched for in the kernel. `auto` is
/// nonzero_split. binned, cut_tiles, coo and a user's partition need a plan all the same, and read back to make it; the
/// others read nothing back.
template <class Tiles, class Visit>
void for_each_atom(executor const& exec, schedule const& chosen, Tiles const& tiles, Visit const& visit) {
  static_assert(tile_set<Tiles>);
  heddle::detail::check_schedule(chosen);
  if (tiles.num_tiles() == 0) return;
  device_guard const guard(exec);
  if (chosen.user() || kernels::needs_plan(chosen)) {
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
        if constexpr (std::is_same_v<S, dynamic>) {
          kernels::launch_claimed(exec, tiles, s.run(), visit);
        } else if constexpr (heddle::detail::maps_whole_tiles<S>) {
          kernels::launch_whole_tiles(exec, tiles, s.walked_by(), s.tiles_per_worker, visit);
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
