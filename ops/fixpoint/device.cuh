// device.cuh - fixpoints on a GPU: one kernel relaxes list after list, with barriers in place of launches.
// Piles: Davidson, Baxter, Garland & Owens, "Work-efficient parallel GPU methods for single-source shortest paths",
// IPDPS 2014 (near and far). What is near is found from a sample of what waits: sums up to a width above the least,
// else the better half.
#pragma once
#include <heddle/cuda/carve.cuh>
#include <heddle/cuda/elementwise.cuh>
#include <heddle/cuda/frontier.cuh>
#include <heddle/ops/fixpoint/device.hpp>

namespace heddle::cuda {

namespace fixpoint_kernels {

inline constexpr int threads = 1024;

// Where a search stands before a step; the same in all blocks.
template <class T> struct progress {
  T pivot{};  // what is as good is relaxed at once, the rest waits
  bool has_pivot = false, gathered = false, complete = false;
  std::int32_t step = 0, splits = 0;
  size_type rounds = 0;
  float width = 1;         // of the piles of sums: so many of their first width
  float pile_entries = 0;  // relaxed since the last split
};

// All zero before the first step.
template <class T> struct search_memory {
  step_board board;
  counter waiting[3];  // in the pile of this split, of the next, of the one behind that, in turn
  struct {
    counter edges;
    progress<T> state;  // at the end of a launch
  } result;
};

template <class SR, class A, class Index, class Offset> struct search {
  using T = domain_of<SR>;
  using piece = row_piece<Index, Offset>;
  compressed_view<A, Index, Offset> a;
  mask_view mask;
  T* values;
  primitives::byte* present;
  search_memory<T>* memory;
  std::int32_t* listed_in;  // the last step that listed a row
  unsigned* waits;          // a bit a row: it is in the pile
  piece* lists[2];          // written by even and by odd steps
  Index* piles[2];          // read by even and by odd splits
  bool by_piles;
  bool skips_identity;  // entries that are the identity offer nothing
  double bucket;        // of sums: the width of the first pile
  bool adapts;          // later piles are wider or narrower, as rounds turn out to be
  SR sr;

  // x is y, or better.
  __device__ bool before(T const& x, T const& y) const { return !differs<T>{}(sr.add(x, y), x); }
};

template <class Piece, class Index> struct stages {
  frontier_stage<Piece> near;
  list_stage<Index, 1024> far;  // over many steps
  bool far_is_full;
  counter place, edges;

  __device__ void begin() {
    if (threadIdx.x == 0) {
      far.held = 0;
      far_is_full = false;
      edges = 0;
    }
    near.begin();
  }
};

// A step of one block: what it reads and writes.
template <class SR, class A, class Index, class Offset> struct search_step {
  using T = domain_of<SR>;
  using piece = row_piece<Index, Offset>;
  search<SR, A, Index, Offset> const& s;
  stages<piece, Index>& stage;
  progress<T> const& now;
  int pile_number;  // of the pile that rows are appended to
  typename frontier_stage<piece>::tally tally = {};
  list_window of_pile = {};

  __device__ Index* pile() const { return s.piles[pile_number & 1]; }
  __device__ counter* waiting() const { return &s.memory->waiting[pile_number % 3]; }

  template <int Width>
  __device__ void list(bool const (&found)[Width], piece (&row)[Width], Offset const (&end)[Width]) {
    stage.near.append(s.lists[now.step & 1], &s.memory->board.found[now.step % 3].pieces, tally, found, row, end);
  }
  template <int Width> __device__ void put_off(bool const (&found)[Width], Index const (&row)[Width]) {
    stage.far.append(pile(), waiting(), of_pile, found, row);
  }
  // All threads of the block: what waits in shared memory goes to the pile.
  __device__ void store_pile() {
    __syncthreads();
    unsigned const ready = stage.far.ready();
    if (threadIdx.x == 0 && ready > 0) stage.place = atomicAdd(waiting(), static_cast<counter>(ready));
    __syncthreads();
    for (unsigned i = threadIdx.x; i < ready; i += blockDim.x) pile()[stage.place + i] = stage.far.items[i];
    __syncthreads();
    if (threadIdx.x == 0) stage.far.held = 0;
  }
  // All threads of the block, at the end. What waits may go on doing so in shared memory, unless `all` has to be seen.
  __device__ void arrive(bool all) {
    if (s.by_piles) {
      stage.far.fill(pile(), of_pile);
      if (all) store_pile();
    }
    stage.near.arrive(s.lists[now.step & 1], s.memory->board, now.step, tally);
    if (threadIdx.x == 0) stage.far_is_full = stage.far.held > stage.far.capacity / 2;
  }
};

// Every entry is listed, or waits.
template <class SR, class A, class Index, class Offset> __device__ void begin(search_step<SR, A, Index, Offset>& step) {
  using T = domain_of<SR>;
  using piece = row_piece<Index, Offset>;
  auto const& s = step.s;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  size_type const n = s.a.major, warps = static_cast<size_type>(gridDim.x) * (blockDim.x / 32);
  for (size_type word = static_cast<size_type>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32; 32 * word < n;
       word += warps) {
    size_type const i = 32 * word + lane;
    bool const is_entry = i < n && (!s.present || s.present[i]);
    bool counts = is_entry;
    if (i < n) {
      T const x = is_entry ? s.values[i] : neutral_of(s.sr.add);
      if (s.skips_identity) counts = counts && differs<T>{}(x, s.sr.add.identity());
      s.listed_in[i] = -1;
      s.values[i] = begin_of_exchange<add_of<SR>>(x);
    }
    unsigned const votes = __ballot_sync(~0u, counts);
    if (s.by_piles && lane == 0) s.waits[word] = votes;
    if (votes == 0) continue;
    bool const found[] = {counts};
    if (s.by_piles) {
      Index const row[] = {static_cast<Index>(i)};
      step.put_off(found, row);
    } else {
      piece row[] = {{counts ? s.a.offsets[i] : Offset(0), static_cast<Index>(i), 0}};
      Offset const end[] = {counts ? s.a.offsets[i + 1] : Offset(0)};
      step.list(found, row, end);
    }
  }
}

// Entries of listed rows offer products to their columns.
template <class SR, class A, class Index, class Offset> struct relaxing : search_step<SR, A, Index, Offset> {
  using step = search_step<SR, A, Index, Offset>;
  using T = domain_of<SR>;
  using left = heddle::detail::left_of<SR, T>;
  using right = heddle::detail::right_of<SR, A>;
  using piece = row_piece<Index, Offset>;
  using step::now;
  using step::s;
  bool few;  // what a relaxation costs is waiting: rows are asked for before it is known whether they change
  counter edges = 0;
  left x{};
  Index row = 0;

  __device__ relaxing(step const& of, bool is_few) : step(of), few(is_few) {}

  __device__ void load(piece const& of) {
    edges += of.length;
    row = of.row;
    if constexpr (heddle::detail::reads<SR>::left) x = static_cast<left>(load_fresh(s.values + of.row));
  }

  template <int Width> __device__ void batch(entry_batch<Offset, Width> const& at) {
    Index j[Width];
    right weight[Width];
    bool active[Width], near[Width], away[Width];
    T offered[Width];
    Offset begin[Width], end[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      j[w] = __ldg(s.a.indices + at.at[w]);
      if constexpr (heddle::detail::reads<SR>::right) weight[w] = static_cast<right>(s.a.values[at.at[w]]);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      left from{};
      if constexpr (heddle::detail::reads<SR>::left) from = shuffled(x, at.owner[w]);
      [[maybe_unused]] Index k = 0;
      if constexpr (heddle::detail::asks_positions<SR, left, right>) k = __shfl_sync(~0u, row, at.owner[w]);
      offered[w] = heddle::detail::product_of(s.sr, from, weight[w], 0, k, j[w]);
      if (few) {
        begin[w] = __ldg(s.a.offsets + j[w]);
        end[w] = __ldg(s.a.offsets + j[w] + 1);
      }
    }
    improving(at.active, j, offered, active);
    combine_all(active, j, offered, active);
    std::int32_t last[Width];
    bool any = false;
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      away[w] = active[w] && s.by_piles && !s.before(offered[w], now.pivot);
      near[w] = active[w] && !away[w];
      any |= active[w];
      if (near[w]) last[w] = atomicExch(s.listed_in + j[w], now.step);
      if (away[w]) away[w] = claim_bit(s.waits, j[w]);
    }
    if (!__any_sync(~0u, any)) return;
    piece rows[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      near[w] = near[w] && last[w] != now.step;
      if (!few) {
        Index const of = near[w] ? j[w] : Index(0);
        begin[w] = __ldg(s.a.offsets + of);
        end[w] = __ldg(s.a.offsets + of + 1);
      }
      rows[w] = {begin[w], j[w], 0};
    }
    this->list(near, rows, end);
    if (s.by_piles) this->put_off(away, j);
  }

 private:
  template <class V> static __device__ V shuffled(V const& value, int lane) {
    if constexpr (sizeof(V) == 4 || sizeof(V) == 8) {
      using word = std::conditional_t<sizeof(V) == 4, unsigned, unsigned long long>;
      word bits;
      memcpy(&bits, &value, sizeof(V));
      bits = __shfl_sync(~0u, bits, lane);
      V result;
      memcpy(&result, &bits, sizeof(V));
      return result;
    } else {
      return static_cast<V>(__shfl_sync(~0u, static_cast<int>(value), lane));
    }
  }

  // Which of the products would change something, as far as one can see before.
  template <int Width>
  __device__ void improving(bool const (&active)[Width], Index const (&j)[Width], T const (&offered)[Width],
                            bool (&improves)[Width]) {
    T old[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      old[w] = load_fresh(s.values + j[w]);
      improves[w] = active[w] && s.mask.open(j[w]);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      if (!improves[w]) continue;
      bool const is_neutral = s.present && !differs<T>{}(offered[w], neutral_of(s.sr.add));
      improves[w] = is_neutral || differs<T>{}(s.sr.add(old[w], offered[w]), old[w]);
    }
  }
  // Which of them did. Positions without an entry hold the neutral element, so one that is offered makes an entry
  // alone.
  template <int Width>
  __device__ void combine_all(bool const (&wanted)[Width], Index const (&j)[Width], T const (&offered)[Width],
                              bool (&changed)[Width]) {
    T old[Width];
    bool is_neutral[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      is_neutral[w] = wanted[w] && s.present && !differs<T>{}(offered[w], neutral_of(s.sr.add));
      if (wanted[w] && !is_neutral[w]) old[w] = exchange(s.sr.add, s.values + j[w], offered[w]);
    }
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      if (is_neutral[w]) {
        changed[w] = claim(s.present, j[w]);
      } else {
        changed[w] = wanted[w] && differs<T>{}(s.sr.add(old[w], offered[w]), old[w]);
        if (changed[w] && s.present) s.present[j[w]] = 1;
      }
    }
  }
};

// A value by which the next pile is cut, from a sample of what waits and is not settled: some of it is as good. The
// same in all blocks. It stays what it was if all of the sample is settled.
template <class SR, class A, class Index, class Offset>
__device__ void find_pivot(search<SR, A, Index, Offset> const& s, progress<domain_of<SR>>& now, counter waiting) {
  using T = domain_of<SR>;
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
    bool const is_sum = searches_sums<SR>;
    if (better == (is_sum ? 0 : all / 2)) chosen = mine;
  }
  __syncthreads();
  now.pivot = chosen;
  if constexpr (searches_sums<SR>) {
    double const most = static_cast<double>(std::numeric_limits<T>::max()) / 4, wanted = s.bucket * now.width;
    T const width = static_cast<T>(min_of(wanted, most));
    T const wider = width < std::numeric_limits<T>::max() - max_of(chosen, T(0)) ? chosen + width : chosen;
    if (s.before(chosen, wider)) now.pivot = wider;
  }
  now.has_pivot = true;
}

// A pile of few entries is not worth its barriers, one of many relaxes what it will relax again. On an H200 the best
// fixed widths came to piles of 2 M (a road network, a geometric graph), 4 M (a web) and 13 M (R-MAT) entries each.
template <class SR, class A, class Index, class Offset>
__device__ void adapt_width(search<SR, A, Index, Offset> const& s, progress<domain_of<SR>>& now) {
  float const all = static_cast<float>(gridDim.x) * blockDim.x;
  if (s.adapts && now.splits > 0) {
    if (now.pile_entries < all * 10) now.width *= 2;
    if (now.pile_entries > all * 128) now.width /= 2;
  }
  now.pile_entries = 0;
}

// What waits and is as good as the pivot is listed, but for what has been settled before, by an older pivot; the rest
// goes on waiting.
template <class SR, class A, class Index, class Offset>
__device__ void split(search_step<SR, A, Index, Offset>& step, progress<domain_of<SR>> const& older, counter waiting) {
  using T = domain_of<SR>;
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
    row_piece<Index, Offset> whole[] = {{begin, row, 0}};
    Offset const until[] = {end};
    Index const item[] = {row};
    step.list(listed, whole, until);
    step.put_off(kept, item);
  }
}

// Until nothing changes, or `most_rounds` are over; a single step where `stepwise`.
template <class SR, class A, class Index, class Offset>
__global__ void __launch_bounds__(threads)
    search_kernel(search<SR, A, Index, Offset> const __grid_constant__ s, progress<domain_of<SR>> now,
                  size_type most_rounds, bool stepwise) {
  using step_type = search_step<SR, A, Index, Offset>;
  __shared__ stages<row_piece<Index, Offset>, Index> stage;
  __shared__ counter waiting;
  stage.begin();
  bool const began = now.step == 0;
  if (began) {
    step_type step{s, stage, now, 0};
    begin(step);
    step.arrive(true);
    now.gathered = true;
    ++now.step;
  }
  while (!stepwise || !began) {
    step_count const found = wait_for(s.memory->board, now.step - 1);
    if (found.pieces > 0) {
      if (now.rounds == most_rounds) {
        if (s.by_piles) step_type{s, stage, now, now.splits}.store_pile();
        break;
      }
      relaxing<SR, A, Index, Offset> step({s, stage, now, now.splits},
                                          found.entries <= 2 * static_cast<counter>(gridDim.x) * blockDim.x);
      if (stage.far_is_full) step.store_pile();
      walk_pieces<2>(s.lists[(now.step + 1) & 1], found, stage.near, step);
      unsigned const read = __reduce_add_sync(~0u, static_cast<unsigned>(step.edges));
      if ((threadIdx.x & 31) == 0 && read) atomicAdd(&stage.edges, static_cast<counter>(read));
      step.arrive(stepwise);
      now.gathered = stepwise;
      ++now.rounds;
      now.pile_entries += static_cast<float>(found.entries);
    } else if (s.by_piles && !now.gathered) {
      step_type step{s, stage, now, now.splits};
      step.arrive(true);
      now.gathered = true;
    } else {
      if (threadIdx.x == 0) waiting = s.by_piles ? load_fresh(&s.memory->waiting[now.splits % 3]) : 0;
      __syncthreads();
      now.complete = waiting == 0;
      if (now.complete) break;
      if constexpr (is_selective<add_of<SR>>()) {
        progress<domain_of<SR>> const older = now;
        adapt_width(s, now);
        find_pivot(s, now, waiting);
        step_type step{s, stage, now, now.splits + 1};
        split(step, older, waiting);
        step.arrive(stepwise);
        now.gathered = stepwise;
        ++now.splits;
      }
    }
    ++now.step;
    if (stepwise) break;
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (stage.edges) atomicAdd(&s.memory->result.edges, stage.edges);
  if (blockIdx.x == 0) s.memory->result.state = now;
}

}  // namespace fixpoint_kernels

template <class SR, class A, class Index, class Offset>
fixpoint_work solve(fixpoint_problem<SR, A, Index, Offset> const& p) {
  using namespace fixpoint_kernels;
  using T = domain_of<SR>;
  using piece = row_piece<Index, Offset>;
  fixpoint_work work;
  size_type const n = p.a.major;
  if (n == 0) return work;
  search<SR, A, Index, Offset> s{.a = p.a,
                                 .mask = p.mask,
                                 .values = p.values,
                                 .present = p.present,
                                 .by_piles = p.plan.by_piles,
                                 .skips_identity = false,
                                 .bucket = p.plan.bucket,
                                 .adapts = p.plan.adapts,
                                 .sr = p.sr};
  // Sums with infinity are no improvement.
  if constexpr (searches_sums<SR>) s.skips_identity = !p.present && std::is_floating_point_v<T>;
  size_type const in_pile =
      p.plan.by_piles ? room_in_list(p.exec, n, decltype(stages<piece, Index>::far)::capacity) : 0;
  auto const memory = carve(p.exec, [&](carver& take) {
    take(s.memory, 1);
    take(s.listed_in, n);
    take(s.waits, p.plan.by_piles ? ceil_div(n, 32) : 0);
    for (auto& list : s.lists) take(list, room_for_pieces<piece>(p.exec, n, p.a.nnz));
    for (auto& pile : s.piles) take(pile, in_pile);
  });
  device_guard const guard(p.exec);
  check(cudaMemsetAsync(s.memory, 0, sizeof(search_memory<T>), stream_of(p.exec)), "begin of a fixpoint");
  constexpr size_type between_looks = 256;  // rounds, where the host's flag may end the search
  size_type const limit = p.plan.most_rounds > 0 ? p.plan.most_rounds : std::numeric_limits<size_type>::max();
  bool stepwise = p.plan.stepwise;
  progress<T> now;
  while (!now.complete && now.rounds < limit && !(p.plan.stop && p.plan.stop->load())) {
    size_type const most = p.plan.stop ? min_of(limit, now.rounds + between_looks) : limit;
    auto* const kernel = search_kernel<SR, A, Index, Offset>;
    stepwise = stepwise || !launch_whole_grid(p.exec, threads, kernel, s, now, most, false);
    if (stepwise) {
      kernel<<<step_blocks(p.exec), threads, 0, stream_of(p.exec)>>>(s, now, most, true);
      check(cudaGetLastError(), "a step of a fixpoint");
    }
    ++work.launches;
    decltype(s.memory->result) after;
    heddle::detail::copy_bytes(executor{}, &after, p.exec, &s.memory->result, sizeof(after));
    now = after.state;
    work.edges = static_cast<size_type>(after.edges);
  }
  work.rounds = now.rounds;
  work.complete = now.complete;
  return work;
}

}  // namespace heddle::cuda
