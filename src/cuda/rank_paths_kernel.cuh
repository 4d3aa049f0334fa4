// rank_paths_kernel.cuh - shortest paths among GPUs: on each one kernel for all rounds, whose blocks wait for each
// other, and once a round for the kernels of the other GPUs. All of them cut what waits at the same distance.
#pragma once
#include "src/cuda/rank_paths_steps.cuh"
#include "src/cuda/read_back.hpp"
#include "src/traverse/rank_kernels.hpp"

namespace heddle::gpu {

// How a rank's kernel has ended, the same at all ranks.
struct rank_paths_end {
  counter reached;  // of this rank's vertices
  size_type rounds;
  bool done, thin;
};

// One block of a rank's kernel. What returns bool says whether the search goes on: false where somebody gave up.
template <class Search> struct finding_paths {
  using T = typename Search::T;
  using step_type = paths_step<Search>;
  Search const& s;
  fixpoint_kernels::stages<Search>& stage;
  rank_messages& said;
  fixpoint_kernels::progress<T> now = {};
  list_window of_pile = {};
  step_count found = {};  // listed by this rank since the last round
  counter meeting = 0, work = 0;
  size_type all_threads = 0;  // of all ranks
  bool side = false;          // of offers
  bool all_settled = false;   // what was sampled last
  bool is_thin = false;

  __device__ bool run() {
    if (!begin()) return false;
    for (bool complete = false; !complete;) {
      if (!relax()) return false;
      if (now.rounds == static_cast<size_type>(s.thin_rounds) && work < s.thin_rounds * s.thin_work) {
        is_thin = true;
        break;
      }
      while (said.rows(s.ranks) == 0 && !complete) {
        if (!split(complete)) return false;
      }
    }
    return end();
  }

 private:
  __device__ step_type step() { return {{s, stage, now, now.splits, of_pile}}; }
  __device__ bool ends() {
    if (!all_come(s, now.step)) return false;
    found = wait_for(*s.board, now.step++);
    return true;
  }
  __device__ bool meet(counter rows, counter entries) {
    return meet_ranks(s, ++meeting, {0, rows, entries, 0}, said);
  }

  __device__ bool begin() {
    step_type first = step();
    begin_paths(first);
    first.arrive(false);
    if (!ends() || !meet(global_threads(), 0)) return false;
    all_threads = static_cast<size_type>(said.rows(s.ranks));
    if (s.adapts) now.width = fixpoint_kernels::first_width(all_threads, s.all_entries);
    now.pivot = s.by_piles ? fixpoint_kernels::cut_above(s, T(0), now.width) : std::numeric_limits<T>::infinity();
    now.splits = 1;
    return true;
  }

  __device__ bool relax() {
    ++now.rounds;
    counter const walked = found.rows + found.entries;
    {
      relaxing_among<Search> walks(step(), found.entries <= 2 * global_threads());
      if (stage.far_is_full) walks.store_pile();
      s.sharing.template walk<2>(listed_rows<typename Search::item const*>{s.lists[(now.rounds + 1) & 1], found,
                                                                           s.board, now.step},
                                 s.of_sharing, stage.near, walks);
      walks.fill();
      walks.arrive(false);
    }
    if (!ends()) return false;
    if (found.aside > 0) {
      step_count const own = found;
      order_distances(s, own.aside, side);
      step().arrive(false);
      if (!ends()) return false;
      found = own;
    }
    if (!exchange(walked)) return false;
    counter const relaxed = said.entries(s.ranks);
    work += relaxed;
    now.pile_entries += static_cast<float>(relaxed);
    if (s.adapts && now.pile_entries > fixpoint_kernels::patience(all_threads, s.all_entries) && !now.cut) {
      now.cut = true;
      now.pivot = now.least;
    }
    return true;
  }

  // Tells what this rank has listed and has put in order for others, and takes what it is offered. Then
  // said.rows(s.ranks) is 0 where nothing is near at any rank. Two arrays of offers take turns: who comes to a meeting
  // has read those of the one before.
  __device__ bool exchange(counter walked) {
    step_count const own = found;
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
      take_distances(takes, said, side);
      takes.arrive(false);
      if (!ends()) return false;
      found = {own.pieces + found.pieces, own.rows + found.rows, own.entries + found.entries, 0};
    }
    side = !side;
    return true;
  }

  // Nothing is near at any rank: all agree on the next cut, by what is the least of their samples.
  __device__ bool split(bool& complete) {
    {
      step_type gathers = step();
      gathers.arrive(true);
    }
    if (!ends()) return false;
    counter const waiting = load_fresh(&s.memory->waiting[now.splits % 3]);
    counter bits = 0;
    T least = std::numeric_limits<T>::infinity();
    if (blockIdx.x == 0) least = least_waiting(s, now, waiting, all_settled ? waiting : counter{256});
    memcpy(&bits, &least, sizeof(T));
    if (!meet(waiting, bits)) return false;
    if (said.rows(s.ranks) == 0) {
      complete = true;
      return true;
    }
    for (int r = 0; r < s.ranks; ++r) bits = min_of(bits, said.of[r].entries);
    memcpy(&least, &bits, sizeof(T));
    T const older = now.pivot;
    fixpoint_kernels::adapt_width(s.adapts, now, static_cast<float>(all_threads));
    all_settled = !(least < std::numeric_limits<T>::infinity());
    if (!all_settled) {
      now.least = least;
      now.pivot = fixpoint_kernels::cut_above(s, least, now.width);
    }
    {
      step_type cuts{{s, stage, now, now.splits + 1, of_pile}};
      split_among(cuts, older, waiting, side);
      cuts.arrive(false);
    }
    ++now.splits;
    return ends() && exchange(0);
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
  __shared__ fixpoint_kernels::stages<Search> stage;
  __shared__ rank_messages said;
  stage.begin();
  finding_paths<Search> rank{s, stage, said};
  bool const done = rank.run();
  if (global_thread() == 0) *result = {rank.found.rows, rank.now.rounds, done, rank.is_thin};
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
  s.rank = task.rank;
  s.ranks = static_cast<int>(of_ranks.size());
  s.all_vertices = task.cuts.back();
  s.all_entries = task.entries;
  s.source = task.source;
  s.patience_ns = static_cast<counter>(1e9 * task.patience_s);
  s.thin_rounds = static_cast<counter>(task.thin.levels);
  s.thin_work = static_cast<counter>(task.thin.work);
  for (std::size_t r = 0; r < of_ranks.size(); ++r) {
    auto const& shared = of_ranks[r];
    using offer = typename search::offer;
    s.of_rank[r] = {static_cast<rank_board*>(shared.board),
                    {static_cast<offer const*>(shared.offers[0]), static_cast<offer const*>(shared.offers[1])}};
  }
  for (std::size_t r = 0; r < task.cuts.size(); ++r) s.cuts[r] = static_cast<std::int32_t>(task.cuts[r]);
  bool launched = false;
  auto const end = receive<rank_paths_end>(exec, [&](rank_paths_end* result) {
    launched = launch_whole_grid(exec, paths_threads, rank_paths_kernel<search>, s, result);
  });
  if (!launched || !end.done) return {};
  return {static_cast<size_type>(end.reached), end.rounds, true, end.thin};
}

}  // namespace heddle::gpu
