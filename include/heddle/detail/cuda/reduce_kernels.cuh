// reduce_kernels.cuh - the kernels behind reduce_tiles: one body a walk, whatever the schedule and the operation.
#pragma once
#include <heddle/detail/cuda/block.cuh>
#include <heddle/detail/cuda/copying_block.cuh>
#include <heddle/detail/cuda/dependent_launch.cuh>
#include <heddle/detail/cuda/share_clock.cuh>
#include <heddle/detail/cuda/shares.cuh>
#include <heddle/seam/walk/block_walk.hpp>
#include <heddle/seam/walk/dealt_walk.hpp>
#include <heddle/seam/walk/entry_walk.hpp>
#include <heddle/seam/walk/fix_up.hpp>
#include <heddle/seam/walk/group_walk.hpp>
#include <heddle/seam/walk/marked_walk.hpp>
#include <heddle/seam/walk/scan_walk.hpp>
#include <heddle/seam/walk/segment_walk.hpp>

namespace heddle::gpu {

/// How many threads the kernels have; see tuning.hpp for the other numbers.
inline constexpr int block_threads = gpu_tuning.threads;

namespace kernels {

template <int Items, bool Many, class V>
inline constexpr int resident = gpu_tuning.blocks_of_rows(Items, sizeof(V), Many);
template <class V> inline constexpr int resident_whole = gpu_tuning.blocks_of_whole_tiles(sizeof(V));
template <class V> inline constexpr int resident_copying = gpu_tuning.blocks_of_copies(sizeof(V));

// Whole tiles, in their order or in that of `order`: `lanes` threads, 1 to 32, take `tiles_per_worker` of the `num`
// tiles one after the other.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads, resident_whole<typename Monoid::value_type>) void reduce_whole_tiles(
    Tiles tiles, std::int64_t const* order, size_type num, int lanes, int tiles_per_worker, Value value, Monoid add,
    Close close) {
  size_type const worker = (static_cast<size_type>(blockIdx.x) * block_threads + threadIdx.x) / lanes;
  size_type const from = worker * tiles_per_worker, to = min_of(from + tiles_per_worker, num);
  auto group = lane_group::alone(lanes);
  size_type const share = order && from < to ? order[from] : worker;  // with an order every tile is a share
  [[maybe_unused]] share_clock<Value> const clock(value, share);
  for (size_type i = from; i < to; ++i) {
    size_type const tile = order ? order[i] : i;
    auto const sum = is_open(close, tile) ? group_reduce_atoms(group, tile, tiles.first_atom(tile),
                                                               tiles.first_atom(tile + 1), value, add)
                                          : neutral_of(add);
    if (group.lane() == 0) close(tile, sum);
  }
}

template <class V, class Monoid>
__device__ void keep_partials(cut_values<V> const& cuts, size_type worker, cut_partials<V> const& cut,
                              Monoid const& add) {
  if (!cuts.heads) return;
  cuts.heads[worker] = cut.head.tile >= 0 ? cut.head.value : neutral_of(add);  // an empty share inside a tile
  cuts.tails[worker] = cut.tail.value;
}

// Shares from a table, which may cut tiles.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads) void reduce_by_groups(Tiles tiles, device_shares shares, int lanes,
                                                                  Value value, Monoid add, Close close,
                                                                  cut_values<typename Monoid::value_type> cuts) {
  let_next_begin();
  size_type const worker = (static_cast<size_type>(blockIdx.x) * block_threads + threadIdx.x) / lanes;
  if (worker >= shares.workers) return;
  auto group = lane_group::alone(lanes);
  [[maybe_unused]] share_clock<Value> const clock(value, worker);
  auto const cut = group_walk(group, tiles, shares.begin(tiles, worker), shares.end(tiles, worker), value, add, close);
  if (group.lane() == 0) keep_partials(cuts, worker, cut, add);
}

// Empty tiles, where walks do not meet them, by all threads of the grid together.
template <class Tiles, class Monoid, class Close>
__device__ void close_empty_in_passing(Tiles const& tiles, Monoid const& add, Close const& close) {
  size_type const all = static_cast<size_type>(gridDim.x) * blockDim.x;
  for (size_type tile = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x; tile < tiles.num_tiles();
       tile += all) {
    if (tiles.first_atom(tile) == tiles.first_atom(tile + 1)) close(tile, neutral_of(add));
  }
}

// Shares from a table for a warp each, with the tile of every atom in an array.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads) void reduce_by_segments(Tiles tiles, device_shares shares,
                                                                    std::int32_t const* tile_of_atom, Value value,
                                                                    Monoid add, Close close,
                                                                    cut_values<typename Monoid::value_type> cuts) {
  let_next_begin();
  close_empty_in_passing(tiles, add, close);
  size_type const worker = (static_cast<size_type>(blockIdx.x) * block_threads + threadIdx.x) / 32;
  if (worker >= shares.workers) return;
  auto warp = lane_group::alone(32);
  [[maybe_unused]] share_clock<Value> const clock(value, worker);
  auto const cut = segment_walk(warp, tiles, tile_of_atom, shares.begin(tiles, worker), shares.end(tiles, worker),
                                value, add, close);
  if (warp.lane() == 0) keep_partials(cuts, worker, cut, add);
}

// Which share the block has. Where shares wait for those before them, the one after those of all blocks that have
// begun: in which order blocks begin is not promised, nor that all are resident at once.
template <class V> __device__ size_type take_share(cut_values<V> const& cuts) {
  if (!cuts.tickets) return blockIdx.x;
  __shared__ unsigned ticket;
  if (threadIdx.x == 0) ticket = atomicInc(cuts.tickets, gridDim.x - 1);  // back at 0 with the last
  __syncthreads();
  return ticket;
}

// The share of a table that a block has alone, so that its parts of tiles may go to slots.
template <class Tiles, class V>
__device__ block_share<V> share_of_block(Tiles const& tiles, device_shares const& shares, size_type worker,
                                         cut_values<V> const& cuts) {
  return {shares.from_table(tiles, worker),
          shares.from_table(tiles, worker + 1),
          cuts.heads + worker,
          cuts.tails + worker,
          false,
          {shares.points, cuts.slots, worker}};
}

// Shared memory without running constructors: what is read was written before.
template <class Storage> struct raw_storage { alignas(16) unsigned char bytes[sizeof(Storage)]; };

// Whole tiles, dealt to the threads of a block; `rounds` times as many tiles as threads.
template <int Items, class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads) void reduce_dealt_tiles(Tiles tiles, dealing by, int rounds, Value value,
                                                                    Monoid add, Close close) {
  using V = typename Monoid::value_type;
  using storage = dealt_storage<V, block_threads, Items>;
  __shared__ raw_storage<storage> raw;
  this_block<block_threads> block;
  for (int round = 0; round < rounds; ++round) {
    size_type const first = (static_cast<size_type>(blockIdx.x) * rounds + round) * block_threads;
    if (first >= static_cast<size_type>(tiles.num_tiles())) return;
    [[maybe_unused]] share_clock<Value> const clock(value, first / block_threads);  // of a round
    dealt_walk(block, reinterpret_cast<storage&>(raw), tiles, first, by, value, add, close);
  }
}

// `Many`: any share at all, and any number of them where they are claimed from the counter `next`; else those of a
// table that fit into the block at once.
template <int Items, bool Many, class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads, resident<Items, Many, typename Monoid::value_type>) void reduce_by_blocks(
    Tiles tiles, device_shares shares, Value value, Monoid add, Close close,
    cut_values<typename Monoid::value_type> cuts, unsigned long long* next) {
  using V = typename Monoid::value_type;
  using storage = block_storage<V, block_threads, Items, staging_of<Value, Close>, Many>;
  __shared__ raw_storage<storage> raw;
  let_next_begin();
  this_block<block_threads> block;
  auto const walk = [&](block_share<V> const& share, size_type worker) {
    [[maybe_unused]] share_clock<Value> const clock(value, worker);
    block_walk(block, reinterpret_cast<storage&>(raw), tiles, share, value, add, close);
  };
  if constexpr (Many) {
    if (shares.leave_empty) close_empty_in_passing(tiles, add, close);
    __shared__ unsigned long long claimed;
    for (size_type worker = blockIdx.x;;) {
      if (next) {
        block.sync();  // all are done with the share before
        if (block.rank() == 0) claimed = atomicAdd(next, 1ull);
        block.sync();
        worker = static_cast<size_type>(claimed);
      }
      if (worker >= shares.workers) return;
      walk({shares.begin(tiles, worker), shares.end(tiles, worker), cuts.heads + worker, cuts.tails + worker,
            shares.leave_empty},
           worker);
      if (!next) return;
    }
  } else {
    walk(share_of_block(tiles, shares, blockIdx.x, cuts), blockIdx.x);
  }
}

// Shares of a table that fit into the block at once, by a segmented scan.
template <int Items, class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads, 8) void reduce_by_scans(Tiles tiles, device_shares shares, Value value,
                                                                    Monoid add, Close close,
                                                                    cut_values<typename Monoid::value_type> cuts) {
  using V = typename Monoid::value_type;
  using storage = scan_storage<V, block_threads, Items>;
  __shared__ raw_storage<storage> raw;
  let_next_begin();
  this_block<block_threads> block;
  size_type const worker = take_share(cuts);
  [[maybe_unused]] share_clock<Value> const clock(value, worker);
  scan_walk(block, reinterpret_cast<storage&>(raw), tiles, share_of_block(tiles, shares, worker, cuts), value, add,
            close);
}

struct alignas(copied_line) shared_line {
  unsigned char bytes[copied_line];
};

// Shares of a table, the entries of each copied in bulk to the dynamic shared memory.
template <class Tiles, class Value, class Monoid, class Close>
__global__
__launch_bounds__(gpu_tuning.copying_threads, resident_copying<typename Monoid::value_type>) void reduce_by_entries(
    Tiles tiles, device_shares shares, Value value, Monoid add, Close close,
    cut_values<typename Monoid::value_type> cuts) {
  using V = typename Monoid::value_type;
  extern __shared__ shared_line copied[];
  __shared__ std::uint64_t arrived;
  let_next_begin();
  copying_block<gpu_tuning.copying_threads> block(&arrived);
  [[maybe_unused]] share_clock<Value> const clock(value, blockIdx.x);
  entry_storage<gpu_tuning.copying_threads, gpu_tuning.copied_items> sizes;
  entry_walk(block, sizes, copied->bytes, tiles, share_of_block(tiles, shares, blockIdx.x, cuts), value, add, close);
}

// Marked shares, one a warp.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads) void reduce_by_marks(Tiles tiles, marked_tiles marked, Value value,
                                                                 Monoid add, Close close,
                                                                 cut_values<typename Monoid::value_type> cuts) {
  let_next_begin();
  close_empty_in_passing(tiles, add, close);
  size_type const share = (static_cast<size_type>(blockIdx.x) * block_threads + threadIdx.x) / 32;
  if (share >= marked.shares) return;
  auto warp = lane_group::alone(32);
  [[maybe_unused]] share_clock<Value> const clock(value, share);
  constexpr int items = gpu_tuning.marked_items;
  marked_walk<32, items, items>(warp, marked, share, value, add, close, cuts.heads + share, cuts.tails + share);
}

// The last launch of a reduction, made while the one before still runs.
template <class Tiles, class Monoid, class Close>
__global__ __launch_bounds__(block_threads) void close_cut_tiles(Tiles tiles, path_point const* points,
                                                                 size_type workers, Monoid add, Close close,
                                                                 cut_values<typename Monoid::value_type> cuts) {
  using V = typename Monoid::value_type;
  using storage = fix_up_storage<V, block_threads, gpu_tuning.items_of(sizeof(V))>;
  __shared__ raw_storage<storage> raw;
  wait_for_kernel_before();
  this_block<block_threads> block;
  combine_partials(block, reinterpret_cast<storage&>(raw), tiles, points, workers,
                   1 + static_cast<size_type>(blockIdx.x) * block_threads, cuts, add, close);
}

// A sink that refuses no tile this time.
template <class Close> struct without_open {
  Close close;
  template <class V> __device__ void operator()(size_type tile, V const& value) const { close(tile, value); }
};

}  // namespace kernels
}  // namespace heddle::gpu
