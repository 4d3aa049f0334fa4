// word_pulls.cuh - the steps of searches from many sources in which vertices gather the words of their neighbours,
// until nothing new can come.
#pragma once
#include "src/cuda/word_steps.cuh"

namespace heddle::gpu {

// All threads of the block: the sources that have found something in a level.
__device__ inline source_word alive_sources(counter const (&counts)[sources_a_word]) {
  __shared__ unsigned halves[2];
  if (threadIdx.x < sources_a_word) {
    unsigned const some = __ballot_sync(~0u, load_fresh(counts + threadIdx.x) > 0);
    if ((threadIdx.x & 31) == 0) halves[threadIdx.x / 32] = some;
  }
  __syncthreads();
  return static_cast<source_word>(halves[1]) << 32 | halves[0];
}

// All lanes of a warp, which have entries of `owner`s in ascending order: the bits that x has in lanes [from, until),
// which are those of the lane's own entries as far as they are in the warp.
__device__ inline source_word of_own_entries(source_word x, int owner, int from, int until) {
  int const lane = static_cast<int>(threadIdx.x) & 31, one = __shfl_sync(~0u, owner, 0);
  if (__all_sync(~0u, owner == one)) {
    source_word const all = warp_or(x);
    return lane == one ? all : 0;
  }
  int const first = __shfl_sync(~0u, from, owner);
  for (int d = 1; d < 32; d <<= 1) {
    source_word const before = __shfl_up_sync(~0u, x, d);
    if (lane - d >= max_of(first, 0)) x |= before;
  }
  int const last = min_of(until, 32) - 1;
  source_word const mine = __shfl_sync(~0u, x, max_of(last, 0));
  return last >= max_of(from, 0) ? mine : 0;
}

// All lanes of a warp: what the neighbours in columns [begin, begin + length) of a lane have seen. They are asked as
// one list of all lanes.
template <class I, class O>
__device__ source_word gather_together(source_word const* words, I const* columns, O begin, int length) {
  int const lane = static_cast<int>(threadIdx.x) & 31, until = sum_until(length), from = until - length;
  source_word all = 0;
  walk_parts<4>(begin, length, until, [&]<int Width>(int k, entry_batch<O, Width> const& at) {
    I u[Width];
    source_word some[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) u[w] = __ldg(columns + at.at[w]);
#pragma unroll
    for (int w = 0; w < Width; ++w) some[w] = words[u[w]];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      int const place = k - lane + 32 * w;
      all |= of_own_entries(at.active[w] ? some[w] : 0, at.owner[w], from - place, until - place);
    }
  });
  return all;
}

// Of every vertex, what it and its neighbours have seen: the first entries of a column by each lane for itself, the
// next by all lanes together, some of each; what is left of longer columns is listed.
template <class I, class O> __device__ void pull_words(word_step<I, O>& step) {
  constexpr int alone = 4;
  auto const& s = step.s;
  source_word const alive = alive_sources(s.memory->counts[(step.now.level + 2) % 3]);
  source_word const* const seen = step.seen();
  counter const lane = threadIdx.x & 31, n = s.n;
  O const last = static_cast<O>(s.nnz - 1);
  for (counter first = global_thread() - lane; first < n; first += global_threads()) {
    bool const counts = first + lane < n;
    counter const v = min_of(first + lane, n - 1);
    source_word const before = seen[v];
    O begin = __ldg(s.column_offsets + v), end = __ldg(s.column_offsets + v + 1);
    O const entries = s.column_offsets == s.offsets ? end - begin : O(-1);
    if (!counts || !(alive & ~before)) begin = end = 0;
    I u[alone];
    source_word now = before;
#pragma unroll
    for (int k = 0; k < alone; ++k) u[k] = __ldg(s.column_indices + begin + min_of(static_cast<O>(k), last - begin));
#pragma unroll
    for (int k = 0; k < alone; ++k) now |= k < end - begin ? seen[u[k]] : 0;
    O rest = begin + min_of(O{alone}, end - begin);
    for (int const some : {32, 128}) {
      bool const asks = rest < end && (alive & ~now);
      if (!__any_sync(~0u, asks)) break;
      int const length = asks ? static_cast<int>(min_of(end - rest, static_cast<O>(some))) : 0;
      now |= gather_together(seen, s.column_indices, rest, length);
      rest += length;
    }
    if (!(alive & ~now)) rest = end;
    if (counts) step.fresh()[v] = now;
    source_word const bits = counts ? now & ~before : 0;
    if (bits) {
      ++step.tally.rows;
      step.tally.entries += entries >= 0 ? entries : __ldg(s.offsets + v + 1) - __ldg(s.offsets + v);
    }
    step.reach(static_cast<size_type>(v), bits);
    if (!__any_sync(~0u, rest < end)) continue;
    row_piece<I, O> row[] = {{rest, static_cast<I>(v), 0}};
    O const left[] = {end - rest};
    step.stage.append_uncounted(s.rows(), step.listed(), step.tally, row, left);
  }
}

// What pulls have left of long columns is gathered piece by piece, before the level is complete.
template <class I, class O> struct asking_words : word_step<I, O> {
  source_word alive;

  __device__ void walk(row_piece<I, O> const& of) {
    source_word* const target = this->fresh() + of.row;
    bool const asks = of.length > 0 && (alive & ~load_fresh(target));
    source_word const all =
        gather_together(this->seen(), this->s.column_indices, of.begin, asks ? static_cast<int>(of.length) : 0);
    source_word bits = all ? all & ~load_fresh(target) : 0;
    if (bits) bits &= ~atomicOr(target, bits);
    if (bits) {
      ++this->tally.rows;
      this->tally.entries += __ldg(this->s.offsets + of.row + 1) - __ldg(this->s.offsets + of.row);
    }
    this->reach(of.row, bits);
  }
};

}  // namespace heddle::gpu
