// block_list.cuh - a list in device memory to which many threads append: gathered a block at a time, so that one atomic
// operation makes room for all that a block has found.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::gpu {

/// For visitors of for_each_atom: block_begin() calls begin(), block_done() flush(), both by all threads of the block;
/// append(item) by any thread between them. The order of items is not fixed. Up to `Held` wait in shared memory, the
/// rest go to the list one by one. One list of a type and size a kernel.
template <class T, int Held = 1024> struct block_list {
  T* items;
  unsigned long long* length;  // of the list, in device memory

  __device__ void begin() const {
    if (threadIdx.x == 0) staged().held = 0;
    __syncthreads();
  }

  __device__ void append(T const& item) const {
    unsigned const at = atomicAdd(&staged().held, 1u);
    (at < Held ? staged().items[at] : items[atomicAdd(length, 1ull)]) = item;
  }

  __device__ void flush() const {
    __syncthreads();
    auto& mine = staged();
    unsigned const n = min_of(mine.held, static_cast<unsigned>(Held));
    if (threadIdx.x == 0 && n > 0) mine.place = atomicAdd(length, static_cast<unsigned long long>(n));
    __syncthreads();
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) items[mine.place + i] = mine.items[i];
    __syncthreads();
    if (threadIdx.x == 0) mine.held = 0;
    __syncthreads();
  }

 private:
  struct stage {
    T items[Held];
    unsigned held;
    unsigned long long place;
  };
  static __device__ stage& staged() {
    __shared__ stage mine;
    return mine;
  }
};

}  // namespace heddle::gpu
