// block.cuh - the block and the group that the walks ask for, on CUDA threads.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::gpu {

/// `v`, of any trivially copyable type, moved between lanes word by word: exchange(word).
template <class V, class Exchange> __device__ V exchange_words(V const& v, Exchange const& exchange) {
  constexpr int num_words = (sizeof(V) + 3) / 4;
  unsigned words[num_words] = {};
  memcpy(words, &v, sizeof(V));
#pragma unroll
  for (int i = 0; i < num_words; ++i) words[i] = exchange(words[i]);
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

  /// A bit for every lane with `mine`.
  __device__ unsigned ballot(bool mine) const {
    return (__ballot_sync(mask_, mine) & own()) >> (threadIdx.x % 32 & ~static_cast<unsigned>(lanes_ - 1));
  }
  /// The lowest lane with `mine`, or -1.
  __device__ int first(bool mine) const {
    unsigned const found = __ballot_sync(mask_, mine) & own();
    return found ? (__ffs(found) - 1) % lanes_ : -1;
  }
  /// v of that lane, on all lanes.
  template <class V> __device__ V broadcast(V const& v, int lane) const {
    return exchange_words(v, [&](unsigned word) { return __shfl_sync(mask_, word, lane, lanes_); });
  }
  /// v of the lane `offset` places up or down; the lane's own where there is none.
  template <class V> __device__ V above(V const& v, int offset) const {
    return exchange_words(v, [&](unsigned word) { return __shfl_down_sync(mask_, word, offset, lanes_); });
  }
  template <class V> __device__ V below(V const& v, int offset) const {
    return exchange_words(v, [&](unsigned word) { return __shfl_up_sync(mask_, word, offset, lanes_); });
  }
  __device__ void sync() const { __syncwarp(mask_); }
  /// v of all lanes combined in the order of lanes, valid on lane 0.
  template <class V, class Monoid> __device__ V reduce(V v, Monoid const& add) const {
    for (int offset = 1; offset < lanes_; offset *= 2) v = add(v, above(v, offset));
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
  /// Of an array in shared memory that several threads set bits of.
  static __device__ void set_bits(unsigned* words, int i, unsigned bits) { atomicOr(words + i, bits); }
  /// Whole warps must call its members together.
  static __device__ lane_group group(int lanes) { return {lanes, ~0u}; }
  /// Its lanes may diverge from the rest of their warp.
  static __device__ lane_group lone_group(int lanes) { return lane_group::alone(lanes); }
};

}  // namespace heddle::gpu
