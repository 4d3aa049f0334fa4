// pull_levels.cuh - the steps of a breadth-first search in which open vertices ask for a neighbour in the frontier.
// Beamer, Asanovic & Patterson, "Direction-optimizing breadth-first search", SC 2012.
#pragma once
#include <heddle/seam/sinks.hpp>

#include "src/cuda/level_steps.cuh"

namespace heddle::gpu {

// All lanes of a warp: whether one of the entries [begin, begin + length) of a lane is in the frontier, and the first
// that is. They are asked as one list of all lanes.
template <class Search, class I, class O>
__device__ void ask_together(Search const& s, unsigned const* front, O begin, int length, bool& hit, I& neighbour) {
  int const lane = static_cast<int>(threadIdx.x) & 31, until = sum_until(length), from = until - length;
  int first = until;
  walk_parts<4>(begin, length, until, [&]<int Width>(int k, entry_batch<O, Width> const& at) {
    I u[Width];
    unsigned bits[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) u[w] = __ldg(s.column_indices + at.at[w]);
#pragma unroll
    for (int w = 0; w < Width; ++w) bits[w] = front[u[w] >> 5];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      unsigned const hits = __ballot_sync(~0u, at.active[w] && (bits[w] >> (u[w] & 31) & 1));
      int const begin_of_hits = k - lane + 32 * w, skipped = max_of(from - begin_of_hits, 0);
      unsigned const mine = skipped < 32 ? hits >> skipped << skipped : 0;
      int const at_hit = mine ? __ffs(mine) - 1 : 0;
      bool const is_first = mine && begin_of_hits + at_hit < first;
      if (is_first) first = begin_of_hits + at_hit;
      if (Search::tree && hits) {
        I const asked = __shfl_sync(~0u, u[w], at_hit);
        if (is_first) neighbour = asked;
      }
    }
  });
  hit |= first < until;
}

// Whether the vertices of a lane, one of each word, have a neighbour in the frontier, and the first of these: the first
// entries by each lane for itself, then those of the columns that are left by all lanes together, some of each.
// rest[w]: where a column goes on that is longer; what is left of it is listed, and asked by all warps in a step more.
template <int Words, class Search, class I, class O>
__device__ void ask_neighbours(Search const& s, unsigned const* front, O const (&begin)[Words], O const (&end)[Words],
                               O (&rest)[Words], bool (&hit)[Words], I (&neighbour)[Words]) {
  constexpr int alone = 4;
  O const last = static_cast<O>(s.nnz - 1);
  I u[Words][alone];
#pragma unroll
  for (int w = 0; w < Words; ++w) {
#pragma unroll
    for (int k = 0; k < alone; ++k) {
      u[w][k] = __ldg(s.column_indices + begin[w] + min_of(static_cast<O>(k), last - begin[w]));
    }
  }
#pragma unroll
  for (int w = 0; w < Words; ++w) {
    unsigned bits[alone];
#pragma unroll
    for (int k = 0; k < alone; ++k) bits[k] = front[u[w][k] >> 5];
    hit[w] = false;
#pragma unroll
    for (int k = alone - 1; k >= 0; --k) {
      bool const is_hit = k < end[w] - begin[w] && (bits[k] >> (u[w][k] & 31) & 1);
      if (is_hit) neighbour[w] = u[w][k];
      hit[w] |= is_hit;
    }
    rest[w] = begin[w] + min_of(O{alone}, end[w] - begin[w]);
  }
#pragma unroll
  for (int w = 0; w < Words; ++w) {
    for (int some : {32, 128}) {
      if (!__any_sync(~0u, !hit[w] && rest[w] < end[w])) break;
      int const length = hit[w] ? 0 : static_cast<int>(min_of(end[w] - rest[w], static_cast<O>(some)));
      ask_together(s, front, rest[w], length, hit[w], neighbour[w]);
      rest[w] += length;
    }
    if (hit[w]) rest[w] = end[w];
  }
}

template <class Search> __device__ void pull(search_step<Search>& step) {
  using I = typename Search::I;
  using O = typename Search::O;
  constexpr int words = 2;
  auto const& s = step.s;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  size_type const last = s.words(), warps = static_cast<size_type>(global_threads() / 32);
  for (size_type first = global_thread() / 32; first < last; first += warps * words) {
    unsigned seen[words];
    bool hit[words];
    I neighbour[words];
    O begin[words], end[words], rest[words];
#pragma unroll
    for (int k = 0; k < words; ++k) seen[k] = s.visited[min_of(first + k * warps, last - 1)];
#pragma unroll
    for (int k = 0; k < words; ++k) {
      size_type const v = min_of(32 * (first + k * warps) + lane, s.n - 1);
      begin[k] = __ldg(s.column_offsets + v);
      end[k] = __ldg(s.column_offsets + v + 1);
    }
#pragma unroll
    for (int k = 0; k < words; ++k) {
      bool const open = 32 * (first + k * warps) + lane < s.n && !(seen[k] >> lane & 1);
      if (!open) end[k] = begin[k] = 0;
    }
    ask_neighbours<words>(s, step.old_front(), begin, end, rest, hit, neighbour);
#pragma unroll
    for (int k = 0; k < words; ++k) {
      size_type const w = first + k * warps, v = 32 * w + lane;
      unsigned const hits = __ballot_sync(~0u, hit[k]);
      if (hit[k]) {
        s.levels[v] = step.now.level + 1;
        if constexpr (Search::tree) s.parents[v] = neighbour[k];
        ++step.tally.rows;
        step.tally.entries +=
            s.column_offsets == s.offsets ? end[k] - begin[k] : __ldg(s.offsets + v + 1) - __ldg(s.offsets + v);
      }
      if (lane == 0 && w < last) {
        step.front()[w] = hits;
        if (hits) s.visited[w] = seen[k] | hits;
      }
    }
    step.list_rest(32 * first + lane, 32 * warps, rest, end);
  }
}

// What pulls have left of long columns asks the same frontier, before the level is complete.
template <class Search> struct asking : search_step<Search> {
  using typename search_step<Search>::I;
  using typename search_step<Search>::O;
  static constexpr bool Tree = Search::tree;
  I row = 0;

  __device__ void load([[maybe_unused]] typename Search::piece const& of) {
    if constexpr (Tree) row = of.row;
  }
  template <int Width> __device__ void batch(entry_batch<O, Width> const& at) {
    unsigned const* const front = this->old_front();
    I u[Width];
    bool hit[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) u[w] = __ldg(this->s.column_indices + at.at[w]);
#pragma unroll
    for (int w = 0; w < Width; ++w) hit[w] = at.active[w] && (front[u[w] >> 5] >> (u[w] & 31) & 1);
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      I const v = __shfl_sync(~0u, row, at.owner[w]);
      if (hit[w]) reach(Tree ? v : column_of(at.at[w]), u[w]);
    }
  }

 private:
  __device__ void reach(I v, [[maybe_unused]] I from) {
    auto const& s = this->s;
    if constexpr (Tree) offer_parent(s.parents + v, from);
    if (!claim_bit(s.visited, v)) return;
    s.levels[v] = this->now.level + 1;
    atomicOr(this->front() + (v >> 5), 1u << (v & 31));
    ++this->tally.rows;
    this->tally.entries += __ldg(s.offsets + v + 1) - __ldg(s.offsets + v);
  }
  __device__ I column_of(O entry) const {
    auto const& s = this->s;
    return static_cast<I>(heddle::detail::lower_bound(s.column_offsets, 0, s.n + 1, static_cast<O>(entry + 1)) - 1);
  }
};

}  // namespace heddle::gpu
