// measure_rows.cu - what `auto` decides by, measured on the GPU: one kernel over the offsets, one over a sample of the
// columns, each with one small read-back.
#include <cmath>
#include <cub/block/block_reduce.cuh>

#include "src/core/backend.hpp"
#include "src/cuda/launch.cuh"
#include "src/cuda/read_back.hpp"

namespace heddle::cuda {
namespace {

using counter = unsigned long long;

constexpr int num_bins = std::tuple_size_v<decltype(primitives::row_statistics::histogram)>;
constexpr size_type max_blocks = 1056;  // eight for each of 132 multiprocessors: what is resident at once
constexpr int rows_in_flight = 4;       // a thread, since reading offsets is all that takes time

struct length_sums {
  size_type longest, total;
  double squares;
};

struct add_sums {
  __device__ length_sums operator()(length_sums const& a, length_sums const& b) const {
    return {max_of(a.longest, b.longest), a.total + b.total, a.squares + b.squares};
  }
};

struct measured {
  length_sums sums;
  counter histogram[num_bins];
};

__device__ int bin_of(size_type length) {
  int const bits = 64 - __clzll(length);
  return bits < num_bins ? bits : num_bins - 1;
}

// Lanes of a warp that found the same bin count together: rows of equal length would else queue at one counter.
__device__ void count_bin(counter* histogram, int bin) {
  unsigned waiting = __activemask();
  while (true) {
    int const first = __shfl_sync(waiting, bin, __ffs(waiting) - 1);
    unsigned const same = __ballot_sync(waiting, bin == first);
    if (bin == first) {
      int const lane = static_cast<int>(threadIdx.x) & 31;
      if (lane == __ffs(same) - 1) atomicAdd(histogram + bin, static_cast<counter>(__popc(same)));
      return;
    }
    waiting &= ~same;
  }
}

template <class O>
__device__ length_sums measure_some(O const* offsets, size_type first, size_type stride, size_type rows,
                                    counter* histogram) {
  size_type lengths[rows_in_flight];
#pragma unroll
  for (int j = 0; j < rows_in_flight; ++j) {
    size_type const row = min_of(first + j * stride, rows - 1);
    lengths[j] = static_cast<size_type>(offsets[row + 1]) - offsets[row];
  }
  length_sums sums{};
#pragma unroll
  for (int j = 0; j < rows_in_flight; ++j) {
    if (first + j * stride >= rows) break;
    auto const length = static_cast<double>(lengths[j]);
    sums = add_sums{}(sums, {lengths[j], lengths[j], length * length});
    count_bin(histogram, bin_of(lengths[j]));
  }
  return sums;
}

// Counters take integers, in any order; sums of doubles are combined in the order of the blocks, by the last to arrive.
template <class O>
__global__ void __launch_bounds__(launch_threads, 8)
    measure_kernel(O const* offsets, size_type rows, length_sums* of_blocks, counter* arrived, measured* result) {
  using reduction = cub::BlockReduce<length_sums, launch_threads>;
  __shared__ typename reduction::TempStorage scratch;
  __shared__ counter histogram[num_bins];
  __shared__ bool is_last;
  for (int bin = threadIdx.x; bin < num_bins; bin += launch_threads) histogram[bin] = 0;
  __syncthreads();
  length_sums mine{};
  auto const stride = static_cast<size_type>(gridDim.x) * launch_threads;
  size_type row = static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x;
  for (; row < rows; row += stride * rows_in_flight) {
    mine = add_sums{}(mine, measure_some(offsets, row, stride, rows, histogram));
  }
  length_sums const ours = reduction(scratch).Reduce(mine, add_sums{});
  if (threadIdx.x == 0) {
    of_blocks[blockIdx.x] = ours;
    __threadfence();
    is_last = atomicAdd(arrived, counter{1}) == gridDim.x - 1;
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < num_bins; bin += launch_threads) {
    if (histogram[bin]) atomicAdd(result->histogram + bin, histogram[bin]);
  }
  if (!is_last) return;
  __threadfence();
  length_sums some{};
  for (unsigned block = threadIdx.x; block < gridDim.x; block += launch_threads)
    some = add_sums{}(some, of_blocks[block]);
  length_sums const all = reduction(scratch).Reduce(some, add_sums{});
  if (threadIdx.x == 0) result->sums = all;
}

// A warp a sample, whose window it reads side by side.
template <class I>
__global__ void __launch_bounds__(launch_threads)
    count_near(heddle::detail::near_samples samples, I const* values, counter* count) {
  size_type const sample = (static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x) / 32;
  size_type const lane = threadIdx.x % 32, at = sample * samples.step;
  bool found = false;
  for (size_type other = at + 1 + lane; sample < samples.count && other <= at + samples.window; other += 32) {
    found |= samples.near(values, at, other);
  }
  int const near = __syncthreads_count(__any_sync(~0u, found) && lane == 0);
  if (threadIdx.x == 0 && near > 0) atomicAdd(count, static_cast<counter>(near));
}

}  // namespace

template <index_type O>
primitives::row_statistics measure_rows(executor const& exec, O const* offsets, size_type num_rows) {
  auto const blocks = static_cast<unsigned>(min_of(ceil_div(num_rows, launch_threads), max_blocks));
  buffer<length_sums> of_blocks(exec, blocks);
  buffer<counter> arrived(exec, 1);
  buffer<measured> result(exec, 1);
  {
    device_guard const guard(exec);
    check(cudaMemsetAsync(arrived.data(), 0, sizeof(counter), stream_of(exec)), "measure_rows");
    check(cudaMemsetAsync(result.data(), 0, sizeof(measured), stream_of(exec)), "measure_rows");
    measure_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(offsets, num_rows, of_blocks.data(), arrived.data(),
                                                                   result.data());
    check(cudaGetLastError(), "measure_rows");
  }
  measured const found = read_back(exec, result.data());
  double const rows = static_cast<double>(num_rows), mean = static_cast<double>(found.sums.total) / rows;
  double const variance = max_of(0.0, found.sums.squares / rows - mean * mean);
  primitives::row_statistics statistics{found.sums.longest, static_cast<size_type>(found.histogram[0]), mean,
                                        std::sqrt(variance)};
  for (int bin = 0; bin < num_bins; ++bin) statistics.histogram[bin] = static_cast<size_type>(found.histogram[bin]);
  return statistics;
}

template <index_type I> double nearness(executor const& exec, I const* values, size_type n) {
  auto const samples = heddle::detail::near_samples::of(n);
  buffer<counter> count(exec, 1);
  {
    device_guard const guard(exec);
    check(cudaMemsetAsync(count.data(), 0, sizeof(counter), stream_of(exec)), "nearness");
    auto const blocks = static_cast<unsigned>(ceil_div(32 * samples.count, launch_threads));
    count_near<<<blocks, launch_threads, 0, stream_of(exec)>>>(samples, values, count.data());
    check(cudaGetLastError(), "nearness");
  }
  return static_cast<double>(read_back(exec, count.data())) / static_cast<double>(samples.count);
}

#include "src/core/row_instances.inc"

}  // namespace heddle::cuda
