// step_board.cuh - how the blocks of a kernel go from step to step together, with a barrier in place of a launch.
// Measured on an H200: an atomic count of blocks that have arrived, which all of them wait for, 17.3 ms for the 4,145
// levels of a road network; a board where every block writes for itself and reads the others (Xiao & Feng, "Inter-block
// GPU communication via fast barrier synchronization", IPDPS 2010) 19.3 ms, though it spares the count of pieces.
#pragma once
#include <heddle/cuda/check.cuh>
#include <heddle/cuda/combine.cuh>
#include <tuple>

namespace heddle::cuda {

using counter = unsigned long long;

__device__ inline counter global_thread() { return static_cast<counter>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ inline counter global_threads() { return static_cast<counter>(gridDim.x) * blockDim.x; }

/// What a step has found: rows, entries in these, and the pieces that they are listed in.
struct step_count {
  counter pieces, rows, entries;
};

/// In device memory, all zero before the first step.
struct step_board {
  step_count found[3];  // by this step, by the next, by the one behind that, in turn
  unsigned arrived;     // blocks, at all steps together
};

/// The sum over a warp of numbers below 2^50.
__device__ inline counter warp_sum(counter x) {
  constexpr counter low = (1u << 24) - 1;
  counter const high = __reduce_add_sync(~0u, static_cast<unsigned>(x >> 24));
  return (high << 24) + __reduce_add_sync(~0u, static_cast<unsigned>(x & low));
}

/// All threads of the block: what they wrote before is there for those that wait for the step.
__device__ inline void arrive(step_board& board, std::int32_t step) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) board.found[(step + 1) % 3] = {};
  asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(&board.arrived) : "memory");
}

/// All threads of the block: waits for all blocks at that step, and returns what it has found.
__device__ inline step_count wait_for(step_board const& board, std::int32_t step) {
  __shared__ step_count found;
  if (threadIdx.x == 0) {
    unsigned const all = gridDim.x * (static_cast<unsigned>(step) + 1);
    unsigned now;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(&board.arrived) : "memory");
    } while (static_cast<int>(now - all) < 0);
    step_count const& at = board.found[step % 3];
    found = {load_fresh(&at.pieces), load_fresh(&at.rows), load_fresh(&at.entries)};
  }
  __syncthreads();
  return found;
}

/// Blocks of a kernel of steps.
inline int step_blocks(executor const& exec) { return exec.num_workers(); }

/// Launches a kernel whose blocks wait for each other: one a multiprocessor, all resident at once. Returns false, and
/// launches nothing, where the device or its driver refuses that.
template <class... Parameters, class... Arguments>
bool launch_whole_grid(executor const& exec, int threads, void (*kernel)(Parameters...),
                       Arguments const&... arguments) {
  device_guard const guard(exec);
  std::tuple<Parameters...> given{arguments...};
  return std::apply(
      [&](auto&... each) {
        void* pointers[] = {const_cast<void*>(static_cast<void const*>(&each))...};
        cudaError_t const status =
            cudaLaunchCooperativeKernel(reinterpret_cast<void const*>(kernel), static_cast<unsigned>(step_blocks(exec)),
                                        static_cast<unsigned>(threads), pointers, 0, stream_of(exec));
        if (status == cudaErrorCooperativeLaunchTooLarge || status == cudaErrorNotSupported) {
          cudaGetLastError();
          return false;
        }
        check(status, "kernel of the whole grid");
        return true;
      },
      given);
}

}  // namespace heddle::cuda
