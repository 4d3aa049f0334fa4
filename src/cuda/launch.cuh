// launch.cuh - one thread an element: the launch that most small kernels of src/cuda want.
#pragma once
#include <heddle/cuda/check.cuh>

namespace heddle::cuda {

inline constexpr int launch_threads = 256;

// body(i) for i in [0, n); `Body` is a functor of the caller's, so the kernel's name says whose it is.
template <class Body> __global__ void __launch_bounds__(launch_threads) for_each_kernel(size_type n, Body const body) {
  auto const stride = static_cast<size_type>(gridDim.x) * launch_threads;
  for (size_type i = static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x; i < n; i += stride) body(i);
}

template <class Body> void for_each(executor const& exec, size_type n, Body const& body, char const* what) {
  if (n == 0) return;
  constexpr size_type max_blocks = size_type{1} << 30;
  auto const blocks = static_cast<unsigned>(min_of(ceil_div(n, launch_threads), max_blocks));
  device_guard const guard(exec);
  for_each_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(n, body);
  check(cudaGetLastError(), what);
}

}  // namespace heddle::cuda
