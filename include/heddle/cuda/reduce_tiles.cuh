// reduce_tiles.cuh - run a plan on the GPU: every tile's values reduced by a monoid and closed exactly once.
// One kernel body a scope (thread, group, block), whatever the schedule and the operation; no atomics, so that any
// associative monoid is right and the result is the same in every run.
#pragma once
#include <heddle/cuda/block.cuh>
#include <heddle/cuda/shares.cuh>
#include <heddle/walk/block_walk.hpp>
#include <heddle/walk/fix_up.hpp>
#include <heddle/walk/group_walk.hpp>

namespace heddle::cuda {

/// Sizes of the kernels, as a plain value: 256 threads, and as many items a thread as a block's staging bytes allow.
/// All resident blocks of a multiprocessor together stay under about 140 KB of shared memory; above 160 KB the
/// first-level cache, which serves the gathers, starves (measured on an H200).
struct reduce_tuning {
  static constexpr int threads = 256;
  static constexpr int staging_bytes = 16 * 1024;
  HEDDLE_FN static constexpr int max_items(std::size_t value_bytes) {
    int items = 16;
    while (items > 1 && items * threads * static_cast<int>(value_bytes) > staging_bytes) items /= 2;
    return items;
  }
  /// Blocks that registers must leave room for on a multiprocessor; of 256 threads, 8 are all that can be resident.
  /// Measured on an H200: 8 are worth a few spilled registers, but for 16 items a thread; structs get more registers.
  HEDDLE_FN static constexpr int min_blocks(int items, std::size_t value_bytes) {
    return value_bytes > 16 ? 4 : value_bytes > 8 || items > 8 ? 6 : 8;
  }
  /// Values larger than this are not staged: a share for a block goes to a warp.
  static constexpr std::size_t max_staged_bytes = 64;
};

namespace kernels {

template <int Items, class V> inline constexpr int resident = reduce_tuning::min_blocks(Items, sizeof(V));
template <class V> inline constexpr int resident_whole = resident<2 * sizeof(V), V>;

// Whole tiles, boundaries computed: `lanes` threads, 1 to 32, take `tiles_per_worker` tiles one after the other.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(
    reduce_tuning::threads,
    resident_whole<typename Monoid::value_type>) void reduce_whole_tiles(Tiles tiles, int lanes, int tiles_per_worker,
                                                                         Value value, Monoid add, Close close) {
  size_type const worker = (static_cast<size_type>(blockIdx.x) * reduce_tuning::threads + threadIdx.x) / lanes;
  size_type const from = worker * tiles_per_worker;
  size_type const to = min_of(from + tiles_per_worker, static_cast<size_type>(tiles.num_tiles()));
  auto group = lane_group::alone(lanes);
  for (size_type tile = from; tile < to; ++tile) {
    auto const sum = is_open(close, tile) ? group_reduce_atoms(group, tile, tiles.first_atom(tile),
                                                               tiles.first_atom(tile + 1), value, add)
                                          : add.identity();
    if (group.lane() == 0) close(tile, sum);
  }
}

// The same for shares from a table, which may cut tiles.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(reduce_tuning::threads) void reduce_by_groups(
    Tiles tiles, device_shares shares, int lanes, Value value, Monoid add, Close close,
    cut_values<typename Monoid::value_type> cuts) {
  size_type const worker = (static_cast<size_type>(blockIdx.x) * reduce_tuning::threads + threadIdx.x) / lanes;
  if (worker >= shares.workers) return;
  auto group = lane_group::alone(lanes);
  auto const cut =
      group_walk(group, tiles, shares.boundary(tiles, worker), shares.boundary(tiles, worker + 1), value, add, close);
  if (group.lane() != 0 || !cuts.heads) return;
  cuts.heads[worker] = cut.head.value;
  cuts.tails[worker] = cut.tail.value;
}

// Shared memory without running constructors: what is read was written before.
template <class Storage> struct raw_storage { alignas(16) unsigned char bytes[sizeof(Storage)]; };

// `Many`: any share at all; else those of a table that fit into the block at once.
template <int Items, bool Many, class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(
    reduce_tuning::threads,
    resident<Items, typename Monoid::value_type>) void reduce_by_blocks(Tiles tiles, device_shares shares, Value value,
                                                                        Monoid add, Close close,
                                                                        cut_values<typename Monoid::value_type> cuts) {
  using V = typename Monoid::value_type;
  using storage = block_storage<V, reduce_tuning::threads, Items, needs_tiles<Value, Close>, Many>;
  __shared__ raw_storage<storage> raw;
  size_type const worker = blockIdx.x;
  block_share<V> share{.head = cuts.heads + worker, .tail = cuts.tails + worker, .leave_empty = shares.leave_empty};
  if constexpr (Many) {
    share.begin = shares.boundary(tiles, worker);
    share.end = shares.boundary(tiles, worker + 1);
  } else {
    share.begin = shares.boundary<false>(tiles, worker);
    share.end = shares.boundary<false>(tiles, worker + 1);
  }
  this_block<reduce_tuning::threads> block;
  block_walk(block, reinterpret_cast<storage&>(raw), tiles, share, value, add, close);
}

template <class Tiles, class Monoid, class Close>
__global__ __launch_bounds__(reduce_tuning::threads) void close_cut_tiles(
    Tiles tiles, path_point const* points, size_type workers, Monoid add, Close close,
    cut_values<typename Monoid::value_type> cuts) {
  using V = typename Monoid::value_type;
  using storage = fix_up_storage<V, reduce_tuning::threads, reduce_tuning::max_items(sizeof(V))>;
  __shared__ raw_storage<storage> raw;
  this_block<reduce_tuning::threads> block;
  combine_partials(block, reinterpret_cast<storage&>(raw), tiles, points, workers,
                   1 + static_cast<size_type>(blockIdx.x) * reduce_tuning::threads, cuts, add, close);
}

template <class Tiles, class Monoid, class Close>
__global__ __launch_bounds__(reduce_tuning::threads) void close_empty_tiles(Tiles tiles, Monoid add, Close close) {
  size_type const tile = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (tile < tiles.num_tiles() && tiles.first_atom(tile) == tiles.first_atom(tile + 1)) close(tile, add.identity());
}

// A sink that refuses no tile this time.
template <class Close> struct without_open {
  Close close;
  template <class V> __device__ void operator()(size_type tile, V const& value) const { close(tile, value); }
};

template <class Tiles, class Value, class Monoid, class Close> struct reduce_launch {
  using V = typename Monoid::value_type;
  static constexpr int threads = reduce_tuning::threads;
  cudaStream_t stream;
  Tiles const& tiles;
  device_shares shares;
  Value const& value;
  Monoid const& add;
  Close close;
  cut_values<V> cuts;

  void by_scope(scope walked_by) const {
    bool const too_large = sizeof(V) > reduce_tuning::max_staged_bytes;
    if (walked_by.by == walker::block && !too_large) return by_blocks();
    int const lanes = walked_by.by == walker::thread ? 1 : min_of(walked_by.lanes, 32);
    unsigned const blocks = grid_of(ceil_div(shares.workers, threads / lanes));
    if (shares.tiles_per_worker > 0) {
      reduce_whole_tiles<<<blocks, threads, 0, stream>>>(tiles, lanes, shares.tiles_per_worker, value, add, close);
      return check(cudaGetLastError(), "reduce_whole_tiles");
    }
    reduce_by_groups<<<blocks, threads, 0, stream>>>(tiles, shares, lanes, value, add, close, cuts);
    check(cudaGetLastError(), "reduce_by_groups");
  }

  void by_blocks() const {
    if constexpr (requires { close.all_open(); }) {
      if (close.all_open()) {
        reduce_launch<Tiles, Value, Monoid, without_open<Close>> const launch{
            stream, tiles, shares, value, add, without_open<Close>{close}, cuts};
        return launch.by_blocks();
      }
    }
    constexpr int most = reduce_tuning::max_items(sizeof(V));
    using storage = block_storage<V, threads, most, needs_tiles<Value, Close>, false>;
    bool const fit = shares.tiles_per_worker == 0 && !shares.leave_empty && shares.max_atoms <= storage::capacity &&
                     shares.max_tiles <= storage::max_tiles;
    if (fit) {
      by_fitting_blocks<min_of(4, most)>();
    } else {
      launch_blocks<most, true>();
    }
    check(cudaGetLastError(), "reduce_by_blocks");
    if (!shares.leave_empty) return;
    close_empty_tiles<<<grid_of(ceil_div(tiles.num_tiles(), threads)), threads, 0, stream>>>(tiles, add, close);
    check(cudaGetLastError(), "close_empty_tiles");
  }

  // The smallest instance whose block holds the longest share at once.
  template <int Items> void by_fitting_blocks() const {
    if constexpr (Items < reduce_tuning::max_items(sizeof(V))) {
      if (shares.max_atoms > Items * threads) return by_fitting_blocks<2 * Items>();
    }
    launch_blocks<Items, false>();
  }

  template <int Items, bool Many> void launch_blocks() const {
    reduce_by_blocks<Items, Many>
        <<<grid_of(shares.workers), threads, 0, stream>>>(tiles, shares, value, add, close, cuts);
  }

  void close_cut() const {
    if (!cuts.heads || shares.workers < 2) return;
    close_cut_tiles<<<grid_of(ceil_div(shares.workers - 1, threads)), threads, 0, stream>>>(
        tiles, shares.points, shares.workers, add, close, cuts);
    check(cudaGetLastError(), "close_cut_tiles");
  }
};

}  // namespace kernels

/// close(tile, add over value(tile, atom) for its atoms, in order), exactly once for every tile, empty ones included.
/// tiles: pointers of exec's device; value(atom) or value(tile, atom), add, close: device callable, copied to the GPU.
/// close may have `open(tile)`: where it is false no atom of the tile is read and it is closed with the identity.
/// A sink whose `all_open()` is true (asked on the host, optional) is spared the search for the tile of every atom.
/// Values of more than 64 bytes are not staged: what a block would walk a warp does. The result depends on the plan,
/// not on the run. Throws cuda_error when a launch fails. Work O(atoms + tiles); one launch, and another where the plan
/// cuts tiles. Asynchronous on the executor's stream.
template <class Tiles, class Value, class Monoid, class Close>
void reduce_tiles(executor const& exec, plan const& chosen, Tiles const& tiles, Value const& value, Monoid const& add,
                  Close const& close) {
  static_assert(tile_set<Tiles>);
  using V = typename Monoid::value_type;
  if (chosen.workers == 0 || tiles.num_tiles() == 0) return;
  device_guard const guard(exec);
  buffer<V> const cut(exec, chosen.cuts_tiles ? 2 * chosen.workers : 0);
  cut_values<V> cuts;
  if (chosen.cuts_tiles) cuts = {const_cast<V*>(cut.data()), const_cast<V*>(cut.data()) + chosen.workers};
  kernels::reduce_launch<Tiles, Value, Monoid, Close> const launch{
      stream_of(exec), tiles, shares_of(chosen), value, add, close, cuts};
  launch.by_scope(chosen.walked_by);
  launch.close_cut();
}

}  // namespace heddle::cuda
