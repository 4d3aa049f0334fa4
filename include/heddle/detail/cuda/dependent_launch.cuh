// dependent_launch.cuh - a kernel that is launched while the one before it on the stream still runs, and waits for its
// results there: that hides 2 of a second launch's 5 us on an H200. CUDA C++ Programming Guide, "Programmatic
// Dependent Launch".
#pragma once
#include <heddle/detail/executor/check.cuh>

namespace heddle::gpu {

/// By the kernel before: from here on the next one may be launched, once all blocks of this one have begun.
__device__ inline void let_next_begin() {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// By a kernel launched with `launch_early`, before it reads or writes anything: waits until the kernel before is done
/// and its writes are seen.
__device__ inline void wait_for_kernel_before() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// Whether the code that `device`, the current one, runs for `kernel` waits: it is of a virtual architecture of 9.0 or
/// later. A new GPU may run code of an old one, from a list of architectures such as "80", or "90-real" made of
/// compute_80. To ask takes a microsecond or two, so that each thread remembers the last answer of each signature.
template <class... Parameters>
bool waits_for_kernel_before(int device, void (*kernel)(Parameters...), char const* what) {
  struct answer {
    void (*kernel)(Parameters...) = nullptr;
    int device = -1;
    bool waits = false;
  };
  thread_local answer last;
  if (last.kernel != kernel || last.device != device) {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, kernel), what);
    last = {kernel, device, attributes.ptxVersion >= 90};
  }
  return last.waits;
}

/// kernel<<<blocks, threads>>>(arguments...) on the executor's stream, without waiting for the end of the kernel before
/// where its code can do that. `kernel` must call wait_for_kernel_before() first.
template <class... Parameters, class... Arguments>
void launch_early(executor const& exec, void (*kernel)(Parameters...), unsigned blocks, int threads, char const* what,
                  Arguments const&... arguments) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.stream = stream_of(exec);
  config.attrs = &early;
  // The body of a loop on the GPU is held together by whole kernels.
  config.numAttrs = !exec.state().recording() && waits_for_kernel_before(exec.state().device(), kernel, what) ? 1 : 0;
  check(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...), what);
}

}  // namespace heddle::gpu
