// rank_paths_kernel.cuh - shortest paths among GPUs: on each one kernel for all rounds, whose blocks wait for each
// other, and once a round for the kernels of the other GPUs. All of them cut what waits at the same distance.
#pragma once
#include <heddle/detail/cuda/receive.hpp>

#include "src/cuda/rank_paths_splits.cuh"
#include "src/traverse/rank_kernels.hpp"

namespace heddle::gpu {

// How a rank's kernel has ended, the same at all ranks.
struct rank_paths_end {
  counter reached;  // of this rank's vertices
  size_type rounds;
  bool done, thin;
};

// Where a rank stands, in shared memory: the same for all threads of all blocks.
template <class T> struct paths_state {
  fixpoint_kernels::progress<T> now;
  step_count found;  // listed by this rank since the last round
  counter meeting, work;
  size_type all_threads;  // of all ranks
  bool side;              // of offers
  bool all_settled;       // what was sampled last
};

// One block of a rank's kernel. What returns bool says whether the search goes on: false where somebody gave up.
template <class Search> struct finding_paths {
  using T = typename Search::T;
  using step_type = paths_step<Search>;
  Search const& s;
  paths_stage<Search>& stage;
  rank_messages& said;
  paths_state<T>& at;
  bool is_complete = false, is_thin = false;
  list_window no_window = {};  // those of warps are in shared memory

  __device__ bool run() {
    change([](paths_state<T>& first) { first = {}; });
    if (!begin()) return false;
    for (;;) {
      bool const some_are_near = said.rows(s.ranks) > 0;
      counter const walked = some_are_near ? at.found.rows + at.found.entries : 0;
      if (some_are_near ? !relax() : !split()) return false;
      if (is_complete) return end();
      if (!exchange(walked)) return false;
      is_thin = at.now.pile.rounds == s.thin_rounds && at.work < s.thin_work;
      if (is_thin) return end();
    }
  }

 private:
  __device__ step_type step() { return {{s, stage, at.now, at.now.splits, no_window}}; }
  // By one thread, when all have read what was there.
  template <class Change> __device__ void change(Change const& how) {
    __syncthreads();
    if (threadIdx.x == 0) how(at);
    __syncthreads();
  }
  __device__ bool ends() {
    if (!all_come(s, at.now.step)) return false;
    step_count const found = wait_for(*s.board, at.now.step);
    change([&](paths_state<T>& after) {
      after.found = found;
      ++after.now.step;
    });
    return true;
  }
  __device__ bool meet(counter rows, counter entries) {
    if (!meet_ranks(s, at.meeting + 1, {0, rows, entries, 0}, said)) return false;
    if (threadIdx.x == 0) ++at.meeting;
    return true;
  }

  __device__ bool begin() {
    step_type first = step();
    begin_paths(first);
    first.arrive(false);
    if (!ends() || !meet(global_threads(), 0)) return false;
    change([&](paths_state<T>& after) {
      after.all_threads = static_cast<size_type>(said.rows(s.ranks));
      auto& now = after.now;
      if (s.adapts) now.pile.width = fixpoint_kernels::first_width(after.all_threads, s.all_entries);
      now.pivot =
          s.by_piles ? fixpoint_kernels::cut_above(s, T(0), now.pile.width) : std::numeric_limits<T>::infinity();
      now.splits = 1;
    });
    return true;
  }

  __device__ bool relax() {
    change([](paths_state<T>& after) { ++after.now.pile.rounds; });
    {
      relaxing_among<Search> walks(step(), at.found.entries <= 2 * global_threads());
      if (stage.far_is_full) walks.store_pile();
      s.sharing.template walk<2>(
          listed_rows<typename Search::item const*>{s.lists[(walks.round() + 1) & 1], at.found, s.board, at.now.step},
          s.of_sharing, stage.near, walks);
      walks.fill();
      walks.arrive(false);
    }
    if (!ends()) return false;
    if (at.found.aside > 0) {
      step_count const own = at.found;
      order_distances(s, own.aside, at.side);
      step().arrive(false);
      if (!ends()) return false;
      change([&](paths_state<T>& after) { after.found = own; });
    }
    return true;
  }

  // Tells what this rank has listed and has put in order for others, and takes what it is offered. Then
  // said.rows(s.ranks) is 0 where nothing is near at any rank. Two arrays of offers take turns: who comes to a meeting
  // has read those of the one before.
  __device__ bool exchange(counter walked) {
    step_count const own = at.found;
    counter offered = 0;
    rank_board* const board = s.board_of(s.rank);
    bool const tells = blockIdx.x == 0 && threadIdx.x < static_cast<unsigned>(s.ranks);
    for (int r = 0; tells && r < s.ranks; ++r) offered += load_fresh(&board->offered[r]);
    if (!meet(own.pieces + offered, walked)) return false;
    if (tells) board->offered[threadIdx.x] = 0;
    offered = 0;
    for (int r = 0; r < s.ranks; ++r) offered += said.of[r].offers;
    if (offered > 0) {
      step_type takes = step();
      takes.before = own.pieces;
      take_distances(takes, said, at.side);
      takes.arrive(false);
      if (!ends()) return false;
    }
    change([&](paths_state<T>& after) {
      auto const& taken = after.found;
      if (offered > 0) after.found = {own.pieces + taken.pieces, own.rows + taken.rows, own.entries + taken.entries, 0};
      after.side = !after.side;
      count_work(after, said.entries(s.ranks));
    });
    return true;
  }
  __device__ void count_work(paths_state<T>& after, counter relaxed) const {
    auto& now = after.now;
    after.work += relaxed;
    now.pile.entries += static_cast<float>(relaxed);
    if (s.adapts && s.by_piles && now.pile.entries > patience(after)) now.pivot = now.pile.least;
  }
  __device__ float patience(paths_state<T> const& after) const {
    return fixpoint_kernels::patience(after.all_threads, s.all_entries);
  }

  // Nothing is near at any rank: all agree on the next cut, by what is the least of their samples.
  __device__ bool split() {
    step().arrive(true);
    if (!ends()) return false;
    counter const waiting = load_fresh(&s.memory->waiting[at.now.splits % 3]);
    T least = std::numeric_limits<T>::infinity();
    if (blockIdx.x == 0) least = least_waiting(s, at.now, waiting, at.all_settled ? waiting : counter{256});
    counter bits = 0;
    memcpy(&bits, &least, sizeof(T));
    if (!meet(waiting, bits)) return false;
    is_complete = said.rows(s.ranks) == 0;
    if (is_complete) return true;
    T const older = at.now.pivot;
    change([&](paths_state<T>& after) {
      fixpoint_kernels::adapt_width(s.adapts, after.now.pile, static_cast<float>(after.all_threads), patience(after));
      for (int r = 0; r < s.ranks; ++r) bits = r == 0 ? said.of[r].entries : min_of(bits, said.of[r].entries);
      memcpy(&least, &bits, sizeof(T));
      after.all_settled = !(least < std::numeric_limits<T>::infinity());
      if (after.all_settled) return;
      after.now.pile.least = least;
      after.now.pivot = fixpoint_kernels::cut_above(s, least, after.now.pile.width);
    });
    {
      step_type cuts{{s, stage, at.now, at.now.splits + 1, no_window}};
      split_among(cuts, older, waiting, at.side);
      cuts.arrive(false);
    }
    if (!ends()) return false;
    change([](paths_state<T>& after) { ++after.now.splits; });
    return true;
  }

  // Who waits in vain for a block that has given up tells the host.
  __device__ bool end() {
    step_type last = step();
    for (counter v = global_thread(); v < static_cast<counter>(s.a.major); v += global_threads()) {
      T const distance = load_fresh(s.values + s.first() + v);
      s.distances[v] = distance;
      last.tally.rows += distance < std::numeric_limits<T>::infinity();
    }
    last.arrive(false);
    return ends();
  }
};

inline constexpr int paths_threads = fixpoint_kernels::threads;

template <class Search>
__global__ void __launch_bounds__(paths_threads)
    rank_paths_kernel(Search const __grid_constant__ s, rank_paths_end* result) {
  __shared__ paths_stage<Search> stage;
  __shared__ rank_messages said;
  __shared__ paths_state<typename Search::T> at;
  stage.begin();
  finding_paths<Search> rank{s, stage, said, at};
  bool const done = rank.run();
  if (global_thread() == 0) *result = {at.found.rows, at.now.pile.rounds, done, rank.is_thin};
}

// The arrays of a task, which are dealt out of its memory in the same way each time.
template <class T, index_type O> class paths_layout {
 public:
  using search = rank_paths<T, O>;
  paths_layout(executor const& exec, rank_paths_task<T, O> const& task)
      : n_(task.rows.major),
        all_(task.cuts.back()),
        room_(room_in_lists<by_pieces, typename search::piece>(by_pieces::of(task.by), exec, n_, task.rows.nnz, 2)),
        in_pile_(task.by_piles ? room_in_list(exec, all_, fixpoint_kernels::pile_crowd) : 0),
        listed_(room_in_list(exec, all_ - n_, 1)) {}

  void arrange(carver& take, search& s, rank_board*& board) const {
    take(board, 1);
    take(s.memory, 1);
    boards_end_ = take.bytes();
    take(s.values, all_);
    take(s.listed_in, all_);
    take(s.waits, ceil_div(all_, 32));
    for (auto& list : s.lists) take(list, room_);
    for (auto& pile : s.piles) take(pile, in_pile_);
    take(s.listed, listed_);
    for (auto& offers : s.offers) take(offers, all_ - n_);
  }
  size_type boards_end() const { return boards_end_; }

 private:
  size_type n_, all_, room_, in_pile_, listed_;
  mutable size_type boards_end_ = 0;
};

template <class T, index_type O>
rank_paths_memory remember_for_paths(executor const& exec, rank_paths_task<T, O> const& task) {
  paths_layout<T, O> const layout(exec, task);
  rank_paths<T, O> s;
  rank_board* board = nullptr;
  rank_paths_memory result{carve(exec, [&](carver& take) { layout.arrange(take, s, board); }), {}};
  result.shared = {board, {s.offers[0], s.offers[1]}};
  {
    device_guard const guard(exec);
    check(cudaMemsetAsync(result.all.data(), 0, static_cast<std::size_t>(layout.boards_end()), stream_of(exec)),
          "begin of shortest paths among GPUs");
  }
  exec.wait();
  return result;
}

template <class T, index_type O>
rank_paths_counts find_paths_among_ranks(executor const& exec, rank_paths_task<T, O> const& task,
                                         rank_paths_memory const& memory,
                                         std::span<rank_paths_memory::arrays const> of_ranks, T* distances) {
  using search = rank_paths<T, O>;
  paths_layout<T, O> const layout(exec, task);
  search s{};
  rank_board* board = nullptr;
  carver take(const_cast<primitives::byte*>(memory.all.data()));
  layout.arrange(take, s, board);
  s.sharing = by_pieces::of(task.by);
  s.a = task.rows;
  s.board = &s.memory->board;
  s.by_piles = task.by_piles;
  s.keeps_windows = true;
  s.bucket = task.bucket;
  s.adapts = task.adapts;
  s.distances = distances;
  s.deal(task.cuts, task.rank, task.patience_s);
  s.all_vertices = task.cuts.back();
  s.all_entries = task.entries;
  s.source = task.source;
  s.thin_rounds = task.thin.levels;
  s.thin_work = static_cast<counter>(task.thin.levels * task.thin.work);
  for (std::size_t r = 0; r < of_ranks.size(); ++r) {
    auto const& shared = of_ranks[r];
    using offer = typename search::offer;
    s.of_rank[r] = {static_cast<rank_board*>(shared.board),
                    {static_cast<offer const*>(shared.offers[0]), static_cast<offer const*>(shared.offers[1])}};
  }
  bool launched = false;
  auto const end = receive<rank_paths_end>(exec, [&](rank_paths_end* result) {
    launched = launch_whole_grid(exec, paths_threads, rank_paths_kernel<search>, s, result);
  });
  if (!launched || !end.done) return {};
  return {static_cast<size_type>(end.reached), end.rounds, true, end.thin};
}

}  // namespace heddle::gpu
