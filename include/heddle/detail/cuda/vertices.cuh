// vertices.cuh - rows to lanes, or their entries by scans of a warp; long ones to the warp, to the block, to threads of
// all blocks.
#pragma once
#include <heddle/detail/cuda/policy.cuh>

namespace heddle::gpu {

/// All lanes of a warp: entries first, first + stride, ... of the `length` from `begin` on, which lane `owner` has.
template <int Width, class Offset, class Visit>
__device__ void walk_strided(Offset begin, int length, int first, int stride, int owner, Visit& visit) {
  auto const step = [&]<int At>(std::integral_constant<int, At>, int k) {
    entry_batch<Offset, At> batch;
#pragma unroll
    for (int w = 0; w < At; ++w) {
      int const entry = k + w * stride;
      batch.active[w] = entry < length;
      batch.at[w] = batch.active[w] ? begin + entry : Offset(0);
      batch.owner[w] = owner;
    }
    visit.batch(batch);
  };
  int k = first;
  for (; __any_sync(~0u, k + stride < length); k += Width * stride) step(std::integral_constant<int, Width>{}, k);
  if (__any_sync(~0u, k < length)) step(std::integral_constant<int, 1>{}, k);
}

/// Vertices to lanes. A warp loads some of the list, a vertex a lane; those of many entries it sets aside for the block
/// and for itself; the entries of the others are walked by groups of lanes, to whom their vertices are handed on by
/// shuffles, or dealt out by a scan. Merrill, Garland & Grimshaw, PPoPP 2012 (gathering by blocks and warps, scans);
/// Busato & Bombieri ("vertex-mapped with warp shuffle", "scan-based", WG and BG; "supplementary queues", SQ, for which
/// vertices are set aside as they are listed); Fu, Personick & Thompson, GRADES 2014 ("dynamic scheduling").
template <bool Scans> struct by_vertices : usual_policy {
  static constexpr listing lists = listing::whole;

  int lanes = 32;                   // of a group
  int in_hand = 32;                 // vertices of the list that a group takes, a lane each; fewer of short lists
  int warp_above = sharing::none;   // vertices of more entries are the warp's
  int block_above = sharing::none;  // and those the block's
  int grid_above = sharing::none;   // and those have threads of all blocks, as many as their bin says
  int fewest = 1;                   // entries of a vertex that is listed, of those behind an edge

  static by_vertices of(sharing const& by) {
    return {{}, by.lanes, by.in_hand, by.warp_above, by.block_above, by.grid_above, by.fewest};
  }

  /// The queues of vertices for all blocks, of even and of odd steps.
  template <class Piece> struct memory { Piece* aside[2]; };
  template <class Piece> void arrange(carver& take, memory<Piece>& room, size_type n, size_type nnz) const {
    size_type const most = grid_above < sharing::none ? min_of(n, nnz / (size_type{grid_above} + 1)) : 0;
    for (auto& queue : room.aside) take(queue, most);
  }

  template <class Piece> struct rows_but_for_long : usual_rows {
    int shortest, aside_above;
    Piece* aside;
    counter* listed_aside;

    __device__ void set_aside(Piece const& row) const { aside[atomicAdd(listed_aside, counter{1})] = row; }
  };
  template <class Piece>
  __device__ rows_but_for_long<Piece> listing_by(memory<Piece> const& room, step_board* board,
                                                 std::int32_t step) const {
    return {{}, step > 0 ? fewest : 1, grid_above, room.aside[step & 1], &board->found[step % 3].aside};
  }

  template <int Width, class Rows, class Piece, class Stage, class Visit>
  __device__ void walk(Rows const& rows, memory<Piece> const& room, Stage&, Visit& visit) const {
    int const lane = static_cast<int>(threadIdx.x) & 31, place = lane & (lanes - 1), group = lane / lanes;
    if (grid_above < sharing::none) walk_queue<Width>(rows, room.aside[(rows.step + 1) & 1], visit);
    counter const pieces = rows.found.pieces;
    int const taken = Scans || in_hand == 1 ? in_hand : hand_for(static_cast<unsigned>(pieces));
    counter const at_once = static_cast<counter>(32 / lanes * taken);
    counter const chunks = (pieces + at_once - 1) / at_once, blocks = gridDim.x;
    for (counter first = blockIdx.x; first < chunks; first += blocks * (blockDim.x / 32)) {
      counter const mine = (first + threadIdx.x / 32 * blocks) * at_once + static_cast<counter>(group * taken + place);
      Piece own{};
      if (place < taken && mine < pieces) own = load_fresh(&rows.items[mine]);
      int length = static_cast<int>(own.length);
      if (block_above < sharing::none) {
        walk_by_block<Width>(own, length, visit);
        own.length = static_cast<decltype(own.length)>(length);
      }
      visit.load(own);
      if (warp_above < sharing::none) {
        for (unsigned some = __ballot_sync(~0u, length > warp_above); some; some &= some - 1) {
          int const owner = __ffs(some) - 1;
          walk_strided<Width>(__shfl_sync(~0u, own.begin, owner), __shfl_sync(~0u, length, owner), lane, 32, owner,
                              visit);
        }
        if (length > warp_above) length = 0;
      }
      if constexpr (Scans) {
        walk_parts<Width>(own.begin, length, sum_until(length), [&](int, auto const& batch) { visit.batch(batch); });
      } else {
        for (int k = 0; k < taken; ++k) {
          int const owner = group * lanes + k;
          walk_strided<Width>(__shfl_sync(~0u, own.begin, owner), __shfl_sync(~0u, length, owner), place, lanes, owner,
                              visit);
        }
      }
    }
  }

 private:
  // So many that each group has some.
  __device__ int hand_for(unsigned pieces) const {
    unsigned const groups = static_cast<unsigned>(global_threads()) / static_cast<unsigned>(lanes);
    return min_of(in_hand, static_cast<int>(max_of((pieces + groups - 1) / groups, 1u)));
  }
  // Threads of a vertex in the queue: of those from grid_above x 2^i entries on grid_above x 2^i, in whole warps.
  __device__ static unsigned threads_for(int length, int least, unsigned all) {
    if (length == 0) return 0;
    auto team = static_cast<unsigned>(least);
    while (team <= static_cast<unsigned>(length) / 2) team *= 2;
    return min_of((team + 31) & ~31u, all);
  }
  // All threads of all blocks: each vertex of the queue has the threads behind those of the one before it, and behind
  // the last thread come the first. A warp looks through 32 of them at once for those that have it.
  template <int Width, class Rows, class Piece, class Visit>
  __device__ void walk_queue(Rows const& rows, Piece const* queue, Visit& visit) const {
    counter const queued = load_fresh(&rows.counted().aside);
    unsigned const lane = threadIdx.x & 31, all = static_cast<unsigned>(global_threads());
    unsigned const warp = static_cast<unsigned>(global_thread()) - lane;
    unsigned dealt = 0;  // the first thread of the next vertex
    for (counter first = 0; first < queued; first += 32) {
      int const length = first + lane < queued ? static_cast<int>(load_fresh(queue + first + lane).length) : 0;
      unsigned const team = threads_for(length, grid_above, all), until = sum_until(team);
      unsigned const place = (warp + all - (dealt + until - team) % all) % all;  // of the warp in the lane's vertex
      for (unsigned some = __ballot_sync(~0u, place < team); some; some &= some - 1) {
        int const owner = __ffs(some) - 1;
        Piece const taken = load_fresh(queue + first + owner);
        walk_together<Width>(taken, static_cast<int>(__shfl_sync(~0u, place, owner) + lane),
                             static_cast<int>(__shfl_sync(~0u, team, owner)), visit);
      }
      dealt = (dealt + __shfl_sync(~0u, until, 31)) % all;
    }
  }
  // All threads of the block: one vertex after the other that is long enough. Its lane has none of it left.
  template <int Width, class Piece, class Visit>
  __device__ void walk_by_block(Piece const& own, int& length, Visit& visit) const {
    __shared__ unsigned chosen;
    __shared__ Piece taken;
    while (__syncthreads_or(length > block_above)) {
      if (length > block_above) chosen = threadIdx.x;
      __syncthreads();
      if (length > block_above && chosen == threadIdx.x) {
        taken = own;
        length = 0;
      }
      __syncthreads();
      walk_together<Width>(taken, static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x), visit);
    }
  }
  // The thread of that number among so many: its part of a vertex, for which the first answers.
  template <int Width, class Piece, class Visit>
  __device__ static void walk_together(Piece const& taken, int thread, int threads, Visit& visit) {
    Piece mine = taken;
    if (thread > 0) mine.length = 0;
    visit.load(mine);
    walk_strided<Width>(taken.begin, static_cast<int>(taken.length), thread, threads,
                        static_cast<int>(threadIdx.x) & 31, visit);
  }
};

}  // namespace heddle::gpu
