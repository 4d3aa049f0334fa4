// sub_block.cuh - a part of a block that works as a block of its own: other parts need not keep step with it.
#pragma once
#include <heddle/cuda/block.cuh>

namespace heddle::cuda {

/// The `Threads` neighbouring threads (whole warps) of the calling one, with a named barrier of their own. A block has
/// at most 15 of them: barrier 0 stays that of the whole block.
template <int Threads> struct sub_block {
  static constexpr int threads = Threads, warp_lanes = 32;
  static_assert(Threads % warp_lanes == 0);
  static __device__ int id() { return static_cast<int>(threadIdx.x) / Threads; }
  static __device__ int rank() { return static_cast<int>(threadIdx.x) % Threads; }
  static __device__ void sync() { asm volatile("bar.sync %0, %1;" ::"r"(id() + 1), "n"(Threads) : "memory"); }
  /// Both also synchronise.
  static __device__ bool any(bool mine) { return count(mine) != 0; }
  static __device__ int count(bool mine) {
    int found;
    asm volatile(
        "{\n"
        "  .reg .pred p;\n"
        "  setp.ne.s32 p, %1, 0;\n"
        "  bar.red.popc.u32 %0, %2, %3, p;\n"
        "}"
        : "=r"(found)
        : "r"(static_cast<int>(mine)), "r"(id() + 1), "n"(Threads)
        : "memory");
    return found;
  }
  /// Whole warps must call its members together.
  static __device__ lane_group group(int lanes) { return {lanes, ~0u}; }
};

}  // namespace heddle::cuda
