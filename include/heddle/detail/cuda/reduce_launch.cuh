// reduce_launch.cuh - what the launches of all walks share: the operands of a reduction, tiles that shares cut, and
// those without atoms.
#pragma once
#include <heddle/detail/cuda/block.cuh>
#include <heddle/detail/cuda/dependent_launch.cuh>
#include <heddle/detail/cuda/share_clock.cuh>
#include <heddle/detail/cuda/shares.cuh>
#include <heddle/detail/walk/fix_up.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/sinks.hpp>

namespace heddle::gpu {

/// How many threads the kernels have; see tuning.hpp for the other numbers.
inline constexpr int block_threads = gpu_tuning.threads;

namespace kernels {

template <class V, class Monoid>
__device__ void keep_partials(cut_values<V> const& cuts, size_type worker, cut_partials<V> const& cut,
                              Monoid const& add) {
  if (!cuts.heads) return;
  cuts.heads[worker] = cut.head.tile >= 0 ? cut.head.value : neutral_of(add);  // an empty share inside a tile
  cuts.tails[worker] = cut.tail.value;
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

// Shared memory without running constructors: what is read was written before.
template <class Storage> struct raw_storage { alignas(16) unsigned char bytes[sizeof(Storage)]; };

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
  template <class V> __device__ void operator()(size_type tile, V const& value) const {
    heddle::detail::close_open(close, tile, value);
  }
};

template <class Tiles, class Monoid, class Close>
void close_cut(executor const& exec, Tiles const& tiles, path_point const* points, size_type workers, Monoid const& add,
               Close const& close, cut_values<typename Monoid::value_type> const& cuts) {
  constexpr int threads = block_threads;
  if (workers < 2) return;
  launch_early(exec, close_cut_tiles<Tiles, Monoid, Close>, grid_of(ceil_div(workers - 1, threads)), threads,
               "close_cut_tiles", tiles, points, workers, add, close, cuts);
}

// The sink itself, so that it does not have kernels of its own where it refuses no tile.
template <class Close> Close const& bare(Close const& close) { return close; }
template <class Close> Close const& bare(without_open<Close> const& sink) { return sink.close; }

// A reduction by a plan. Where walks stand that a call cannot have, the plan has settled for others.
template <class Tiles, class Value, class Monoid, class Close> struct reduce_launch {
  using V = typename Monoid::value_type;
  static constexpr int threads = block_threads;
  executor const& exec;
  plan const& chosen;
  share_table const& table;
  device_shares shares;
  Tiles const& tiles;
  Value const& value;
  Monoid const& add;
  Close close;

  cudaStream_t stream() const { return stream_of(exec); }

  // launch(cuts), in which at most so many shares a multiprocessor look back where they may, with the launch that
  // closes cut tiles where they do not.
  template <class Launch> void with_cuts(size_type looking_back, Launch const& launch) const {
    auto const kept = memory_of_cuts(looking_back);
    launch(kept.cuts);
    if (kept.cuts.heads) close_cut(exec, tiles, shares.points, shares.workers, add, bare(close), kept.cuts);
  }

  struct cut_memory {
    cut_values<V> cuts;
    buffer<V> parts;
    std::shared_ptr<void> zeros;
  };
  // Apart from the launches, of which there are some fifteen.
  cut_memory memory_of_cuts(size_type looking_back) const {
    if (!table.cuts_tiles) return {};
    if (looks_back(looking_back)) {
      auto zeros = exec.state().zeros(static_cast<std::size_t>(shares.workers) * sizeof(part_slot<V>));
      return {{.slot_of = static_cast<part_slot<V>*>(zeros.get())}, {}, std::move(zeros)};
    }
    buffer<V> parts(exec, 2 * shares.workers);
    return {{.heads = parts.data(), .tails = parts.data() + shares.workers}, std::move(parts), {}};
  }

  bool looks_back(size_type most) const {
    if (!fits_slot<V> || shares.workers > most * exec.num_workers()) return false;
    return table.longest_run <= gpu_tuning.max_run && !may_run_beside_others(exec);
  }

  // At least as many blocks as are resident at once, where they have enough empty tiles to close.
  size_type with_empty(size_type blocks) const {
    size_type const resident = gpu_tuning.resident_threads / threads * exec.num_workers();
    return max_of(blocks, min_of(ceil_div(static_cast<size_type>(tiles.num_tiles()), threads), resident));
  }
};

}  // namespace kernels
}  // namespace heddle::gpu
