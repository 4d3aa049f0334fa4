// elementwise.cuh - one thread an element, for the operations that balance nothing.
#pragma once
#include <heddle/cuda/check.cuh>
#include <heddle/executor.hpp>

namespace heddle::cuda {

template <class F> __global__ __launch_bounds__(256) void elementwise_kernel(size_type n, F f) {
  size_type const stride = static_cast<size_type>(gridDim.x) * blockDim.x;
  for (size_type i = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) f(i);
}

/// f(i) for i < n in any order, asynchronous on the executor's stream; f's captures are copied.
template <class F> void for_each_index(executor const& exec, size_type n, F const& f) {
  if (n <= 0) return;
  device_guard const guard(exec.device());
  size_type const blocks = min_of<size_type>(ceil_div(n, 256), 1 << 20);
  elementwise_kernel<<<static_cast<unsigned>(blocks), 256, 0, static_cast<cudaStream_t>(exec.stream())>>>(n, f);
  check(cudaGetLastError(), "elementwise kernel");
}

}  // namespace heddle::cuda
