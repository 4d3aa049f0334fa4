// search_step.cuh - what a fixpoint on a GPU works with, and how a block of its kernel begins and ends a step.
#pragma once
#include <heddle/detail/cuda/sharing.cuh>
#include <heddle/ops/fixpoint/device.hpp>

namespace heddle::gpu::fixpoint_kernels {

inline constexpr int threads = 1024;

// Whether this is the thread of its block that counts rounds. It is the one that arrives for the block: where it was
// another, nvcc added up over a warp what that one adds.
__device__ inline bool counts_rounds() { return threadIdx.x == 0; }

// What is counted of piles and rounds: in shared memory, where registers are few.
template <class T> struct pile_course {
  T least{};          // of the sample that gave the pivot
  counter edges = 0;  // relaxed in all rounds
  size_type rounds = 0;
  float width = 1;    // of the piles of sums: so many of their first width
  float entries = 0;  // relaxed since the last split

  __device__ void count(counter relaxed) {
    ++rounds;
    edges += relaxed;
    entries += static_cast<float>(relaxed);
  }
};

// Where a search stands before a step; the same in all blocks.
template <class T> struct progress {
  T pivot{};  // what is as good is relaxed at once, the rest waits
  bool has_pivot = false, gathered = false, complete = false;
  bool at_limit = false;  // of rounds, and there would be another
  bool settled = false;   // are all targets
  std::int32_t step = 0, splits = 0;
  pile_course<T> pile = {};
};

// All zero before the first step.
struct search_memory {
  step_board board;
  counter waiting[3];  // in the pile of this split, of the next, of the one behind that, in turn
};

// What a kernel is compiled for.
template <class Semiring, class Element, class I, class O, class Sharing> struct search {
  using SR = Semiring;
  using A = Element;
  using Index = I;
  using Offset = O;
  using T = domain_of<SR>;
  using piece = typename Sharing::template piece_of<Index, Offset, true>;
  static constexpr listing lists_hold = Sharing::lists;
  using item = list_item<Sharing, piece>;
  Sharing sharing;
  typename Sharing::template memory<piece> of_sharing = {};
  compressed_view<A, Index, Offset> a;
  mask_view mask;
  T* values;
  primitives::byte* present;
  search_memory* memory = nullptr;
  std::int32_t* listed_in = nullptr;  // the last step that listed a row
  unsigned* waits = nullptr;          // a bit a row: it is in the pile
  item* lists[2] = {};                // written by even and by odd steps
  Index* piles[2] = {};               // read by even and by odd splits
  bool by_piles;
  bool skips_identity;  // entries that are the identity offer nothing
  bool keeps_windows;   // of a pile, from step to step; not where launches are many, since each would leave some
  size_type const* targets;
  size_type num_targets;
  double bucket;   // of sums: the width of the first pile
  bool adapts;     // later piles are wider or narrower, as rounds turn out to be
  float patience;  // with entries that a pile relaxes
  SR sr;

  // x is y, or better.
  __device__ bool before(T const& x, T const& y) const { return !differs<T>{}(sr.add(x, y), x); }
};

inline constexpr int pile_crowd = 512;  // of so many waiting items a block stores those that it holds

template <class Search> struct stages {
  frontier_stage<typename Search::piece, Search::lists_hold> near;
  list_stage<typename Search::Index, 2 * pile_crowd> far;  // over many steps
  bool far_is_full;
  counter place;

  __device__ void begin() {
    if (threadIdx.x == 0) {
      far.held = 0;
      far_is_full = false;
    }
    near.begin();
  }
};

// A step of one block: what it reads and writes.
template <class Search> struct search_step {
  using T = typename Search::T;
  using Index = typename Search::Index;
  using Offset = typename Search::Offset;
  using piece = typename Search::piece;
  Search const& s;
  stages<Search>& stage;
  progress<T> const& now;
  int pile_number;       // of the pile that rows are appended to
  list_window& of_pile;  // one a pile
  typename decltype(stages<Search>::near)::tally tally = {};

  __device__ Index* pile() const { return s.piles[pile_number & 1]; }
  __device__ counter* waiting() const { return &s.memory->waiting[pile_number % 3]; }

  template <int Width>
  __device__ void list(bool const (&found)[Width], piece (&row)[Width], Offset const (&end)[Width]) {
    step_board& board = s.memory->board;
    stage.near.append(s.lists[now.step & 1], &board.found[now.step % 3].pieces, tally, found, row, end,
                      s.sharing.listing_by(s.of_sharing, &board, now.step));
  }
  template <int Width> __device__ void put_off(bool const (&found)[Width], Index const (&row)[Width]) {
    stage.far.append(pile(), waiting(), of_pile, found, row);
  }
  // All threads of the block: what waits in shared memory goes to the pile.
  __device__ void store_pile() {
    __syncthreads();
    unsigned const ready = stage.far.ready();
    if (threadIdx.x == 0 && ready > 0) stage.place = atomicAdd(waiting(), static_cast<counter>(ready));
    __syncthreads();  // all have read how many are ready
    if (threadIdx.x == 0) stage.far.held = 0;
    for (unsigned i = threadIdx.x; i < ready; i += blockDim.x) pile()[stage.place + i] = stage.far.items[i];
    __syncthreads();
  }
  // All threads of the block: nothing more is appended to the pile, or not in this launch.
  __device__ void close_pile() {
    stage.far.fill(pile(), of_pile);
    store_pile();
  }
  // All threads of the block, at the end. What waits may go on doing so in shared memory, unless `all` has to be seen.
  __device__ void arrive(bool all) {
    if (s.by_piles && all) close_pile();
    stage.near.arrive(s.lists[now.step & 1], s.memory->board, now.step, tally);
    if (threadIdx.x == 0) stage.far_is_full = stage.far.held > pile_crowd;
  }
};

// Every entry is listed, or waits.
template <class Search> __device__ void begin(search_step<Search>& step) {
  using T = typename Search::T;
  using Index = typename Search::Index;
  using Offset = typename Search::Offset;
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
      s.values[i] = begin_of_exchange<add_of<typename Search::SR>>(x);
    }
    unsigned const votes = __ballot_sync(~0u, counts);
    if (s.by_piles && lane == 0) s.waits[word] = votes;
    if (votes == 0) continue;
    bool const found[] = {counts};
    if (s.by_piles) {
      Index const row[] = {static_cast<Index>(i)};
      step.put_off(found, row);
    } else {
      typename Search::piece row[] = {{counts ? s.a.offsets[i] : Offset(0), static_cast<Index>(i), 0}};
      Offset const end[] = {counts ? s.a.offsets[i + 1] : Offset(0)};
      step.list(found, row, end);
    }
  }
}

}  // namespace heddle::gpu::fixpoint_kernels
