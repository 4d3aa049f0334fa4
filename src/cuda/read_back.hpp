// read_back.hpp - the few bytes that the host must see, copied through pinned memory of the executor, and how the
// blocks of a kernel that writes them there come to one result.
#pragma once
#include <heddle/detail/cuda/ordered.cuh>
#include <heddle/detail/cuda/receive.hpp>

namespace heddle::gpu {

// Throws invalid_argument naming the operation at work while this thread captures its kernels: nothing is to be read
// before they have run.
void require_uncaptured(detail::executor_state const& state);

// Copies `bytes` <= max_read_back of device memory to `destination`, after all work given to the executor so far.
void read_back(executor const& exec, void* destination, void const* source, std::size_t bytes);

template <class T> T read_back(executor const& exec, T const* source) {
  static_assert(sizeof(T) <= max_read_back);
  T value;
  read_back(exec, &value, source, sizeof(T));
  return value;
}

// Where the blocks of a kernel add numbers up: zeros of an executor, and left so.
struct adding_place {
  unsigned long long sum;
  unsigned arrived;
};

// By one thread of each block. Returns true in that of the block that arrives last, which gets the sum of all.
__device__ inline bool add_up(adding_place& place, size_type mine, size_type& all) {
  atomicAdd(&place.sum, static_cast<unsigned long long>(mine));
  if (!comes_last(&place.arrived, gridDim.x)) return false;
  all = static_cast<size_type>(atomicExch(&place.sum, 0ull));
  return true;
}

// Where up to `most_blocks` blocks of a kernel come to one result: zeros of an executor, and left so. T{} is all zero.
template <class T, int most_blocks> struct meeting_place {
  unsigned arrived;
  T of_blocks[most_blocks];
};

// Combines the `mine` of all threads of all blocks, in an order that only the launch decides. Returns true in the block
// that arrives last, which sees what all blocks wrote before; in its thread 0, `mine` is the result.
// Reduction is cub::BlockReduce<T, threads of a block>.
template <class Reduction, class T, int most_blocks, class Combine>
__device__ bool combine_blocks(meeting_place<T, most_blocks>& place, T& mine, Combine const& combine) {
  __shared__ typename Reduction::TempStorage scratch;
  __shared__ bool is_last;
  T const ours = Reduction(scratch).Reduce(mine, combine);
  __syncthreads();  // what all threads wrote comes before the arrival of one
  if (threadIdx.x == 0) {
    place.of_blocks[blockIdx.x] = ours;
    is_last = comes_last(&place.arrived, gridDim.x);
  }
  __syncthreads();
  if (!is_last) return false;
  mine = T{};
  for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) {
    mine = combine(mine, place.of_blocks[block]);
    place.of_blocks[block] = T{};
  }
  mine = Reduction(scratch).Reduce(mine, combine);
  return true;
}

}  // namespace heddle::gpu
