// copying_block.cuh - a block that copies arrays into its shared memory without its threads: the bulk copies of Hopper
// GPUs, by the threads on others. PTX ISA, "Asynchronous copy" (cp.async.bulk) and "mbarrier".
#pragma once
#include <cstdint>
#include <heddle/detail/cuda/block.cuh>
#include <heddle/detail/walk/entry_walk.hpp>
#include <heddle/detail/walk/loads.hpp>

namespace heddle::gpu {

/// For one round of copies: copy_in any number of times, end_of_copies, wait_for_copies. `arrived`: 8 bytes of the
/// block's shared memory.
template <int Threads> class copying_block : public this_block<Threads> {
  using base = this_block<Threads>;

 public:
  __device__ explicit copying_block(std::uint64_t* arrived) : arrived_(address_of(arrived)) {
#if __CUDA_ARCH__ >= 900
    if (base::rank() == 0) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(arrived_) : "memory");
      asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncwarp();  // racecheck takes the uniform init for one by other lanes
#endif
  }

  /// Where `n` elements will be in `room`, which lies in shared memory, aligned to copied_line: at their place within
  /// it. Bulk copies take whole 16 bytes; those before and behind are copied by threads.
  template <class T> __device__ T const* copy_in(unsigned char* room, T const* from, int n) {
    unsigned char* const to = room + reinterpret_cast<std::uintptr_t>(from) % copied_line;
#if __CUDA_ARCH__ >= 900
    auto const* const source = reinterpret_cast<unsigned char const*>(from);
    int const bytes = n * static_cast<int>(sizeof(T));
    int const before = min_of(static_cast<int>(-reinterpret_cast<std::uintptr_t>(from) % 16), bytes);
    int const bulk = (bytes - before) / 16 * 16, behind = before + bulk;
    if (base::rank() == 0 && bulk > 0) {
      expected_ += bulk;
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                       address_of(to + before)),
                   "l"(source + before), "r"(bulk), "r"(arrived_)
                   : "memory");
    }
    if (base::rank() < before) to[base::rank()] = source[base::rank()];
    if (base::rank() < bytes - behind) to[behind + base::rank()] = source[behind + base::rank()];
#else
#pragma unroll 4
    for (int i = base::rank(); i < n; i += Threads) reinterpret_cast<T*>(to)[i] = load_once(from + i);
#endif
    return reinterpret_cast<T const*>(to);
  }

  __device__ void end_of_copies() {
#if __CUDA_ARCH__ >= 900
    if (base::rank() != 0) return;
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(arrived_), "r"(expected_) : "memory");
#endif
  }

  /// Also synchronises.
  __device__ void wait_for_copies() {
    base::sync();  // the barrier is there, and what threads copied
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "{\n"
        "  .reg .pred arrived;\n"
        "again_%=:\n"
        "  mbarrier.try_wait.parity.shared::cta.b64 arrived, [%0], 0;\n"
        "  @!arrived bra again_%=;\n"
        "}" ::"r"(arrived_)
        : "memory");
#endif
  }

 private:
  static __device__ unsigned address_of(void const* shared) {
    return static_cast<unsigned>(__cvta_generic_to_shared(shared));
  }
  unsigned arrived_;
  int expected_ = 0;  // bytes, on thread 0; copies may be done before it is told
};

}  // namespace heddle::gpu
