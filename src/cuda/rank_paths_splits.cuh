// rank_paths_splits.cuh - how ranks that have nothing near agree on what is next: each looks at a sample of what waits,
// and all cut it at one distance. Davidson, Baxter, Garland & Owens, "Work-efficient parallel GPU methods for
// single-source shortest paths", IPDPS 2014 (near and far).
#pragma once
#include <heddle/ops/fixpoint/splitting.cuh>

#include "src/cuda/rank_paths_steps.cuh"

namespace heddle::gpu {

// All threads of a block: the least of a sample of what waits here and is not settled, or infinity where there is none.
// A sample of `most`.
template <class Search>
__device__ typename Search::T least_waiting(Search const& s, fixpoint_kernels::progress<typename Search::T> const& now,
                                            counter waiting, counter most) {
  using T = typename Search::T;
  using word = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
  __shared__ word least;
  T const none = std::numeric_limits<T>::infinity();
  if (threadIdx.x == 0) memcpy(&least, &none, sizeof(T));
  __syncthreads();
  counter const wanted = min_of(waiting, most);
  T mine = none;
  for (counter k = threadIdx.x; k < wanted; k += blockDim.x) {
    std::int32_t const row = load_fresh(s.piles[now.splits & 1] + k * waiting / wanted);
    if (row == empty_item<std::int32_t>()) continue;
    T const value = load_fresh(s.values + row);
    if (now.pivot < value && value < mine) mine = value;
  }
  word bits;
  memcpy(&bits, &mine, sizeof(T));
  if (mine < none) atomicMin(&least, bits);
  __syncthreads();
  memcpy(&mine, &least, sizeof(T));
  return mine;
}

// What waits and is as good as the pivot is listed, and to others' vertices distances are offered, near or far, but for
// what has been settled before, by an older pivot. The rest goes on waiting. Far ones that were offered at once would
// be offered more than once before they are near; those that wait until then are looked at by all splits of two ranks:
// on R-MAT 21 all splits look at 17.6 times as many as there are vertices then, and at 11.1 times as many so.
template <class Search>
__device__ void split_among(paths_step<Search>& step, typename Search::T const& older, counter waiting, bool side) {
  using T = typename Search::T;
  using Index = typename Search::Index;
  using Offset = typename Search::Offset;
  using offer = typename Search::offer;
  constexpr int width = 2;
  auto const& s = step.s;
  Index const* const from = s.piles[step.now.splits & 1];
  counter const lane = threadIdx.x & 31;
  if (global_thread() == 0) s.memory->waiting[(step.now.splits + 2) % 3] = 0;
  for (counter first = global_thread() / 32 * 32 * width; first < waiting; first += global_threads() * width) {
    Index row[width];
    T value[width];
    bool near[width], keep[width];
    int owner[width];
    Offset end[width];
    offer offers[width];
    typename Search::piece rows[width];
#pragma unroll
    for (int w = 0; w < width; ++w) {
      counter const k = first + 32 * w + lane;
      row[w] = k < waiting ? load_fresh(from + k) : empty_item<Index>();
    }
#pragma unroll
    for (int w = 0; w < width; ++w) value[w] = load_fresh(s.values + (row[w] < 0 ? Index(0) : row[w]));
#pragma unroll
    for (int w = 0; w < width; ++w) {
      bool const is_item = row[w] != empty_item<Index>();
      bool const is_own = s.is_own(row[w]), is_new = is_item && older < value[w];
      keep[w] = is_item && is_own && step.now.pivot < value[w];
      if (is_item && !keep[w]) atomicAnd(s.waits + (row[w] >> 5), ~(1u << (row[w] & 31)));
      near[w] = is_new && is_own && !keep[w];
      owner[w] = is_new && !is_own ? s.owner_of(row[w]) : -1;
      if (owner[w] >= 0) offers[w] = {value[w], row[w] - s.cuts[owner[w]]};
      if (near[w]) s.listed_in[row[w]] = step.round();
      Index const own = near[w] ? row[w] - s.first() : Index(0);
      rows[w] = {__ldg(s.a.offsets + own), row[w], 0};
      end[w] = __ldg(s.a.offsets + own + 1);
    }
    step.list(near, rows, end);
    step.put_off(keep, row);
    put_offers(s, s.offers[side], owner, offers);
  }
}

}  // namespace heddle::gpu
