// ordered.cuh - what C++ has no words for in a kernel: loads and additions in an order, of one GPU and among several, a
// prefetch, an addition that is not made one with others', a clock. tests/emulated has them for a CPU.
#pragma once

namespace heddle::gpu {

using counter = unsigned long long;

/// Will soon be read by any multiprocessor.
__device__ inline void prefetch(void const* at) { asm volatile("prefetch.global.L2 [%0];" ::"l"(at)); }

/// What the thread wrote before, and its block before a barrier, is there for those that read the sum afterwards.
__device__ inline void add_release(counter* sum, counter value) {
  asm volatile("red.release.gpu.global.add.u64 [%0], %1;" ::"l"(sum), "l"(value) : "memory");
}
__device__ inline counter load_acquire(counter const* at) {
  counter value;
  asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(at) : "memory");
  return value;
}

/// Whether this thread is the last of so many to come; then it sees what each of them, and its block before a barrier,
/// wrote before. *arrived counts up from 0, and is 0 again with the last. With __threadfence() in a kernel nvcc has
/// every addition bring back a value, also where nobody asks for it.
__device__ inline bool comes_last(unsigned* arrived, unsigned of) {
  unsigned before;
  asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;" : "=r"(before) : "l"(arrived), "r"(of - 1) : "memory");
  return before == of - 1;
}

/// atomicAdd() by this thread alone, in a block whose threads have one dimension. Where nvcc sees that lanes add to one
/// address it adds up over the warp what they add, also where a single lane does; here it sees several addresses.
template <class T> __device__ T add_alone(T* sum, T value) { return atomicAdd(sum + threadIdx.z, value); }

/// Release and acquire for kernels of other GPUs, in whose memory `at` may lie.
__device__ inline void store_release_system(counter* at, counter value) {
  asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(at), "l"(value) : "memory");
}
__device__ inline counter load_acquire_system(counter const* at) {
  counter value;
  asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(at) : "memory");
  return value;
}
/// What another GPU may have written since the kernel began.
template <class T> __device__ T load_far(T const* at) { return __ldcv(at); }

/// Of a clock that goes on whatever the kernel does.
__device__ inline counter nanoseconds() {
  counter now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

}  // namespace heddle::gpu
