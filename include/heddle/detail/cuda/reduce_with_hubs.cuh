// reduce_with_hubs.cuh - a reduction with the operand's most wanted entries (hubs) in shared memory: one block of 1024
// threads a multiprocessor stays, copies the hubs once, and its warps walk shares between marks.
// Random gathers from a GPU's second-level cache are what bounds products with power-law columns (measured on an H200:
// 140 G/s); those that stay in shared memory cost nothing there, and then the sums of rows are the bound: R-MAT 20 in
// f32 took 152 us with rows summed by block_walk, 107 by marked_walk, and 87 without any rows.
#pragma once
#include <heddle/detail/cuda/copying_block.cuh>
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/seam/plan/plan.hpp>

namespace heddle::gpu {

/// Sizes of the kernel, as a plain value: items a lane, and how many of them are neighbours. In a trial on an H200, one
/// by one and in runs: R-MAT 20 without values 102 and 94 us, in f64 152 and 149; R-MAT 22 in f64 718 and 730.
struct hub_tuning {
  static constexpr int block_threads = 1024, items = 4;
  HEDDLE_FN static constexpr int run(std::size_t value_bytes) { return value_bytes <= 4 ? 4 : 2; }
};

namespace kernels {

// Warps take shares from all over the matrix, so that multiprocessors have heavy stretches of it alike (H200, R-MAT 22,
// in a trial: 549 us; neighbouring shares a block: 559).
template <class Tiles, class Value, class Monoid, class Close>
__global__ __launch_bounds__(hub_tuning::block_threads,
                             1) void reduce_with_hubs(Tiles tiles, marked_tiles marked, int num_hubs, Value value,
                                                      Monoid add, Close close,
                                                      cut_values<typename Monoid::value_type> cuts) {
  constexpr int run = hub_tuning::run(sizeof(typename Monoid::value_type));
  extern __shared__ shared_line copied[];
  __shared__ std::uint64_t arrived;
  let_next_begin();
  copying_block<hub_tuning::block_threads> block(&arrived);
  auto const* const hubs = block.copy_in(copied->bytes, value.u, num_hubs);
  block.end_of_copies();
  close_empty_in_passing(tiles, add, close);
  block.wait_for_copies();
  auto const near = value.with_hubs(hubs, num_hubs);
  auto warp = lane_group::alone(32);
  constexpr size_type warps = hub_tuning::block_threads / 32;
  for (size_type share = threadIdx.x / 32 * gridDim.x + blockIdx.x; share < marked.shares; share += gridDim.x * warps) {
    marked_walk<32, hub_tuning::items, run>(warp, marked, share, near, add, close, cuts.heads + share,
                                            cuts.tails + share);
  }
}

inline int max_shared_bytes(executor const& exec) {
  int bytes = 0;
  check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, exec.device()), "shared memory");
  return bytes;
}

}  // namespace kernels

/// close(tile, add over value(atom) for its atoms, in order), exactly once for every tile. Of the array `value.u`, of
/// Value::operand, the first `hubs` entries are read from shared memory, fewer where they do not fit;
/// value.with_hubs(shared, hubs) is the functor that reads them there, with entries() and of(column, entry). marks:
/// those of `tiles`, which has at least one atom. How sums are bracketed depends on the marks' shares, so results of
/// inexact types may differ from reduce_tiles' in the last bits, but not from run to run. Work O(atoms + tiles + hubs *
/// multiprocessors); two launches. Throws cuda_error when one fails. Asynchronous.
template <class Tiles, class Value, class Monoid, class Close>
void reduce_tiles_with_hubs(executor const& exec, tile_marks const& marks, Tiles const& tiles, Value const& value,
                            Monoid const& add, Close const& close, size_type hubs) {
  using V = typename Monoid::value_type;
  constexpr size_type width = sizeof(typename Value::operand);
  device_guard const guard(exec);
  buffer<V> cut(exec, 2 * marks.shares());
  cut_values<V> const cuts{cut.data(), cut.data() + marks.shares()};
  constexpr size_type barrier = copied_line, place = copied_line;  // bytes; hubs keep their place within a line
  size_type const fitting = min_of(hubs, (kernels::max_shared_bytes(exec) - barrier - place) / width);
  auto const kernel = kernels::reduce_with_hubs<Tiles, Value, Monoid, Close>;
  int const bytes = static_cast<int>(fitting * width + place);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "reduce_with_hubs");
  heddle::detail::tell_recording(exec, tiles, fitting, value, add, close);
  kernel<<<static_cast<unsigned>(exec.num_workers()), hub_tuning::block_threads, static_cast<std::size_t>(bytes),
           stream_of(exec)>>>(tiles, marks.view(), static_cast<int>(fitting), value, add, close, cuts);
  check(cudaGetLastError(), "reduce_with_hubs");
  kernels::close_cut(exec, tiles, marks.points.data(), marks.shares(), add, close, cuts);
}

}  // namespace heddle::gpu
