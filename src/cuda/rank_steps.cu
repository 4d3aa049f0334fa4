// rank_steps.cu - the pass of an iteration of PageRank, with its two sums, in one kernel.
#include <cub/block/block_reduce.cuh>
#include <heddle/detail/executor/elementwise.cuh>

#include "src/cuda/read_back.hpp"
#include "src/traverse/rank_step.hpp"

namespace heddle::gpu {
namespace {

constexpr int most_rank_blocks = 1024;
using rank_sums_place = meeting_place<detail::rank_sums, most_rank_blocks>;

// All blocks have read *step.kept when the last of them writes *kept.
__global__ void __launch_bounds__(launch_threads)
    rank_steps_kernel(size_type n, detail::rank_step step, rank_sums_place* place, double* change, double* kept) {
  using reduction = cub::BlockReduce<detail::rank_sums, launch_threads>;
  auto const stride = static_cast<size_type>(gridDim.x) * launch_threads;
  detail::rank_sums mine{};
  for (size_type v = static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x; v < n; v += stride) {
    mine = mine + step(v);
  }
  if (combine_blocks<reduction>(*place, mine, std::plus<>{}) && threadIdx.x == 0) {
    *change = mine.change;
    *kept = mine.kept;
  }
}

}  // namespace

void sum_rank_steps(executor const& exec, size_type n, detail::rank_step const& step, double* change, double* kept) {
  device_guard const guard(exec);
  auto const zeros = exec.state().zeros(sizeof(rank_sums_place));
  auto* const place = static_cast<rank_sums_place*>(zeros.get());
  auto const blocks = static_cast<unsigned>(min_of(ceil_div(n, launch_threads), size_type{most_rank_blocks}));
  heddle::detail::tell_recording(exec, n, step, place, change, kept);
  rank_steps_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(n, step, place, change, kept);
  check(cudaGetLastError(), "passes of ranks");
}

}  // namespace heddle::gpu
