// reduce_by_blocks.cuh - walks by blocks: their kernels, and how these are launched.
#pragma once
#include <heddle/detail/cuda/copying_block.cuh>
#include <heddle/detail/cuda/reduce_by_lanes.cuh>
#include <heddle/detail/walk/block_walk.hpp>
#include <heddle/detail/walk/dealt_walk.hpp>
#include <heddle/detail/walk/entry_walk.hpp>
#include <heddle/detail/walk/scan_walk.hpp>

namespace heddle::gpu::kernels {

template <int Items, bool Many, class V>
inline constexpr int resident = gpu_tuning.blocks_of_rows(Items, sizeof(V), Many);
template <class V> inline constexpr int resident_copying = gpu_tuning.blocks_of_copies(sizeof(V));

// The share of a table that a block has alone, so that its parts of tiles may go to slots.
template <class Tiles, class V>
__device__ block_share<V> share_of_block(Tiles const& tiles, device_shares const& shares, size_type worker,
                                         cut_values<V> const& cuts) {
  return {shares.from_table(tiles, worker),
          shares.from_table(tiles, worker + 1),
          cuts.heads + worker,
          cuts.tails + worker,
          false,
          {shares.points, cuts.slot_of, worker}};
}

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

// Shares of a table that fit into the block at once, by a segmented scan. Shares that look back wait for those before
// them: blocks begin in the order of their numbers, which CUB's scans count on as well.
template <int Items, class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(block_threads, 8) void reduce_by_scans(Tiles tiles, device_shares shares, Value value,
                                                                    Monoid add, Close close,
                                                                    cut_values<typename Monoid::value_type> cuts) {
  using V = typename Monoid::value_type;
  using storage = scan_storage<V, block_threads, Items>;
  __shared__ raw_storage<storage> raw;
  let_next_begin();
  this_block<block_threads> block;
  [[maybe_unused]] share_clock<Value> const clock(value, blockIdx.x);
  scan_walk(block, reinterpret_cast<storage&>(raw), tiles, share_of_block(tiles, shares, blockIdx.x, cuts), value, add,
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

// The launches of all walks.
template <class Tiles, class Value, class Monoid, class Close>
struct block_launches : lane_launches<Tiles, Value, Monoid, Close> {
  using base = lane_launches<Tiles, Value, Monoid, Close>;
  using base::chosen, base::tiles, base::value, base::add, base::close, base::exec, base::shares, base::table,
      base::threads, base::stream, base::with_cuts, base::with_empty;
  using base::launch;
  using typename base::V;
  static constexpr bool is_rare = heddle::detail::is_rare<Value>();
  // Where shares are walked in chunks; what is rare is compiled sooner with few, and is not worth more.
  static constexpr int items_of_chunk = min_of(gpu_tuning.items_of(sizeof(V)), is_rare ? 4 : gpu_tuning.max_items);

  auto without_mask() const {
    return block_launches<Tiles, Value, Monoid, without_open<Close>>{
        {{exec, chosen, table, shares, tiles, value, add, without_open<Close>{close}}}};
  }

  void launch(by_gathering w) const { by_dealing({w.lanes, w.warp_above, w.block_above, false}); }
  void launch(by_flattened_group w) const { by_dealing({w.lanes, w.warp_above, w.block_above, true}); }
  void launch(by_block_rows) const { by_staging_blocks(); }
  void launch(by_block_scan) const { by_scanning_blocks<min_of(8, gpu_tuning.items_of(sizeof(V)))>(); }

  void by_dealing(dealing const& dealt) const {
    int const rounds = shares.tiles_per_share;
    unsigned const blocks = grid_of(ceil_div(tiles.num_tiles(), size_type{threads} * rounds));
    constexpr int items = min_of(4, gpu_tuning.items_of(sizeof(V)));
    reduce_dealt_tiles<items><<<blocks, threads, 0, stream()>>>(tiles, dealt, rounds, value, add, close);
    check(cudaGetLastError(), "reduce_dealt_tiles");
  }

  void launch(by_block_entries) const {
    constexpr int most = gpu_tuning.most_copied();
    auto const entries = value.entries();
    int const bytes = entry_room<decltype(entries)>(most, entries.values != nullptr);
    static_assert(entry_room<decltype(entries)>(most, true) <= gpu_tuning.max_copied_bytes);
    auto const kernel = reduce_by_entries<Tiles, Value, Monoid, Close>;
    if (bytes > 47 * 1024) {  // 48 KB, the barrier included, are any kernel's; more is asked for
      check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "reduce_by_entries");
    }
    with_cuts(0, [&](cut_values<V> const& cuts) {
      kernel<<<grid_of(shares.workers), gpu_tuning.copying_threads, static_cast<std::size_t>(bytes), stream()>>>(
          tiles, shares, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_entries");
    });
  }

  void by_staging_blocks() const {
    if constexpr (is_rare) {
      table.source == share_source::claims ? by_claiming_blocks() : by_any_blocks();
    } else {
      by_blocks_that_fit();
    }
  }

  void by_any_blocks() const {
    launch_blocks<items_of_chunk, true>(shares.leave_empty ? with_empty(shares.workers) : shares.workers, nullptr);
  }

  void by_blocks_that_fit() const {
    if constexpr (requires { close.all_open(); }) {
      if (close.all_open()) return without_mask().by_staging_blocks();
    }
    constexpr int most = gpu_tuning.items_of(sizeof(V));
    using storage = block_storage<V, threads, most, staging_of<Value, Close>, false>;
    bool const fit = shares.points && !shares.leave_empty && table.max_atoms <= storage::capacity &&
                     table.max_tiles <= storage::max_tiles;
    constexpr int least = heddle::detail::takes_usual_walks<Value>() ? 8 : 4;  // shares of 512 are seldom chosen
    if (fit) {
      by_fitting_blocks<min_of(least, most)>();
    } else if (table.source == share_source::claims) {
      by_claiming_blocks();
    } else {
      by_any_blocks();
    }
  }

  // As many blocks as are resident at once share a counter.
  void by_claiming_blocks() const {
    buffer<unsigned long long> next(exec, 1);
    check(cudaMemsetAsync(next.data(), 0, sizeof(unsigned long long), stream()), "claims");
    size_type const at_once = size_type{resident<items_of_chunk, true, V>} * exec.num_workers();
    size_type const blocks = min_of(shares.workers, at_once);
    launch_blocks<items_of_chunk, true>(shares.leave_empty ? with_empty(blocks) : blocks, next.data());
  }

  // The smallest instance whose block holds the longest share at once.
  template <int Items> void by_fitting_blocks() const {
    if constexpr (Items < gpu_tuning.items_of(sizeof(V))) {
      if (table.max_atoms > Items * threads) return by_fitting_blocks<2 * Items>();
    }
    launch_blocks<Items, false>(shares.workers, nullptr);
  }

  template <int Items> void by_scanning_blocks() const {
    if constexpr (Items < gpu_tuning.items_of(sizeof(V))) {
      if (table.max_atoms > Items * threads) return by_scanning_blocks<2 * Items>();
    }
    with_cuts(gpu_tuning.looking_back, [&](cut_values<V> const& cuts) {
      reduce_by_scans<Items><<<grid_of(shares.workers), threads, 0, stream()>>>(tiles, shares, value, add, close, cuts);
      check(cudaGetLastError(), "reduce_by_scans");
    });
  }

  template <int Items, bool Many> void launch_blocks(size_type blocks, unsigned long long* next) const {
    with_cuts(0, [&](cut_values<V> const& cuts) {
      reduce_by_blocks<Items, Many>
          <<<grid_of(blocks), threads, 0, stream()>>>(tiles, shares, value, add, close, cuts, next);
      check(cudaGetLastError(), "reduce_by_blocks");
    });
  }
};

}  // namespace heddle::gpu::kernels
