// elementwise.cuh - one thread an element, for the operations that balance nothing.
#pragma once
#include <heddle/cuda/check.cuh>
#include <heddle/recorder.hpp>

namespace heddle::cuda {

inline constexpr int launch_threads = 256;  // of a block, here and in other small kernels

// `F` is a functor of the caller's, so the kernel's name says whose it is.
template <class F> __global__ void __launch_bounds__(launch_threads) elementwise_kernel(size_type n, F const f) {
  auto const stride = static_cast<size_type>(gridDim.x) * launch_threads;
  for (size_type i = static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x; i < n; i += stride) f(i);
}

/// f(i) for i < n in any order, asynchronous on the executor's stream; f's captures are copied. `what`: for messages.
template <class F>
void for_each_index(executor const& exec, size_type n, F const& f, char const* what = "elementwise kernel") {
  if (n <= 0) return;
  constexpr size_type most_blocks = size_type{1} << 30;
  auto const blocks = static_cast<unsigned>(min_of(ceil_div(n, launch_threads), most_blocks));
  device_guard const guard(exec);
  heddle::detail::tell_recording(exec, n, f);
  elementwise_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(n, f);
  check(cudaGetLastError(), what);
}

}  // namespace heddle::cuda
