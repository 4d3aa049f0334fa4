// reduce_dense.cuh - run a plan on the GPU against a dense matrix: every row's products summed for all columns, and
// written exactly once.
#pragma once
#include <heddle/detail/base/tuning.hpp>
#include <heddle/detail/cuda/block.cuh>
#include <heddle/detail/cuda/dependent_launch.cuh>
#include <heddle/detail/cuda/shares.cuh>
#include <heddle/detail/walk/dense_fix_up.hpp>
#include <heddle/detail/walk/dense_sweep.hpp>

namespace heddle::gpu {

/// Lanes that take a share together, as an exponent of 2, and how many columns of a pass each of them has.
struct dense_lanes {
  int bits = 0, columns = 0;
  HEDDLE_FN size_type span() const { return size_type{columns} << bits; }
};

namespace kernels {

inline constexpr int dense_threads = gpu_tuning.threads;
// Blocks that a multiprocessor shall have room for: warps that take turns, and rows of B on their way to a lane, hide
// the loads, and want the same registers. In a trial whole rows of 32 columns of f32 took 1.06 ms with four rows and 5
// blocks, 1.09 with eight and 4; of 128, four rows in two packs and 4 blocks, 3.34, in one pack 3.90. Equal nonzeros of
// a power law took 2.03 and 6.97 ms with four rows, the next entries fetched ahead, and 4 blocks, 2.12 and 6.76 with
// eight and 3. Of f64 registers decide.
template <class V, int Width, int Packs, bool Cuts> constexpr int resident_sweeps() {
  if (sizeof(V) > 8) return 1;
  if (Width == 1) return sizeof(V) > 4 ? 2 : 4;
  return (Packs == 1 && !Cuts ? 5 : 4) - (sizeof(V) > 4 && !Cuts);
}

template <class Storage> struct dense_storage { alignas(16) unsigned char bytes[sizeof(Storage)]; };

// A pass over the columns that the lanes hold, from `first_column` on, for each place along y of the grid.
template <int Width, int Packs, int Unroll, bool Cuts, class Tiles, class Product, class Monoid, class Sink>
__global__ __launch_bounds__(
    dense_threads, resident_sweeps<typename Monoid::value_type, Width, Packs,
                                   Cuts>()) void sweep_dense_shares(Tiles tiles, shares_view shares, dense_lanes lanes,
                                                                    size_type first_column, size_type columns,
                                                                    Product product, Monoid add, Sink sink,
                                                                    dense_cuts<typename Monoid::value_type> cuts) {
  let_next_begin();
  size_type const share = (static_cast<size_type>(blockIdx.x) * dense_threads + threadIdx.x) >> lanes.bits;
  if (share >= shares.workers) return;
  int const lane = static_cast<int>(threadIdx.x & ((1u << lanes.bits) - 1));
  dense_sweep<Width, Packs, Unroll, Cuts>(lane, lanes.bits, tiles, share, shares.begin(tiles, share),
                                          shares.end(tiles, share), first_column + blockIdx.y * lanes.span(), columns,
                                          product, add, sink, cuts);
}

template <class Tiles, class V, class Monoid, class Sink>
__global__ __launch_bounds__(dense_threads) void close_cut_rows(Tiles tiles, path_point const* points,
                                                                size_type workers, int lane_bits, dense_cuts<V> cuts,
                                                                size_type columns, Monoid add, Sink sink) {
  using storage = dense_fix_up_storage<V, dense_threads>;
  __shared__ dense_storage<storage> raw;
  wait_for_kernel_before();
  this_block<dense_threads> block;
  size_type const first = 1 + (static_cast<size_type>(blockIdx.x) * dense_threads >> lane_bits);
  combine_dense(block, reinterpret_cast<storage&>(raw), tiles, points, workers, first, 1 << lane_bits, cuts, columns,
                add, sink);
}

}  // namespace kernels

/// A kernel for a call, and its lanes.
template <class Tiles, class Product, class Monoid, class Sink> struct dense_choice {
  using V = typename Monoid::value_type;
  void (*kernel)(Tiles, shares_view, dense_lanes, size_type, size_type, Product, Monoid, Sink, dense_cuts<V>);
  dense_lanes lanes;

  template <int Width, int Packs, int Unroll, bool Cuts> static dense_choice sweep(size_type columns) {
    return {kernels::sweep_dense_shares<Width, Packs, Unroll, Cuts, Tiles, Product, Monoid, Sink>,
            {lane_bits_for(columns, Packs * Width), Packs * Width}};
  }
};

/// Whole rows have two packs a lane where one would be more than 128 bytes of a row; what is not aligned has one kernel
/// for every plan.
template <int Width, class Tiles, class Product, class Monoid, class Sink>
dense_choice<Tiles, Product, Monoid, Sink> choose_dense_kernel(plan const& chosen, size_type columns) {
  using choice = dense_choice<Tiles, Product, Monoid, Sink>;
  using V = typename Monoid::value_type;
  if constexpr (Width == 1) {
    return choice::template sweep < 1, columns_of_lane<V>(), sizeof(V) <= 8 ? 4 : 2, true > (columns);
  } else {
    if (chosen.shares->cuts_tiles) return choice::template sweep<Width, 1, 4, true>(columns);
    return columns > 8 * Width ? choice::template sweep<Width, 2, 4, false>(columns)
                               : choice::template sweep<Width, 1, 4, false>(columns);
  }
}

/// sink.close(tile, column, sums of Width columns, whether the tile has no atoms, add), exactly once for every tile and
/// all columns. product, add, sink: device callable, copied to the GPU (see dense_sweep). The plan must be one for a
/// call with columns. The result depends on the plan, not on the run. Memory for two rows of B for each share of a plan
/// that cuts tiles. Throws cuda_error when a launch fails, out_of_memory before anything is written. One launch,
/// another where the plan cuts tiles. Asynchronous on the executor's stream.
template <int Width, class Tiles, class Product, class Monoid, class Sink>
void reduce_dense(executor const& exec, plan const& chosen, Tiles const& tiles, size_type columns,
                  Product const& product, Monoid const& add, Sink const& sink) {
  using V = typename Monoid::value_type;
  share_table const& table = *chosen.shares;
  if (table.workers == 0 || tiles.num_tiles() == 0 || columns == 0) return;
  device_guard const guard(exec);
  constexpr int threads = kernels::dense_threads;
  constexpr size_type most_passes = 65535;
  auto const [kernel, lanes] = choose_dense_kernel<Width, Tiles, Product, Monoid, Sink>(chosen, columns);
  size_type const span = lanes.span();
  unsigned const blocks = grid_of(ceil_div(table.workers, threads >> lanes.bits));
  buffer<V> kept;
  dense_cuts<V> cuts;
  if (table.cuts_tiles) {
    size_type const room = heddle::detail::bytes_of(table.workers, sizeof(V)) / static_cast<size_type>(sizeof(V));
    heddle::detail::bytes_of(columns, sizeof(V) * 2 * static_cast<std::size_t>(room));
    kept = buffer<V>(exec, 2 * room * columns);
    cuts = {kept.data(), kept.data() + room * columns};
  }
  for (size_type first = 0; first < columns; first += span * most_passes) {
    dim3 const grid(blocks, static_cast<unsigned>(min_of(ceil_div(columns - first, span), most_passes)));
    kernel<<<grid, threads, 0, stream_of(exec)>>>(tiles, table.view(), lanes, first, columns, product, add, sink, cuts);
    check(cudaGetLastError(), "reduce_dense");
  }
  if (!table.cuts_tiles || table.workers < 2) return;
  int const lane_bits = lane_bits_for(columns, 1);
  launch_early(exec, kernels::close_cut_rows<Tiles, V, Monoid, Sink>,
               grid_of(ceil_div(table.workers - 1, threads >> lane_bits)), threads, "close_cut_rows", tiles,
               table.points.data(), table.workers, lane_bits, cuts, columns, add, sink);
}

}  // namespace heddle::gpu
