// reduce_kernels.cuh - the kernels behind reduce_tiles: one body a scope, whatever the schedule and the operation.
#pragma once
#include <heddle/cuda/block.cuh>
#include <heddle/cuda/copying_block.cuh>
#include <heddle/cuda/dependent_launch.cuh>
#include <heddle/cuda/share_clock.cuh>
#include <heddle/cuda/shares.cuh>
#include <heddle/walk/block_walk.hpp>
#include <heddle/walk/dealt_walk.hpp>
#include <heddle/walk/entry_walk.hpp>
#include <heddle/walk/fix_up.hpp>
#include <heddle/walk/group_walk.hpp>
#include <heddle/walk/marked_walk.hpp>
#include <heddle/walk/scan_walk.hpp>
#include <heddle/walk/segment_walk.hpp>

namespace heddle::cuda {

/// Sizes of the kernels, as a plain value: 256 threads, and as many items a thread as a block's staging bytes allow.
/// All resident blocks of a multiprocessor together stay under about 150 KB of shared memory; above 160 KB the
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
  /// Measured on an H200: long shares, of regular rows, want all 8; short ones, of uneven rows, want the registers (7
  /// to 9 % on power-law rows), and so do structs.
  HEDDLE_FN static constexpr int min_blocks(int items, std::size_t value_bytes) {
    if (value_bytes > 8) return value_bytes > 16 ? 4 : 6;
    return items <= 4 ? 5 : 8;
  }
  /// Of the walk that copies entries first: threads, items a thread, bytes of entries that a block may hold, and blocks
  /// that registers must leave room for. H200, f32 / f64, 27-point stencil of 109 M nonzeros, in a trial: 192 x 16 227
  /// / 336 us, 256 x 16 228 / 341, 128 x 16 228 / 338, 256 x 8 250 / 371, and so on band and grid.
  static constexpr int copying_threads = 192, copied_items = 16, max_copied_bytes = 64 * 1024;
  HEDDLE_FN static constexpr int copying_blocks(std::size_t value_bytes) { return value_bytes <= 4 ? 8 : 6; }
  /// Of the walk between marks: items a lane, all of them neighbours, with as many columns on their way; shares are
  /// multiples of 32 times as many.
  static constexpr int marked_items = 4;
  /// Shares look back where there are at most so many for each multiprocessor, so that all are resident at once and
  /// hardly wait, and where a tile lies in at most so many. H200, in a trial with rows by lanes: R-MAT 16 in 880 shares
  /// 20.2 us, with a launch that combines 21.6; links of 3.2 M nonzeros in 3100 shares 28.9, 27.5.
  static constexpr size_type looking_back = 8, max_run = 256;
  /// Values larger than this are not scanned: lanes take rows.
  static constexpr std::size_t max_scanned_bytes = 8;
  /// Values larger than this are not staged: a share for a block goes to a warp.
  static constexpr std::size_t max_staged_bytes = 64;
};

namespace kernels {

template <int Items, bool Many, class V>
inline constexpr int resident = Many ? 4 : reduce_tuning::min_blocks(Items, sizeof(V));  // walks of chunks would spill
template <class V> inline constexpr int resident_whole = sizeof(V) <= 4 ? 8 : sizeof(V) <= 16 ? 6 : 4;

// Whole tiles, in their order or in that of `order`: `lanes` threads, 1 to 32, take `tiles_per_worker` of the `num`
// tiles one after the other.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(
    reduce_tuning::threads,
    resident_whole<typename Monoid::value_type>) void reduce_whole_tiles(Tiles tiles, std::int64_t const* order,
                                                                         size_type num, int lanes, int tiles_per_worker,
                                                                         Value value, Monoid add, Close close) {
  size_type const worker = (static_cast<size_type>(blockIdx.x) * reduce_tuning::threads + threadIdx.x) / lanes;
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
__global__ __launch_bounds__(reduce_tuning::threads) void reduce_by_groups(
    Tiles tiles, device_shares shares, int lanes, Value value, Monoid add, Close close,
    cut_values<typename Monoid::value_type> cuts) {
  let_next_begin();
  size_type const worker = (static_cast<size_type>(blockIdx.x) * reduce_tuning::threads + threadIdx.x) / lanes;
  if (worker >= shares.workers) return;
  auto group = lane_group::alone(lanes);
  [[maybe_unused]] share_clock<Value> const clock(value, worker);
  auto const cut = group_walk(group, tiles, shares.begin(tiles, worker), shares.end(tiles, worker), value, add, close);
  if (group.lane() == 0) keep_partials(cuts, worker, cut, add);
}

// Shares from a table for a warp each, with the tile of every atom in an array.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(reduce_tuning::threads) void reduce_by_segments(
    Tiles tiles, device_shares shares, std::int32_t const* tile_of_atom, Value value, Monoid add, Close close,
    cut_values<typename Monoid::value_type> cuts) {
  let_next_begin();
  size_type const worker = (static_cast<size_type>(blockIdx.x) * reduce_tuning::threads + threadIdx.x) / 32;
  if (worker >= shares.workers) return;
  auto warp = lane_group::alone(32);
  [[maybe_unused]] share_clock<Value> const clock(value, worker);
  auto const cut = segment_walk(warp, tiles, tile_of_atom, shares.begin(tiles, worker), shares.end(tiles, worker),
                                value, add, close);
  if (warp.lane() == 0) keep_partials(cuts, worker, cut, add);
}

// The share of a table that the block has; alone, so that its parts of tiles may go to slots.
template <class Tiles, class V>
__device__ block_share<V> share_of_block(Tiles const& tiles, device_shares const& shares, cut_values<V> const& cuts) {
  size_type const worker = blockIdx.x;
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
__global__ __launch_bounds__(reduce_tuning::threads) void reduce_dealt_tiles(Tiles tiles, scope by, int rounds,
                                                                             Value value, Monoid add, Close close) {
  using V = typename Monoid::value_type;
  using storage = dealt_storage<V, reduce_tuning::threads, Items>;
  __shared__ raw_storage<storage> raw;
  this_block<reduce_tuning::threads> block;
  for (int round = 0; round < rounds; ++round) {
    size_type const first = (static_cast<size_type>(blockIdx.x) * rounds + round) * reduce_tuning::threads;
    if (first >= static_cast<size_type>(tiles.num_tiles())) return;
    [[maybe_unused]] share_clock<Value> const clock(value, first / reduce_tuning::threads);  // of a round
    dealt_walk(block, reinterpret_cast<storage&>(raw), tiles, first, by, value, add, close);
  }
}

// `Many`: any share at all, and any number of them where they are claimed from the counter `next`; else those of a
// table that fit into the block at once.
template <int Items, bool Many, class Tiles, class Value, class Monoid, class Close>
__global__
__launch_bounds__(reduce_tuning::threads, resident<Items, Many, typename Monoid::value_type>) void reduce_by_blocks(
    Tiles tiles, device_shares shares, Value value, Monoid add, Close close,
    cut_values<typename Monoid::value_type> cuts, unsigned long long* next) {
  using V = typename Monoid::value_type;
  using storage = block_storage<V, reduce_tuning::threads, Items, needs_tiles<Value, Close>, Many>;
  __shared__ raw_storage<storage> raw;
  let_next_begin();
  this_block<reduce_tuning::threads> block;
  auto const walk = [&](block_share<V> const& share, size_type worker) {
    [[maybe_unused]] share_clock<Value> const clock(value, worker);
    block_walk(block, reinterpret_cast<storage&>(raw), tiles, share, value, add, close);
  };
  if constexpr (Many) {
    __shared__ unsigned long long claimed;
    for (size_type worker = blockIdx.x;;) {
      if (next) {
        block.sync();  // all are done with the share before
        if (block.rank() == 0) claimed = atomicAdd(next, 1ull);
        block.sync();
        worker = static_cast<size_type>(claimed);
        if (worker >= shares.workers) return;
      }
      walk({shares.begin(tiles, worker), shares.end(tiles, worker), cuts.heads + worker, cuts.tails + worker,
            shares.leave_empty},
           worker);
      if (!next) return;
    }
  } else {
    walk(share_of_block(tiles, shares, cuts), blockIdx.x);
  }
}

// Shares of a table that fit into the block at once, by a segmented scan.
template <int Items, class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(reduce_tuning::threads,
                             8) void reduce_by_scans(Tiles tiles, device_shares shares, Value value, Monoid add,
                                                     Close close, cut_values<typename Monoid::value_type> cuts) {
  using V = typename Monoid::value_type;
  using storage = scan_storage<V, reduce_tuning::threads, Items>;
  __shared__ raw_storage<storage> raw;
  let_next_begin();
  this_block<reduce_tuning::threads> block;
  [[maybe_unused]] share_clock<Value> const clock(value, blockIdx.x);
  scan_walk(block, reinterpret_cast<storage&>(raw), tiles, share_of_block(tiles, shares, cuts), value, add, close);
}

struct alignas(copied_line) shared_line {
  unsigned char bytes[copied_line];
};

// Shares of a table, the entries of each copied in bulk to the dynamic shared memory.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(
    reduce_tuning::copying_threads,
    reduce_tuning::copying_blocks(
        sizeof(typename Monoid::value_type))) void reduce_by_entries(Tiles tiles, device_shares shares, Value value,
                                                                     Monoid add, Close close,
                                                                     cut_values<typename Monoid::value_type> cuts) {
  using V = typename Monoid::value_type;
  extern __shared__ shared_line copied[];
  __shared__ std::uint64_t arrived;
  let_next_begin();
  copying_block<reduce_tuning::copying_threads> block(&arrived);
  [[maybe_unused]] share_clock<Value> const clock(value, blockIdx.x);
  entry_storage<reduce_tuning::copying_threads, reduce_tuning::copied_items> sizes;
  entry_walk(block, sizes, copied->bytes, tiles, share_of_block(tiles, shares, cuts), value, add, close);
}

// Empty tiles, which walks between marks do not meet, by all threads of the grid together.
template <class Tiles, class Monoid, class Close>
__device__ void close_empty_in_passing(Tiles const& tiles, Monoid const& add, Close const& close) {
  size_type const all = static_cast<size_type>(gridDim.x) * blockDim.x;
  for (size_type tile = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x; tile < tiles.num_tiles();
       tile += all) {
    if (tiles.first_atom(tile) == tiles.first_atom(tile + 1)) close(tile, neutral_of(add));
  }
}

// Marked shares, one a warp.
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(reduce_tuning::threads) void reduce_by_marks(
    Tiles tiles, marked_tiles marked, Value value, Monoid add, Close close,
    cut_values<typename Monoid::value_type> cuts) {
  let_next_begin();
  close_empty_in_passing(tiles, add, close);
  size_type const share = (static_cast<size_type>(blockIdx.x) * reduce_tuning::threads + threadIdx.x) / 32;
  if (share >= marked.shares) return;
  auto warp = lane_group::alone(32);
  [[maybe_unused]] share_clock<Value> const clock(value, share);
  constexpr int items = reduce_tuning::marked_items;
  marked_walk<32, items, items>(warp, marked, share, value, add, close, cuts.heads + share, cuts.tails + share);
}

// The last launch of a reduction, made while the one before still runs.
template <class Tiles, class Monoid, class Close>
__global__ __launch_bounds__(reduce_tuning::threads) void close_cut_tiles(
    Tiles tiles, path_point const* points, size_type workers, Monoid add, Close close,
    cut_values<typename Monoid::value_type> cuts) {
  using V = typename Monoid::value_type;
  using storage = fix_up_storage<V, reduce_tuning::threads, reduce_tuning::max_items(sizeof(V))>;
  __shared__ raw_storage<storage> raw;
  wait_for_kernel_before();
  this_block<reduce_tuning::threads> block;
  combine_partials(block, reinterpret_cast<storage&>(raw), tiles, points, workers,
                   1 + static_cast<size_type>(blockIdx.x) * reduce_tuning::threads, cuts, add, close);
}

template <class Tiles, class Monoid, class Close>
__global__ __launch_bounds__(reduce_tuning::threads) void close_empty_tiles(Tiles tiles, Monoid add, Close close) {
  let_next_begin();
  size_type const tile = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (tile < tiles.num_tiles() && tiles.first_atom(tile) == tiles.first_atom(tile + 1)) close(tile, neutral_of(add));
}

// A sink that refuses no tile this time.
template <class Close> struct without_open {
  Close close;
  template <class V> __device__ void operator()(size_type tile, V const& value) const { close(tile, value); }
};

}  // namespace kernels
}  // namespace heddle::cuda
