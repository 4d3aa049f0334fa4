// rank_meeting.cuh - how kernels of several GPUs meet: each writes to all others that it has come, and what it has
// found, and waits for their words in its own memory. Who waits in vain for seconds gives up for all of them.
#pragma once
#include <heddle/detail/cuda/step_board.cuh>

#include "src/traverse/rank_kernels.hpp"

namespace heddle::gpu {

/// What a rank says to another when it has come to a meeting.
struct rank_message {
  counter rows, entries;  // found by it
  counter offers;         // that it has for the other
  counter meeting;        // written last
};

/// In the memory of every rank, all zero at first. Two meetings take turns: who comes to the next has read the last.
struct rank_board {
  rank_message came[2][most_kernel_ranks];
  counter listed;                      // vertices of others that this rank has met in the step at work
  counter offered[most_kernel_ranks];  // those of each rank
  unsigned gave_up;
};

/// Who waits for another kernel, or for other blocks, which may wait for one.
template <class Search> struct patience {
  Search const& s;
  counter until = 0;
  unsigned asked = 0;

  /// Now and then: whether it was too long, here or at another rank.
  __device__ bool is_over() {
    if (++asked % 256 != 0) return false;
    if (load_fresh(&s.board_of(s.rank)->gave_up)) return true;
    counter const now = nanoseconds();
    if (until == 0) until = now + s.patience_ns;
    if (now < until) return false;
    for (int r = 0; r < s.ranks; ++r) *const_cast<unsigned volatile*>(&s.board_of(r)->gave_up) = 1;
    return true;
  }
};

/// All threads of the block: whether all blocks of this GPU come to the step. False: nobody goes on.
template <class Search> __device__ bool all_come(Search const& s, std::int32_t step) {
  bool over = false;
  if (threadIdx.x == 0) {
    patience<Search> waiting{s};
    arrival all{load_acquire(&s.board->arrived[step % 3].word)};
    while (all.blocks() != gridDim.x && !over) {
      over = waiting.is_over();
      all.word = load_acquire(&s.board->arrived[step % 3].word);
    }
  }
  return !__syncthreads_or(over);
}

/// What the ranks have said at a meeting; in shared memory.
struct rank_messages {
  rank_message of[most_kernel_ranks];

  __device__ counter rows(int ranks) const {
    counter sum = 0;
    for (int r = 0; r < ranks; ++r) sum += of[r].rows;
    return sum;
  }
  __device__ counter entries(int ranks) const {
    counter sum = 0;
    for (int r = 0; r < ranks; ++r) sum += of[r].entries;
    return sum;
  }
};

/// All threads of all blocks, after these have come to a step: what any of this rank wrote before, all ranks may read.
/// The number of the meeting is one more each time. False: some rank has not come, and nobody goes on.
template <class Search>
__device__ bool meet_ranks(Search const& s, counter meeting, step_count const& found, rank_messages& said) {
  bool over = false;
  int const r = static_cast<int>(threadIdx.x);
  if (r < s.ranks) {
    rank_board* const own = s.board_of(s.rank);
    if (blockIdx.x == 0) {
      rank_message& at = s.board_of(r)->came[meeting % 2][s.rank];
      *const_cast<counter volatile*>(&at.rows) = found.rows;
      *const_cast<counter volatile*>(&at.entries) = found.entries;
      *const_cast<counter volatile*>(&at.offers) = load_fresh(&own->offered[r]);
      store_release_system(&at.meeting, meeting);
    }
    rank_message const& from = own->came[meeting % 2][r];
    patience<Search> waiting{s};
    while (load_acquire_system(&from.meeting) != meeting && !over) over = waiting.is_over();
    said.of[r] = {load_far(&from.rows), load_far(&from.entries), load_far(&from.offers), meeting};
  }
  return !__syncthreads_or(over);
}

}  // namespace heddle::gpu
