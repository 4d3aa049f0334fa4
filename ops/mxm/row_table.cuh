// row_table.cuh - lanes that make one row of a sparse product together: teams, a hash table in shared memory, a sort.
// Nagasaka, Nukada & Matsuoka, "High-Performance and Memory-Saving Sparse General Matrix-Matrix Multiplication for
// NVIDIA Pascal GPU", ICPP 2017. Here an entry's products are combined in ascending k, without atomics on values.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::gpu::expansion {

/// 1 to 32 neighbouring lanes of a warp.
struct lane_team {
  int lanes_;
  static __device__ lane_team of(int lanes) { return {lanes}; }
  __device__ int lane() const { return static_cast<int>(threadIdx.x) & (lanes_ - 1); }
  __device__ int lanes() const { return lanes_; }
  __device__ unsigned mask() const {
    unsigned const own = lanes_ == 32 ? ~0u : (1u << lanes_) - 1;
    return own << (threadIdx.x % 32 & ~static_cast<unsigned>(lanes_ - 1));
  }
  __device__ void sync() const { __syncwarp(mask()); }
  /// Sum over the lanes, on lane 0.
  __device__ int sum(int mine, int*) const {
    unsigned const own = mask();
    for (int offset = 1; offset < lanes_; offset *= 2) mine += __shfl_down_sync(own, mine, offset, lanes_);
    return mine;
  }
};

/// All threads of the block.
struct block_team {
  static __device__ block_team of(int) { return {}; }
  __device__ int lane() const { return static_cast<int>(threadIdx.x); }
  __device__ int lanes() const { return static_cast<int>(blockDim.x); }
  __device__ void sync() const { __syncthreads(); }
  __device__ int sum(int mine, int* counter) const {
    if (lane() == 0) *counter = 0;
    sync();
    atomicAdd(counter, mine);
    sync();
    int const total = *counter;
    sync();
    return total;
  }
};

template <class Index> __device__ Index compare_and_swap(Index* at, Index expected, Index wanted) {
  if constexpr (sizeof(Index) == 4) {
    return atomicCAS(reinterpret_cast<int*>(at), expected, wanted);
  } else {
    using word = unsigned long long;
    return static_cast<Index>(
        atomicCAS(reinterpret_cast<word*>(at), static_cast<word>(expected), static_cast<word>(wanted)));
  }
}

/// Columns seen, by open addressing; `slots` is a power of two above the number of columns. -1: free.
template <class Index> struct column_table {
  Index* keys;
  int slots;

  __device__ int home(Index j) const {
    auto const folded = static_cast<unsigned>(j) ^ static_cast<unsigned>(static_cast<unsigned long long>(j) >> 32);
    return static_cast<int>((folded * 0x9E3779B1u) >> (32 - __popc(static_cast<unsigned>(slots - 1))));
  }
  /// The slot of column j, made where there is none yet; `fresh` tells so.
  __device__ int insert(Index j, bool& fresh) const {
    fresh = false;
    for (int slot = home(j);; slot = (slot + 1) & (slots - 1)) {
      Index found = *reinterpret_cast<Index volatile*>(keys + slot);
      if (found == j) return slot;
      if (found != Index{-1}) continue;
      found = compare_and_swap(keys + slot, Index{-1}, j);
      fresh = found == Index{-1};
      if (fresh || found == j) return slot;
    }
  }
  /// The slot of a column that is there.
  __device__ int find(Index j) const {
    int slot = home(j);
    while (keys[slot] != j) slot = (slot + 1) & (slots - 1);
    return slot;
  }
  template <class Team> __device__ void clear(Team const& team) const {
    for (int slot = team.lane(); slot < slots; slot += team.lanes()) keys[slot] = Index{-1};
  }
};

/// Sorts list[0..n) upwards; `list` has room for the next power of two.
template <class Team, class Index> __device__ void sort_columns(Team const& team, Index* list, int n) {
  int length = 1;
  while (length < n) length *= 2;
  constexpr Index last = sizeof(Index) == 4 ? Index(0x7fffffff) : Index(0x7fffffffffffffffll);
  for (int at = n + team.lane(); at < length; at += team.lanes()) list[at] = last;
  team.sync();
  for (int run = 2; run <= length; run *= 2) {
    for (int step = run / 2; step > 0; step /= 2) {
      for (int pair = team.lane(); pair < length / 2; pair += team.lanes()) {
        int const low = 2 * pair - (pair & (step - 1)), high = low + step;
        Index const x = list[low], y = list[high];
        if ((x > y) == ((low & run) == 0)) {
          list[low] = y;
          list[high] = x;
        }
      }
      team.sync();
    }
  }
}

/// body(entry of A, first and last position in B) for the entries of row i of A in order, all lanes together; the
/// lists of B are looked up by the lanes side by side. `staged`: two places a lane.
template <class Team, class Index, class Offset, class Body>
__device__ void for_each_factor(Team const& team, Offset* staged, Offset const* a_offsets, Index const* a_indices,
                                Offset const* b_offsets, size_type i, Body const& body) {
  size_type const from = a_offsets[i], to = a_offsets[i + 1];  // 64-bit: steps past the end must not wrap
  for (size_type base = from; base < to; base += team.lanes()) {
    size_type const mine = base + team.lane();
    if (mine < to) {
      Index const k = a_indices[mine];
      staged[2 * team.lane()] = b_offsets[k];
      staged[2 * team.lane() + 1] = b_offsets[k + 1];
    }
    team.sync();
    int const n = static_cast<int>(min_of<size_type>(team.lanes(), to - base));
    for (int s = 0; s < n; ++s) body(base + s, size_type{staged[2 * s]}, size_type{staged[2 * s + 1]});
    team.sync();
  }
}

}  // namespace heddle::gpu::expansion
