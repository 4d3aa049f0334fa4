// splitting.cuh - the step of a fixpoint on a GPU that chooses what is relaxed next of what waits.
// Davidson, Baxter, Garland & Owens, "Work-efficient parallel GPU methods for single-source shortest paths", IPDPS 2014
// (near and far). What is near is found from a sample of what waits: sums up to a width above the least, else the
// better half.
#pragma once
#include <heddle/ops/fixpoint/search_step.cuh>

namespace heddle::gpu::fixpoint_kernels {

// A sum by which the pile is cut that begins at the least, so many of its first width above.
template <class Search>
__device__ typename Search::T cut_above(Search const& s, typename Search::T const& least, float widths) {
  using T = typename Search::T;
  double const most = static_cast<double>(std::numeric_limits<T>::max()) / 4, wanted = s.bucket * widths;
  T const width = heddle::detail::converted<T>(min_of(wanted, most));
  T const wider = width < std::numeric_limits<T>::max() - max_of(least, T(0)) ? least + width : least;
  return s.before(least, wider) ? wider : least;
}

// A value by which the next pile is cut, from a sample of what waits and is not settled: some of it is as good. The
// same in all blocks. It stays what it was if all of the sample is settled.
template <class Search>
__device__ void find_pivot(Search const& s, progress<typename Search::T>& now, pile_course<typename Search::T>& pile,
                           counter waiting) {
  using T = typename Search::T;
  using Index = typename Search::Index;
  constexpr bool is_sum = searches_sums<typename Search::SR>;
  constexpr int most = 256;
  __shared__ T sample[most];
  __shared__ int taken;
  __shared__ T chosen;
  if (threadIdx.x == 0) taken = 0;
  __syncthreads();
  int const wanted = static_cast<int>(min_of(waiting, counter{most}));
  T mine{};
  bool counts = false;
  if (static_cast<int>(threadIdx.x) < wanted) {
    Index const row = load_fresh(s.piles[now.splits & 1] + threadIdx.x * waiting / wanted);
    counts = row != empty_item<Index>();
    if (counts) {
      mine = load_fresh(s.values + row);
      counts = !now.has_pivot || !s.before(mine, now.pivot);
    }
  }
  int at = 0;
  if (counts) {
    at = atomicAdd(&taken, 1);
    sample[at] = mine;
  }
  __syncthreads();
  int const all = taken;
  if (all == 0 && now.has_pivot) return;
  if (all == 0) {  // of a sample of empty places: any value will do
    if (threadIdx.x == 0) {
      for (counter k = 0; k < waiting; ++k) {
        Index const row = load_fresh(s.piles[now.splits & 1] + k);
        if (row == empty_item<Index>()) continue;
        chosen = load_fresh(s.values + row);
        break;
      }
    }
  }
  if (counts) {
    int better = 0;  // of the others; equal ones by their places
    for (int k = 0; k < all; ++k) {
      bool const same = !differs<T>{}(sample[k], mine);
      better += same ? k < at : s.before(sample[k], mine);
    }
    if (better == (is_sum ? 0 : all / 2)) chosen = mine;
  }
  __syncthreads();
  if (counts_rounds()) pile.least = chosen;
  now.pivot = chosen;
  if constexpr (is_sum) now.pivot = cut_above(s, chosen, pile.width);
  now.has_pivot = true;
}

// Entries of a pile, by thread of the grid: few are not worth its barriers, many are relaxed again. On an H200 the best
// fixed widths came to piles of 2 M (a road network, a geometric graph), 4 M (a web) and 13 M (R-MAT) entries each.
inline constexpr size_type least_pile = 10, most_pile = 128;

// Graphs that come to three piles at most, 4 M entries there, begin with wide ones, in most cases one: four of 1 to 3 M
// entries took 1.5 to 2.1 times as long with narrow ones.
HEDDLE_FN inline float first_width(size_type all_threads, size_type nnz) {
  return nnz <= 3 * least_pile * all_threads ? 4096 : 1;
}
inline float first_width(executor const& exec, size_type nnz) {
  return first_width(size_type{step_blocks(exec)} * threads, nnz);
}
// A pile that relaxes more is cut: what it still finds waits, but for what is as good as its least. Those that follow
// are a 64th as wide: relaxing every entry eight times over is what a pile is to prevent.
HEDDLE_FN inline float patience(size_type all_threads, size_type nnz) {
  return static_cast<float>(max_of(most_pile * all_threads, 8 * nnz));
}
inline float patience(executor const& exec, size_type nnz) {
  return patience(size_type{step_blocks(exec)} * threads, nnz);
}

// By what the last pile came to, of so many threads, with such patience.
template <class T> __device__ void adapt_width(bool adapts, pile_course<T>& pile, float all, float patience) {
  if (adapts) {
    if (pile.entries < all * least_pile) pile.width = min_of(pile.width * 2, 1e18f);
    if (pile.entries > all * most_pile) pile.width /= pile.entries > patience ? 64 : 2;
  }
  pile.entries = 0;
}

// What waits and is as good as the pivot is listed, but for what has been settled before, by an older pivot; the rest
// goes on waiting.
template <class Search>
__device__ void split(search_step<Search>& step, progress<typename Search::T> const& older, counter waiting) {
  using T = typename Search::T;
  using Index = typename Search::Index;
  using Offset = typename Search::Offset;
  auto const& s = step.s;
  Index const* const from = s.piles[step.now.splits & 1];
  int const lane = static_cast<int>(threadIdx.x) & 31;
  counter const all = static_cast<counter>(gridDim.x) * blockDim.x;
  if (blockIdx.x == 0 && threadIdx.x == 0) s.memory->waiting[(step.now.splits + 2) % 3] = 0;
  for (counter k = static_cast<counter>(blockIdx.x) * blockDim.x + threadIdx.x; k - lane < waiting; k += all) {
    bool near = false, keep = false;
    Index row = 0;
    Offset begin = 0, end = 0;
    if (k < waiting) row = load_fresh(from + k);
    if (k < waiting && row != empty_item<Index>()) {
      T const value = load_fresh(s.values + row);
      keep = !s.before(value, step.now.pivot);
      near = !keep && !(older.has_pivot && s.before(value, older.pivot));
      if (!keep) atomicAnd(s.waits + (row >> 5), ~(1u << (row & 31)));
      if (near) {
        begin = __ldg(s.a.offsets + row);
        end = __ldg(s.a.offsets + row + 1);
      }
    }
    bool const listed[] = {near}, kept[] = {keep};
    typename Search::piece whole[] = {{begin, row, 0}};
    Offset const until[] = {end};
    Index const item[] = {row};
    step.list(listed, whole, until);
    step.put_off(kept, item);
  }
}

}  // namespace heddle::gpu::fixpoint_kernels
