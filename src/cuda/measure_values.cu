// measure_values.cu - the least of many values, and their mean, by one kernel.
#include <cub/block/block_reduce.cuh>
#include <heddle/detail/base/tuning.hpp>
#include <heddle/detail/executor/elementwise.cuh>

#include "src/cuda/read_back.hpp"
#include "src/executor/backend.hpp"
#include "src/executor/value_sums.hpp"

namespace heddle::gpu {
namespace {

using heddle::detail::value_sums;

constexpr int most_blocks = 8 * gpu_tuning.multiprocessors;
using sums_place = meeting_place<value_sums, most_blocks>;

struct add_values {
  __device__ value_sums operator()(value_sums a, value_sums const& b) const {
    a.add(b);
    return a;
  }
};

__global__ void __launch_bounds__(launch_threads)
    measure_values_kernel(void const* values, int type, size_type n, sums_place* place, value_sums* result) {
  using reduction = cub::BlockReduce<value_sums, launch_threads>;
  value_sums mine{};
  heddle::detail::by_code<primitives::measured_types>(type, [&]<class T>(std::type_identity<T>) {
    T const* const typed = static_cast<T const*>(values);
    auto const stride = static_cast<size_type>(gridDim.x) * launch_threads;
    for (size_type i = static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x; i < n; i += stride) {
      mine.add(static_cast<double>(typed[i]));
    }
  });
  if (combine_blocks<reduction>(*place, mine, add_values{}) && threadIdx.x == 0) *result = mine;
}

}  // namespace

primitives::value_statistics measure_by_code(executor const& exec, void const* values, int type, size_type n) {
  auto const zeros = exec.state().zeros(sizeof(sums_place));
  auto const blocks = static_cast<unsigned>(min_of(ceil_div(n, launch_threads), size_type{most_blocks}));
  return receive<value_sums>(exec,
                             [&](value_sums* result) {
                               measure_values_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(
                                   values, type, n, static_cast<sums_place*>(zeros.get()), result);
                               check(cudaGetLastError(), "measuring values");
                             })
      .statistics();
}

}  // namespace heddle::gpu
