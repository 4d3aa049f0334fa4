// count_reached.cu - how much was reached by a search that has ended.
#include <cub/block/block_reduce.cuh>
#include <heddle/detail/cuda/step_board.cuh>
#include <heddle/detail/executor/elementwise.cuh>

#include "src/cuda/read_back.hpp"
#include "src/traverse/device_search.hpp"

namespace heddle::gpu {
namespace {

constexpr int most_counting_blocks = 1024;
using counts_place = meeting_place<reached_counts, most_counting_blocks>;

struct add_counts {
  __device__ reached_counts operator()(reached_counts const& a, reached_counts const& b) const {
    return {a.reached + b.reached, a.edges + b.edges};
  }
};

template <class T>
__global__ void __launch_bounds__(launch_threads)
    count_reached_kernel(T const* distances, integers const offsets, size_type n, counts_place* place,
                         reached_counts* result) {
  using reduction = cub::BlockReduce<reached_counts, launch_threads>;
  reached_counts mine{};
  for (counter v = global_thread(); v < static_cast<counter>(n); v += global_threads()) {
    if (!(distances[v] < std::numeric_limits<T>::infinity())) continue;
    ++mine.reached;
    mine.edges += offsets[v + 1] - offsets[v];
  }
  if (combine_blocks<reduction>(*place, mine, add_counts{}) && threadIdx.x == 0) *result = mine;
}

}  // namespace

template <class T, index_type O>
reached_counts count_reached(executor const& exec, T const* distances, O const* offsets, size_type n) {
  auto const zeros = exec.state().zeros(sizeof(counts_place));
  auto const blocks = static_cast<unsigned>(min_of(ceil_div(n, launch_threads), size_type{most_counting_blocks}));
  return receive<reached_counts>(exec, [&](reached_counts* result) {
    count_reached_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(
        distances, offsets, n, static_cast<counts_place*>(zeros.get()), result);
    check(cudaGetLastError(), "counting what was reached");
  });
}

template reached_counts count_reached(executor const&, float const*, std::int32_t const*, size_type);
template reached_counts count_reached(executor const&, double const*, std::int32_t const*, size_type);
template reached_counts count_reached(executor const&, double const*, std::int64_t const*, size_type);

}  // namespace heddle::gpu
