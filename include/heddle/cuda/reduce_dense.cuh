// reduce_dense.cuh - run a plan on the GPU against a dense matrix: every row's products summed for all columns, and
// written exactly once.
#pragma once
#include <heddle/cuda/block.cuh>
#include <heddle/cuda/dependent_launch.cuh>
#include <heddle/cuda/shares.cuh>
#include <heddle/tuning.hpp>
#include <heddle/walk/dense_fix_up.hpp>

namespace heddle::cuda {

/// Lanes that take a share together, and those of them that have all columns of a pass, as exponents of 2.
struct dense_lanes {
  int group_bits = 0, team_bits = 0;
};

namespace kernels {

inline constexpr int dense_threads = gpu_tuning.threads;
// Blocks that a multiprocessor shall have room for. Warps that take turns hide the loads: of 32 columns of f32,
// 27-point stencil, 6 blocks took 1.70 ms, 5 1.83, 4 2.16, and 3 with eight rows of B on their way to a lane 2.27.
template <class V, int Width, int Unroll>
inline constexpr int resident_dense = sizeof(V) > 8   ? 1
                                      : sizeof(V) > 4 ? 2
                                      : Width > 1     ? 6
                                                      : 3;

template <class Storage> struct dense_storage { alignas(16) unsigned char bytes[sizeof(Storage)]; };

// A pass over the columns that the lanes hold, from `first_column` on, for each place along y of the grid.
template <int Width, int Unroll, class Tiles, class Product, class Monoid, class Sink>
__global__
__launch_bounds__(dense_threads, resident_dense<typename Monoid::value_type, Width, Unroll>) void reduce_dense_shares(
    Tiles tiles, shares_view shares, dense_lanes lanes, size_type first_column, size_type columns, Product product,
    Monoid add, Sink sink, dense_cuts<typename Monoid::value_type> cuts) {
  let_next_begin();
  size_type const share = (static_cast<size_type>(blockIdx.x) * dense_threads + threadIdx.x) >> lanes.group_bits;
  if (share >= shares.workers) return;
  auto group = lane_group::alone(1 << lanes.group_bits);
  size_type const span = size_type{columns_of_lane<typename Monoid::value_type>()} << lanes.team_bits;
  dense_walk<Width, Unroll>(group, lanes.team_bits, tiles, share, shares.begin(tiles, share), shares.end(tiles, share),
                            first_column + blockIdx.y * span, columns, product, add, sink, cuts);
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

/// Lanes for a call: at least what the columns want, and as many as the plan's walk has, where teams may form.
template <class Monoid> dense_lanes dense_lanes_for(plan const& chosen, size_type columns) {
  int const team = team_bits_for(columns, columns_of_lane<typename Monoid::value_type>());
  int const asked = min_of(heddle::detail::lanes_of(chosen.walked_by), 32);
  int group = team;
  while (may_form_teams<Monoid>() && 1 << group < asked) ++group;
  return {group, team};
}

/// sink.close(tile, column, sums of Width columns, whether the tile has no atoms, add), exactly once for every tile and
/// all columns. product, add, sink: device callable, copied to the GPU (see dense_walk). The plan must be one for a
/// call with columns. The result depends on the plan, not on the run. Memory for two rows of B for each share of a plan
/// that cuts tiles. Throws cuda_error when a launch fails, out_of_memory before anything is written. One launch,
/// another where the plan cuts tiles. Asynchronous on the executor's stream.
template <int Width, int Unroll, class Tiles, class Product, class Monoid, class Sink>
void reduce_dense(executor const& exec, plan const& chosen, Tiles const& tiles, size_type columns,
                  Product const& product, Monoid const& add, Sink const& sink) {
  using V = typename Monoid::value_type;
  share_table const& table = *chosen.shares;
  if (table.workers == 0 || tiles.num_tiles() == 0 || columns == 0) return;
  device_guard const guard(exec);
  constexpr int threads = kernels::dense_threads;
  constexpr size_type most_passes = 65535;
  auto const lanes = dense_lanes_for<Monoid>(chosen, columns);
  size_type const span = size_type{columns_of_lane<V>()} << lanes.team_bits;
  unsigned const blocks = grid_of(ceil_div(table.workers, threads >> lanes.group_bits));
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
    kernels::reduce_dense_shares<Width, Unroll>
        <<<grid, threads, 0, stream_of(exec)>>>(tiles, table.view(), lanes, first, columns, product, add, sink, cuts);
    check(cudaGetLastError(), "reduce_dense_shares");
  }
  if (!table.cuts_tiles || table.workers < 2) return;
  int const lane_bits = team_bits_for(columns, 1);
  launch_early(exec, kernels::close_cut_rows<Tiles, V, Monoid, Sink>,
               grid_of(ceil_div(table.workers - 1, threads >> lane_bits)), threads, "close_cut_rows", tiles,
               table.points.data(), table.workers, lane_bits, cuts, columns, add, sink);
}

}  // namespace heddle::cuda
