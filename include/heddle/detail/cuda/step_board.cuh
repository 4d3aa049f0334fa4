// step_board.cuh - how the blocks of a kernel go from step to step together, with a barrier in place of a launch.
// Measured on an H200: an atomic count of blocks that have arrived, which all of them wait for, 17.3 ms for the 4,145
// levels of a road network; a board where every block writes for itself and reads the others (Xiao & Feng, "Inter-block
// GPU communication via fast barrier synchronization", IPDPS 2010) 19.3 ms, though it spares the count of pieces.
// Sixteen blocks as one cluster, which meet by its hardware and count in its shared memory, took 5.7 us a level of a
// Delaunay-like graph where the whole grid took 5.4.
#pragma once
#include <heddle/detail/cuda/combine.cuh>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#error "heddle: kernels need compute capability 8.0; say -arch=sm_80 or later, or set CMAKE_CUDA_ARCHITECTURES"
#endif

namespace heddle::gpu {

__device__ inline counter global_thread() { return static_cast<counter>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ inline counter global_threads() { return static_cast<counter>(gridDim.x) * blockDim.x; }

/// What a step has found: rows, entries in these, the pieces that they are listed in, and rows that a policy has set
/// aside in a list of its own.
struct step_count {
  counter pieces, rows, entries, aside;
};

/// What a block says when it arrives: that it has, and what it has found if that is little; so that who waits for all
/// blocks has their sum with the same load. Blocks of more say so, and add it to the board: `many` of up to 255 blocks.
struct arrival {
  counter word;

  static constexpr unsigned few_rows = 1u << 7;  // less than these
  static constexpr counter few_entries = 1u << 10;
  static constexpr int entry_bits = 18, piece_bits = 15, row_bits = 15, block_bits = 8;
  static_assert(entry_bits + piece_bits + row_bits + 2 * block_bits == 64);

  static __device__ arrival of_many() {
    return {(counter{1} << (64 - block_bits)) + (counter{1} << (64 - 2 * block_bits))};
  }
  static __device__ arrival of_few(unsigned pieces, unsigned rows, counter entries) {
    counter const listed = (static_cast<counter>(rows) << piece_bits) + pieces;
    return {(counter{1} << (64 - block_bits)) + (listed << entry_bits) + entries};
  }
  __device__ unsigned blocks() const { return static_cast<unsigned>(word >> (64 - block_bits)); }
  __device__ unsigned many() const { return static_cast<unsigned>(word >> (64 - 2 * block_bits)) & 255; }
  __device__ step_count sum() const {
    auto const part = [this](int from, int bits) { return word >> from & ((counter{1} << bits) - 1); };
    return {part(entry_bits, piece_bits), part(entry_bits + piece_bits, row_bits), part(0, entry_bits)};
  }
};

/// In device memory, all zero before the first step. Of this step, of the next, of the one behind that, in turn:
struct step_board {
  step_count found[3];  // pieces and rows aside; and rows and entries of blocks that have found many
  arrival arrived[3];   // the sum of these
  counter met;          // blocks that have come to a meeting within a step, of all meetings
  counter left[3];      // between two meetings, and the next two, in turn: what a policy puts off to the next
};

/// The sum over a warp of numbers below 2^50.
__device__ inline counter warp_sum(counter x) {
  constexpr counter low = (1u << 24) - 1;
  counter const high = __reduce_add_sync(~0u, static_cast<unsigned>(x >> 24));
  return (high << 24) + __reduce_add_sync(~0u, static_cast<unsigned>(x & low));
}

/// All threads of the block: what they wrote before is there for those that wait for the step. `own` counts in thread
/// 0.
__device__ inline void arrive(step_board& board, std::int32_t step, arrival own) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) board.found[(step + 1) % 3] = {};
  if (blockIdx.x == 0) board.arrived[(step + 1) % 3] = {};
  add_release(&board.arrived[step % 3].word, own.word);
}

/// All threads of the block: waits for all blocks at that step, and returns what it has found.
__device__ inline step_count wait_for(step_board const& board, std::int32_t step) {
  __shared__ step_count found;
  if (threadIdx.x == 0) {
    arrival all;
    do { all.word = load_acquire(&board.arrived[step % 3].word); } while (all.blocks() != gridDim.x);
    found = all.sum();
    if (all.many() > 0) {
      step_count const& at = board.found[step % 3];
      counter const pieces = load_fresh(&at.pieces), rows = load_fresh(&at.rows), entries = load_fresh(&at.entries);
      found = {pieces, found.rows + rows, found.entries + entries, load_fresh(&at.aside)};
    }
  }
  __syncthreads();
  return found;
}

/// How often the blocks have met: the same in all of them until they meet again.
__device__ inline counter meetings(step_board const& board) { return load_fresh(&board.met) / gridDim.x; }
/// All threads of all blocks, which are resident at once, within a step: what they wrote before, all may read.
__device__ inline void meet(step_board& board) {
  __syncthreads();
  if (threadIdx.x == 0) {
    counter const until = (meetings(board) + 1) * gridDim.x;
    add_release(&board.met, 1);
    while (load_acquire(&board.met) < until) {}
  }
  __syncthreads();
}

}  // namespace heddle::gpu
