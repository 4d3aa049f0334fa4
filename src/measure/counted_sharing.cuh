// counted_sharing.cuh - a policy of a search that counts what threads, warps and blocks take of every list.
#pragma once
#include <heddle/detail/cuda/sharing.cuh>

namespace heddle::gpu {

/// In device memory, all zero before the search.
struct share_record {
  counter items, entries, longest, thread, warp, block;
};

/// Counts the entries that a lane is given, and hands them on.
template <class Visit> struct counting_visit {
  Visit& visit;
  unsigned entries = 0, longest = 0;

  template <class Piece> __device__ void load(Piece const& of) {
    longest = max_of(longest, static_cast<unsigned>(of.length));
    visit.load(of);
  }
  template <class Offset, int Width> __device__ void batch(entry_batch<Offset, Width> const& at) {
#pragma unroll
    for (int w = 0; w < Width; ++w) entries += at.active[w];
    visit.batch(at);
  }
};

/// Lists are walked as Sharing walks them. Blocks walk all lists, so each knows by itself which it is at.
template <class Sharing> struct counted : Sharing {
  share_record* records;  // of lists
  counter most_records;   // of these
  counter* walked;        // lists, by each block
  counter* threads;       // of the grid

  template <int Width, class Rows, class Room, class Stage, class Visit>
  __device__ void walk(Rows const& rows, Room const& room, Stage& stage, Visit& visit) const {
    counting_visit<Visit> counting{visit};
    this->Sharing::template walk<Width>(rows, room, stage, counting);
    counter const items = load_fresh(&rows.counted().pieces);
    note(Sharing::lists == listing::summed ? items & 0xffffffffu : items, counting.entries, counting.longest);
  }

 private:
  // All threads of the block.
  __device__ void note(counter items, unsigned entries, unsigned longest) const {
    __shared__ unsigned of_block, most_of_warps, most_of_threads, longest_of_all;
    __syncthreads();
    if (threadIdx.x == 0) of_block = most_of_warps = most_of_threads = longest_of_all = 0;
    __syncthreads();
    unsigned const of_warp = __reduce_add_sync(~0u, entries), most_of_lanes = __reduce_max_sync(~0u, entries);
    longest = __reduce_max_sync(~0u, longest);
    if ((threadIdx.x & 31) == 0) {
      atomicAdd(&of_block, of_warp);
      atomicMax(&most_of_warps, of_warp);
      atomicMax(&most_of_threads, most_of_lanes);
      atomicMax(&longest_of_all, longest);
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    counter const number = walked[blockIdx.x]++;
    if (blockIdx.x == 0) *threads = global_threads();
    if (number >= most_records) return;
    share_record& all = records[number];
    if (blockIdx.x == 0) all.items = items;
    atomicAdd(&all.entries, static_cast<counter>(of_block));
    atomicMax(&all.block, static_cast<counter>(of_block));
    atomicMax(&all.warp, static_cast<counter>(most_of_warps));
    atomicMax(&all.thread, static_cast<counter>(most_of_threads));
    atomicMax(&all.longest, static_cast<counter>(longest_of_all));
  }
};

}  // namespace heddle::gpu
