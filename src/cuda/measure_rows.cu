// measure_rows.cu - what `auto` decides by, measured on the GPU: one kernel, of which some blocks read the offsets and
// the others a sample of the columns, and which writes what it found to memory of the host.
#include <cmath>
#include <cub/block/block_reduce.cuh>
#include <heddle/detail/base/tuning.hpp>
#include <heddle/detail/executor/elementwise.cuh>

#include "src/cuda/read_back.hpp"
#include "src/executor/backend.hpp"

namespace heddle::gpu {
namespace {

using counter = unsigned long long;
using heddle::detail::near_samples;

constexpr int num_bins = std::tuple_size_v<decltype(primitives::row_statistics::histogram)>;
constexpr int max_row_blocks = 8 * gpu_tuning.multiprocessors;  // what is resident at once
constexpr int rows_in_flight = 4;     // a thread, since reading offsets is all that takes time
constexpr int samples_in_flight = 4;  // a warp
constexpr int samples_of_block = launch_threads / 32 * samples_in_flight;
constexpr int max_sample_blocks = static_cast<int>(ceil_div(near_samples::most, samples_of_block));

struct sums {
  size_type longest, total, near;
  double squares;
};

struct add_sums {
  __device__ sums operator()(sums const& a, sums const& b) const {
    return {max_of(a.longest, b.longest), a.total + b.total, a.near + b.near, a.squares + b.squares};
  }
};

struct measured {
  sums all;
  counter histogram[num_bins];
};

struct common_sums {
  meeting_place<sums, max_row_blocks + max_sample_blocks> place;
  counter histogram[num_bins];
};

// Blocks of rows come first. `columns` is not read where samples.count == 0; of a sample its width does not matter.
template <class O> struct pattern {
  O const* offsets;
  size_type rows;
  unsigned row_blocks;
  integers columns;
  near_samples samples;
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
__device__ sums measure_some(O const* offsets, size_type first, size_type stride, size_type rows, counter* histogram) {
  size_type lengths[rows_in_flight];
#pragma unroll
  for (int j = 0; j < rows_in_flight; ++j) {
    size_type const row = min_of(first + j * stride, rows - 1);
    lengths[j] = static_cast<size_type>(offsets[row + 1]) - offsets[row];
  }
  sums found{};
#pragma unroll
  for (int j = 0; j < rows_in_flight; ++j) {
    if (first + j * stride >= rows) break;
    auto const length = static_cast<double>(lengths[j]);
    found = add_sums{}(found, {lengths[j], lengths[j], 0, length * length});
    count_bin(histogram, bin_of(lengths[j]));
  }
  return found;
}

// Counters take integers, in any order.
template <class O> __device__ sums measure_lengths(pattern<O> const& a, counter* of_all) {
  __shared__ counter histogram[num_bins];
  for (int bin = threadIdx.x; bin < num_bins; bin += launch_threads) histogram[bin] = 0;
  __syncthreads();
  sums mine{};
  auto const stride = static_cast<size_type>(a.row_blocks) * launch_threads;
  size_type row = static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x;
  for (; row < a.rows; row += stride * rows_in_flight) {
    mine = add_sums{}(mine, measure_some(a.offsets, row, stride, a.rows, histogram));
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < num_bins; bin += launch_threads) {
    if (histogram[bin]) atomicAdd(of_all + bin, histogram[bin]);
  }
  return mine;
}

// A warp reads the window of a sample side by side.
template <class O> __device__ sums take_samples(pattern<O> const& a) {
  static_assert(near_samples::window % 32 == 0);
  size_type const warp = ((blockIdx.x - a.row_blocks) * launch_threads + threadIdx.x) / 32, lane = threadIdx.x % 32;
  size_type const first = warp * samples_in_flight;
  bool found[samples_in_flight] = {};
#pragma unroll
  for (int j = 0; j < samples_in_flight; ++j) {
    size_type const at = min_of(first + j, a.samples.count - 1) * a.samples.step;
#pragma unroll
    for (size_type behind = 1; behind <= near_samples::window; behind += 32) {
      found[j] |= near_samples::near(a.columns, at, at + behind + lane);
    }
  }
  sums mine{};
#pragma unroll
  for (int j = 0; j < samples_in_flight; ++j) {
    bool const is_near = __any_sync(~0u, found[j]);
    mine.near += is_near && lane == 0 && first + j < a.samples.count;
  }
  return mine;
}

template <class O>
__global__ void __launch_bounds__(launch_threads, 8)
    measure_kernel(pattern<O> const a, common_sums* common, measured* result) {
  using reduction = cub::BlockReduce<sums, launch_threads>;
  sums mine = blockIdx.x < a.row_blocks ? measure_lengths(a, common->histogram) : take_samples(a);
  if (!combine_blocks<reduction>(common->place, mine, add_sums{})) return;
  if (threadIdx.x == 0) result->all = mine;
  for (int bin = threadIdx.x; bin < num_bins; bin += launch_threads) {
    result->histogram[bin] = common->histogram[bin];
    common->histogram[bin] = 0;
  }
}

measured measure(executor const& exec, integers offsets, size_type rows, integers columns, near_samples samples) {
  auto const row_blocks = static_cast<unsigned>(min_of(ceil_div(rows, launch_threads), size_type{max_row_blocks}));
  auto const blocks = row_blocks + static_cast<unsigned>(ceil_div(samples.count, samples_of_block));
  auto const zeros = exec.state().zeros(sizeof(common_sums));
  return receive<measured>(exec, [&](measured* result) {
    offsets.visit([&]<class O>(O const* offsets) {
      measure_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(
          pattern<O>{offsets, rows, row_blocks, columns, samples}, static_cast<common_sums*>(zeros.get()), result);
    });
    check(cudaGetLastError(), "measuring rows and columns");
  });
}

primitives::row_statistics statistics_of(measured const& found, size_type num_rows) {
  double const rows = static_cast<double>(num_rows), mean = static_cast<double>(found.all.total) / rows;
  double const variance = max_of(0.0, found.all.squares / rows - mean * mean);
  primitives::row_statistics statistics{found.all.longest, static_cast<size_type>(found.histogram[0]), mean,
                                        std::sqrt(variance)};
  for (int bin = 0; bin < num_bins; ++bin) statistics.histogram[bin] = static_cast<size_type>(found.histogram[bin]);
  return statistics;
}

double nearness_of(measured const& found, near_samples samples) {
  return static_cast<double>(found.all.near) / static_cast<double>(samples.count);
}

}  // namespace

primitives::row_statistics measure_rows(executor const& exec, integers offsets, size_type num_rows) {
  return statistics_of(measure(exec, offsets, num_rows, {}, {.step = 1, .count = 0}), num_rows);
}

double nearness(executor const& exec, integers values, size_type n) {
  integers const no_offsets;
  auto const samples = near_samples::of(n);
  return nearness_of(measure(exec, no_offsets, 0, values, samples), samples);
}

primitives::pattern_statistics measure_pattern(executor const& exec, integers offsets, size_type num_rows,
                                               integers columns, size_type nnz) {
  auto const samples = near_samples::of(nnz);
  measured const found = measure(exec, offsets, num_rows, columns, samples);
  return {statistics_of(found, num_rows), nearness_of(found, samples)};
}

}  // namespace heddle::gpu
