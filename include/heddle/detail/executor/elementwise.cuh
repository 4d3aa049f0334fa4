// elementwise.cuh - a thread for each element, or for a few, or a block for a tile of them, for the operations that
// balance nothing.
#pragma once
#include <heddle/detail/base/tuning.hpp>
#include <heddle/detail/executor/check.cuh>
#include <heddle/detail/executor/flagged.hpp>
#include <heddle/detail/executor/flags.cuh>
#include <heddle/detail/executor/recorder.hpp>

namespace heddle::gpu {

inline constexpr int launch_threads = 256;  // of a block, here and in other small kernels

// `F` is a functor of the caller's, so the kernel's name says whose it is.
template <class F>
__global__ void __launch_bounds__(launch_threads) elementwise_kernel(size_type n, int each, F const f) {
  size_type i = static_cast<size_type>(blockIdx.x) * launch_threads * each + threadIdx.x;
  if constexpr (heddle::detail::batched_functor<F>) {
    if (i >= n) return;
    int const count = static_cast<int>(min_of<size_type>(each, ceil_div(n - i, size_type{launch_threads})));
    size_type elements[F::at_once];
    for (int k = 0; k < F::at_once; ++k) elements[k] = i + min_of(k, count - 1) * launch_threads;
    f.some(elements, count);
  } else {
#pragma unroll 4
    for (int k = 0; k < each; ++k, i += launch_threads) {
      if (i < n) f(i);
    }
  }
}

// Elements of a thread. Beginning a block takes as long as storing its 256 elements, which counts where blocks come
// many times over; fewer are left to threads that have more to do than an element. Those who read several at once wait
// once for them.
template <class F> int elements_each(executor const& exec, size_type n) {
  size_type const resident = gpu_tuning.resident_threads * exec.num_workers();
  if constexpr (heddle::detail::batched_functor<F>) {
    return n < F::at_once * resident ? 1 : F::at_once;
  } else {
    return n < 32 * resident ? 1 : 4;
  }
}

// f(i) wherever flags[i] is set, and near by: each lane looks at a few flags, and the warp takes those pieces in which
// one is set, two at a time. Where those that are set are listed, at these alone.
template <class F>
__global__ void __launch_bounds__(launch_threads)
    flagged_elementwise_kernel(size_type n, primitives::byte const* flags, F const f) {
  constexpr size_type a_warp = size_type{32} * flags_at_once;
  int const lane = static_cast<int>(threadIdx.x % 32);
  auto const warps = static_cast<size_type>(gridDim.x) * (launch_threads / 32);
  size_type const thread = static_cast<size_type>(blockIdx.x) * launch_threads + threadIdx.x, warp = thread / 32;
  if constexpr (heddle::detail::listed_functor<F>) {
    if (size_type const listed = f.listed.count(); listed >= 0) {
      for (size_type k = thread; k < listed; k += warps * 32) f(f.listed.positions[k]);
      return;
    }
  }
  for (size_type first = warp * a_warp; first < n; first += warps * a_warp) {
    unsigned pieces =
        __ballot_sync(~0u, any_set(load_flags(flags + first + lane * flags_at_once, n - first - lane * flags_at_once)));
    while (pieces) {
      int const one = __ffs(pieces) - 1;
      pieces &= pieces - 1;
      int const other = __ffs(pieces) - 1;  // -1: there is none
      pieces &= pieces - 1;
      int const piece = lane < flags_at_once ? one : other;
      size_type const i = first + piece * flags_at_once + lane % flags_at_once;
      if (piece >= 0 && i < n) f(i);
    }
  }
}

/// f(i) for i < n in any order, asynchronous on the executor's stream; f's captures are copied. Flags of f are looked
/// at first where there are more elements than threads at once, or where those that are set may be listed. `what`: for
/// messages.
template <class F>
void for_each_index(executor const& exec, size_type n, F const& f, char const* what = "elementwise kernel") {
  if (n <= 0) return;
  if constexpr (heddle::detail::flagged_functor<F>) {
    primitives::byte const* const flags = f.flags();
    size_type const resident = gpu_tuning.resident_threads * exec.num_workers();
    bool listed = false;
    if constexpr (heddle::detail::listed_functor<F>) listed = f.listed.state != nullptr;
    if (flags && (listed || n > resident)) {
      size_type const useful = ceil_div(n, size_type{launch_threads} * flags_at_once);
      auto const blocks = static_cast<unsigned>(listed ? min_of(useful, resident / launch_threads) : useful);
      device_guard const guard(exec);
      heddle::detail::tell_recording(exec, n, flags, f);
      flagged_elementwise_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(n, flags, f);
      return check(cudaGetLastError(), what);
    }
  }
  int const each = elements_each<F>(exec, n);
  auto const blocks = static_cast<unsigned>(ceil_div(n, size_type{launch_threads} * each));
  device_guard const guard(exec);
  heddle::detail::tell_recording(exec, n, f);
  elementwise_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(n, each, f);
  check(cudaGetLastError(), what);
}

// A block has a tile.
template <class F> __global__ void __launch_bounds__(launch_threads, F::resident_blocks) tiled_kernel(F const f) {
  f(static_cast<size_type>(blockIdx.x), static_cast<int>(threadIdx.x), launch_threads);
}

/// f(t, lane, lanes) for t < n and each of as many lanes, otherwise as for_each_index.
template <class F> void for_each_in_tiles(executor const& exec, size_type n, F const& f) {
  if (n <= 0) return;
  device_guard const guard(exec);
  tiled_kernel<<<static_cast<unsigned>(n), launch_threads, 0, stream_of(exec)>>>(f);
  check(cudaGetLastError(), "tiled kernel");
}

}  // namespace heddle::gpu
