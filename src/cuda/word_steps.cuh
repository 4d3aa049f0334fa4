// word_steps.cuh - searches from up to 64 sources in one kernel, as the bits of one word a vertex, and their steps:
// frontiers that are pushed from a list; word_pulls.cuh has those that gather.
// Then et al., "The More the Merrier: Efficient Multi-Source Graph Traversal", VLDB 2014.
#pragma once
#include <heddle/detail/cuda/frontier.cuh>

#include "src/traverse/source_words.hpp"

namespace heddle::gpu {

using heddle::detail::source_word;
using heddle::detail::sources_a_word;

// A level that is pushed takes two steps: `push` gathers what is new in words of its own and lists whom it meets,
// `keep` adds these words to what has been seen, and lists their rows. One that is pulled takes one, and `ask` where
// columns are long. `list` makes the list of a frontier that was pulled.
enum class word_phase : std::uint8_t { begin, keep, push, pull, ask, list };

// Where the searches stand before a step; the same in all blocks.
struct word_state {
  step_count found = {};   // by the step before; of `ask` also what `pull` has found
  std::int32_t level = 0;  // that is being found
  std::int32_t step = 0;
  word_phase phase = word_phase::begin;
  bool in_words = false;  // the frontier is where the two arrays of words differ, else a list
  bool front = false;     // which of the two holds what has been seen
  bool done = false;
};

// In device memory, all zero before the first step.
struct word_memory {
  step_board board;
  counter counts[3][sources_a_word];  // vertices of a level by source: of this level, of the next, of the one behind
  struct answer {
    word_state state;
    counter edges;
    source_reach found[sources_a_word];
  } result;
};

template <class I, class O> struct word_search {
  using piece = row_piece<I, O>;
  O const* offsets;
  I const* indices;
  O const* column_offsets;  // null: columns are not at hand
  I const* column_indices;
  size_type n, nnz;
  size_type const* sources;
  int num_sources;
  float push_cost;  // of an entry, in questions of a pull
  word_memory* memory;
  source_word* words[2];  // what has been seen, and what is new: all 0 between levels, or what had been seen before
  piece* lists;
  size_type room;  // for pieces of rows, and from the other end for vertices
  bool wants_levels;
  std::int32_t* levels[sources_a_word];
  primitives::byte* present[sources_a_word];

  HEDDLE_FN list_end<piece> rows() const { return {lists, 1}; }
  HEDDLE_FN list_end<piece> vertices() const { return {lists + room - 1, -1}; }
  // A vertex in a list; items that stand for none have length 0.
  static HEDDLE_FN piece item_of(I vertex) { return {0, vertex, 1}; }
};

/// All lanes of a warp: the bits that any has.
__device__ inline source_word warp_or(source_word x) {
  source_word const high = __reduce_or_sync(~0u, static_cast<unsigned>(x >> 32));
  return (high << 32) | __reduce_or_sync(~0u, static_cast<unsigned>(x));
}

/// All lanes of a warp: bit i of lane j's result is bit j of lane i's x.
__device__ inline unsigned warp_transpose(unsigned x) {
  int const lane = static_cast<int>(threadIdx.x) & 31;
  unsigned low = 0x0000ffff;
  for (int d = 16; d; d >>= 1, low ^= low << d) {
    unsigned const y = __shfl_xor_sync(~0u, x, d);
    x = lane & d ? (x & ~low) | (y >> d & low) : (x & low) | (y & low) << d;
  }
  return x;
}

// A step of one block: what it reads and writes.
template <class I, class O> struct word_step {
  using piece = row_piece<I, O>;
  using stage_type = frontier_stage<piece>;
  word_search<I, O> const& s;
  stage_type& stage;
  unsigned* counts;  // of the block, in shared memory
  word_state const& now;
  typename stage_type::tally tally = {};
  unsigned reached[2] = {};  // from sources lane and 32 + lane, by vertices of this warp

  __device__ source_word* seen() const { return s.words[now.front]; }
  __device__ source_word* fresh() const { return s.words[!now.front]; }
  __device__ counter* listed() const { return &s.memory->board.found[now.step % 3].pieces; }

  // All lanes of a warp: vertex v of a lane is reached for the first time from the sources of `bits`.
  __device__ void reach(size_type v, source_word bits) {
    source_word const all = warp_or(bits);
    if (all == 0) return;
    reached[0] += __popc(warp_transpose(static_cast<unsigned>(bits)));
    reached[1] += __popc(warp_transpose(static_cast<unsigned>(bits >> 32)));
    if (!s.wants_levels) return;
    for (source_word left = all; left; left &= left - 1) {
      int const b = __ffsll(static_cast<long long>(left)) - 1;
      if (bits >> b & 1) s.levels[b][v] = now.level;
    }
  }
  // All lanes of a warp: a lane has a vertex of the next frontier whose row is to be pushed.
  __device__ void list_row(bool found, size_type v, O begin, O end) {
    bool const mine[] = {found};
    piece row[] = {{begin, static_cast<I>(v), 0}};
    O const ends[] = {end};
    stage.append(s.rows(), listed(), tally, mine, row, ends);
  }
  template <int Width> __device__ void list_vertices(bool const (&mine)[Width], I const (&v)[Width]) {
    piece item[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) item[w] = s.item_of(v[w]);
    stage.pieces.append(s.vertices(), listed(), tally.window, mine, item);
  }
  __device__ void arrive() {
    bool const lists_vertices = now.phase == word_phase::begin || now.phase == word_phase::push;
    if (!lists_vertices && now.phase != word_phase::list) add_counts();
    stage.arrive(lists_vertices ? s.vertices() : s.rows(), s.memory->board, now.step, tally);
  }

 private:
  __device__ void add_counts() {
    unsigned const lane = threadIdx.x & 31;
    for (unsigned half = 0; half < 2; ++half) {
      if (reached[half]) atomicAdd(counts + 32 * half + lane, reached[half]);
    }
    __syncthreads();
    if (threadIdx.x >= sources_a_word || counts[threadIdx.x] == 0) return;
    atomicAdd(&s.memory->counts[now.level % 3][threadIdx.x], static_cast<counter>(counts[threadIdx.x]));
    counts[threadIdx.x] = 0;
  }
};

// The sources are what is new.
template <class I, class O> __device__ void begin_words(word_step<I, O>& step) {
  auto const& s = step.s;
  if (global_thread() >= 32) return;
  int const lane = static_cast<int>(threadIdx.x);
  for (int k = lane; k - lane < s.num_sources; k += 32) {
    I const v[] = {k < s.num_sources ? static_cast<I>(s.sources[k]) : I(0)};
    bool const is_first[] = {k < s.num_sources && atomicOr(step.fresh() + v[0], source_word{1} << k) == 0};
    step.list_vertices(is_first, v);
  }
}

// Gives all that rows of the frontier have seen to their neighbours: what is not new there is not new behind it either.
template <class I, class O> struct pushing_words : word_step<I, O> {
  source_word given = 0;

  __device__ void load(row_piece<I, O> const& of) { given = this->seen()[of.row]; }
  template <int Width> __device__ void batch(entry_batch<O, Width> const& at) {
    I v[Width];
    source_word bits[Width], there[Width];
    bool is_first[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) v[w] = __ldg(this->s.indices + at.at[w]);
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      bits[w] = ~this->seen()[v[w]];
      there[w] = load_fresh(this->fresh() + v[w]);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      bits[w] &= __shfl_sync(~0u, given, at.owner[w]) & ~there[w];
      is_first[w] = at.active[w] && bits[w] && atomicOr(this->fresh() + v[w], bits[w]) == 0;
    }
    this->list_vertices(is_first, v);
  }
};

// What is new is seen, and its rows are listed.
template <class I, class O> __device__ void keep_words(word_step<I, O>& step) {
  auto const& s = step.s;
  auto const list = s.vertices();
  counter const lane = threadIdx.x & 31;
  for (counter first = global_thread() - lane; first < step.now.found.pieces; first += global_threads()) {
    row_piece<I, O> item{};
    if (first + lane < step.now.found.pieces) item = load_fresh(&list[first + lane]);
    bool const some = item.length > 0;
    size_type const v = item.row;
    source_word bits = 0;
    O begin = 0, end = 0;
    if (some) {
      bits = __ldcg(step.fresh() + v);
      begin = __ldg(s.offsets + v);
      end = __ldg(s.offsets + v + 1);
      step.seen()[v] |= bits;
      step.fresh()[v] = 0;
    }
    step.reach(v, bits);
    step.list_row(some, v, begin, end);
  }
}

// The frontier as a list, from where the two arrays differ; what was seen before it is forgotten.
template <class I, class O> __device__ void list_words(word_step<I, O>& step) {
  auto const& s = step.s;
  counter const lane = threadIdx.x & 31, n = s.n;
  for (counter first = global_thread() - lane; first < n; first += global_threads()) {
    counter const v = min_of(first + lane, n - 1);
    bool const some = first + lane < n && step.seen()[v] != step.fresh()[v];
    if (first + lane < n) step.fresh()[v] = 0;
    step.list_row(some, static_cast<size_type>(v), some ? __ldg(s.offsets + v) : O(0),
                  some ? __ldg(s.offsets + v + 1) : O(0));
  }
}

}  // namespace heddle::gpu
