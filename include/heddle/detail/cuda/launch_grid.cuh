// launch_grid.cuh - how kernels of steps are launched: all blocks resident at once, or a launch a step. tests/emulated
// has this for a CPU.
#pragma once
#include <heddle/base/types.hpp>
#include <heddle/detail/executor/check.cuh>
#include <tuple>

namespace heddle::gpu {

/// Blocks of a kernel of steps.
inline int step_blocks(executor const& exec) { return min_of(exec.num_workers(), 255); }

/// launch(kernel, blocks, threads, arguments, shared memory, stream) with the executor's device current.
template <class Launch, class... Parameters, class... Arguments>
cudaError_t launch_blocks(Launch const& launch, executor const& exec, int threads, void (*kernel)(Parameters...),
                          Arguments const&... arguments) {
  device_guard const guard(exec);
  std::tuple<Parameters...> given{arguments...};
  return std::apply(
      [&](auto&... each) {
        void* pointers[] = {const_cast<void*>(static_cast<void const*>(&each))...};
        return launch(reinterpret_cast<void const*>(kernel), static_cast<unsigned>(step_blocks(exec)),
                      static_cast<unsigned>(threads), pointers, std::size_t{0}, stream_of(exec));
      },
      given);
}

/// Launches a kernel whose blocks wait for each other: one a multiprocessor, all resident at once. Returns false, and
/// launches nothing, where the device or its driver refuses that.
template <class Kernel, class... Arguments>
bool launch_whole_grid(executor const& exec, int threads, Kernel* kernel, Arguments const&... arguments) {
  auto const whole = [](auto... of) { return cudaLaunchCooperativeKernel(of...); };
  cudaError_t const status = launch_blocks(whole, exec, threads, kernel, arguments...);
  if (status == cudaErrorCooperativeLaunchTooLarge || status == cudaErrorNotSupported) {
    cudaGetLastError();
    return false;
  }
  check(status, "kernel of the whole grid");
  return true;
}

/// Whether the device runs a kernel with all its blocks at once. Loads the kernel, which no launch has to do then.
template <class Kernel> bool fits_whole_grid(executor const& exec, int threads, Kernel* kernel) {
  device_guard const guard(exec);
  int cooperates = 0, multiprocessors = 0, blocks = 0;
  auto const ask = [&](int& answer, cudaDeviceAttr what) {
    check(cudaDeviceGetAttribute(&answer, what, exec.device()), "cudaDeviceGetAttribute");
  };
  ask(cooperates, cudaDevAttrCooperativeLaunch);
  ask(multiprocessors, cudaDevAttrMultiProcessorCount);
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0), "kernel of the whole grid");
  return cooperates != 0 && blocks * multiprocessors >= step_blocks(exec);
}

/// Launches a kernel for one step, whose blocks do not wait.
template <class Kernel, class... Arguments>
void launch_step(executor const& exec, int threads, Kernel* kernel, Arguments const&... arguments) {
  auto const step = [](auto... of) { return cudaLaunchKernel(of...); };
  check(launch_blocks(step, exec, threads, kernel, arguments...), "kernel of a step");
}

}  // namespace heddle::gpu
