// block.cuh - the block and the group that the walks ask for, on CUDA threads.
#pragma once
#include <cstring>
#include <heddle/types.hpp>

namespace heddle::cuda {

/// `v` of the lane `offset` above, within groups of `width` lanes; any trivially copyable type.
template <class V> __device__ V shuffle_down(unsigned mask, V const& v, int offset, int width) {
  constexpr int num_words = (sizeof(V) + 3) / 4;
  unsigned words[num_words] = {};
  memcpy(words, &v, sizeof(V));
#pragma unroll
  for (int i = 0; i < num_words; ++i) words[i] = __shfl_down_sync(mask, words[i], offset, width);
  V result;
  memcpy(&result, words, sizeof(V));
  return result;
}

/// `lanes` neighbouring threads of a warp, a power of two up to 32. `mask`: lanes that call together; the group's own,
/// or all of a warp that does not diverge.
class lane_group {
 public:
  __device__ lane_group(int lanes, unsigned mask) : lanes_(lanes), mask_(mask) {}
  /// Groups that may diverge from the others of their warp.
  static __device__ lane_group alone(int lanes) {
    unsigned const own = lanes == 32 ? ~0u : (1u << lanes) - 1;
    return {lanes, own << (threadIdx.x % 32 & ~static_cast<unsigned>(lanes - 1))};
  }

  __device__ int lane() const { return static_cast<int>(threadIdx.x & static_cast<unsigned>(lanes_ - 1)); }
  __device__ int lanes() const { return lanes_; }
  __device__ bool any(bool mine) const { return (__ballot_sync(mask_, mine) & own()) != 0; }
  __device__ int count(bool mine) const { return __popc(__ballot_sync(mask_, mine) & own()); }

  /// v of all lanes combined in the order of lanes, valid on lane 0.
  template <class V, class Monoid> __device__ V reduce(V v, Monoid const& add) const {
    for (int offset = 1; offset < lanes_; offset *= 2) v = add(v, shuffle_down(mask_, v, offset, lanes_));
    return v;
  }

 private:
  __device__ unsigned own() const { return alone(lanes_).mask_; }

  int lanes_;
  unsigned mask_;
};

/// The block of the calling thread, of `Threads` threads in one dimension.
template <int Threads> struct this_block {
  static constexpr int threads = Threads, warp_lanes = 32;
  static __device__ int rank() { return static_cast<int>(threadIdx.x); }
  static __device__ void sync() { __syncthreads(); }
  /// Both also synchronise.
  static __device__ bool any(bool mine) { return __syncthreads_or(mine); }
  static __device__ int count(bool mine) { return __syncthreads_count(mine); }
  /// Whole warps must call its members together.
  static __device__ lane_group group(int lanes) { return {lanes, ~0u}; }
};

}  // namespace heddle::cuda
