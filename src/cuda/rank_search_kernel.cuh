// rank_search_kernel.cuh - breadth-first search among GPUs: on each one kernel for all levels, whose blocks wait for
// each other, and once or twice a level for the kernels of the other GPUs. All of them decide by the same sums whether
// a level is pushed or pulled. Beamer, Buluc, Asanovic & Patterson, "Distributed memory breadth-first search
// revisited", IPDPSW 2013.
#pragma once
#include "src/cuda/rank_search_steps.cuh"
#include "src/cuda/search_kernel.cuh"

namespace heddle::gpu {

// One block of a rank's kernel. What returns bool says whether the search goes on: false where somebody gave up.
template <class Search> struct searching_rank {
  Search const& s;
  typename Search::stage& stage;
  rank_messages& said;
  search_state now = {};
  step_count found = {};  // by this rank, in the last step
  counter meeting = 0;
  bool is_thin = false;

  __device__ bool run() {
    {
      search_step<Search> step{s, stage, now};
      begin_rank(step);
      if (!ends(step) || !meet()) return false;
    }
    for (;;) {
      counter const rows = said.rows(s.ranks), entries = said.entries(s.ranks);
      is_thin = rows > 0 && now.level + 1 == s.thin_levels && now.totals.reached + now.totals.edges < s.thin_work;
      if (rows == 0 || is_thin) return end();
      ++now.level;
      now.totals.add({0, rows, entries});
      bool const pulls =
          s.pulls && pull_pays(static_cast<float>(s.all_vertices), static_cast<float>(s.all_entries),
                               static_cast<float>(now.totals.reached), entries, now.in_bits, s.push_cost);
      if (pulls ? !pull_level() : !push_level()) return false;
    }
  }

 private:
  template <class Step> __device__ bool ends(Step& step) {
    step.arrive();
    if (!all_come(s, now.step)) return false;
    found = wait_for(*s.board, now.step++);
    return true;
  }
  __device__ bool meet() { return meet_ranks(s, ++meeting, found, said); }

  __device__ bool push_level() {
    if (now.in_bits) {
      search_step<Search> step{s, stage, now};
      bits_to_list(step);
      if (!ends(step)) return false;
      now.in_bits = false;
    }
    {
      pushing_among<Search> step{{{s, stage, now}}};
      if (found.entries <= 2 * global_threads()) step.window.length = 0;
      step.walk(found, step);
      step.fill();
      if (!ends(step)) return false;
    }
    if (s.ranks > 1) {
      step_count const own = found;
      search_step<Search> step{s, stage, now};
      order_offers(s);
      if (!ends(step) || !meet()) return false;
      taking<Search> takes{{s, stage, now}};
      takes.before = own.pieces;
      take_offers(takes, said);
      if (!ends(takes)) return false;
      found = {own.pieces + found.pieces, own.rows + found.rows, own.entries + found.entries, 0};
    }
    return meet();
  }

  __device__ bool pull_level() {
    if (!now.in_bits) {
      search_step<Search> step{s, stage, now};
      list_to_bits(step);
      if (!ends(step) || !meet()) return false;
      now.front = !now.front;
      now.in_bits = true;
    }
    {
      search_step<Search> step{s, stage, now};
      copy_fronts(step);
      if (!ends(step)) return false;
    }
    {
      search_step<Search> step{s, stage, now};
      if (s.nnz > 0) {
        pull(step);
      } else {
        for (counter w = global_thread(); w < static_cast<counter>(s.words()); w += global_threads()) {
          step.front()[w] = 0;
        }
      }
      if (!ends(step)) return false;
    }
    if (found.pieces > 0) {
      step_count const pulled = found;
      asking<Search> step{{s, stage, now}};
      step.walk(found, step);
      if (!ends(step)) return false;
      found = {0, pulled.rows + found.rows, pulled.entries + found.entries, 0};
    }
    now.front = !now.front;
    return meet();
  }

  // Who waits in vain for a block that has given up tells the host.
  __device__ bool end() {
    search_step<Search> step{s, stage, now};
    finish(s);
    return ends(step);
  }
};

inline constexpr int rank_threads = 1024;

struct rank_search_end {
  search_state at;
  bool is_thin;
};

template <class Search>
__global__ void __launch_bounds__(rank_threads)
    rank_search_kernel(Search const __grid_constant__ s, rank_search_end* result) {
  __shared__ typename Search::stage stage;
  __shared__ rank_messages said;
  stage.begin();
  searching_rank<Search> rank{s, stage, said};
  rank.now.done = rank.run();
  if (global_thread() == 0) *result = {rank.now, rank.is_thin};
}

// The arrays of a task, which are dealt out of its memory in the same way each time.
template <index_type O> class rank_layout {
 public:
  using search = rank_search<O>;
  rank_layout(executor const& exec, rank_search_task<O> const& task)
      : pulls_(task.columns && task.entries > 0),
        n_(task.rows.major),
        all_(task.cuts.back()),
        // Lists are of rows, or of what a pull has left of columns.
        room_(room_in_lists<by_pieces, typename search::piece>(
            by_pieces{}, exec, n_, max_of(task.rows.nnz, task.columns ? task.columns->nnz : size_type{0}), 4)),
        listed_(room_in_list(exec, all_ - n_, 1)) {}

  bool pulls() const { return pulls_; }
  void arrange(carver& take, search& s, rank_board*& board) const {
    size_type const words = (all_ + 31) / 32;
    take(board, 1);
    take(s.board, 1);
    boards_end_ = take.bytes();
    take(s.met, words);
    take(s.lists, room_);
    take(s.least, all_ - n_);
    take(s.listed, listed_);
    take(s.offers, all_ - n_);
    for (auto& front : s.fronts) take(front, pulls_ ? words : 0);
    s.room = room_;
  }
  size_type boards_end() const { return boards_end_; }

 private:
  bool pulls_;
  size_type n_, all_, room_, listed_;
  mutable size_type boards_end_ = 0;
};

template <index_type O> rank_search_memory remember_for_ranks(executor const& exec, rank_search_task<O> const& task) {
  rank_layout<O> const layout(exec, task);
  rank_search<O> s;
  rank_board* board = nullptr;
  rank_search_memory result{carve(exec, [&](carver& take) { layout.arrange(take, s, board); }), {}};
  result.shared = {board, {s.fronts[0], s.fronts[1]}, s.offers};
  {
    device_guard const guard(exec);
    check(cudaMemsetAsync(result.all.data(), 0, static_cast<std::size_t>(layout.boards_end()), stream_of(exec)),
          "begin of a search among GPUs");
  }
  exec.wait();
  return result;
}

template <index_type O>
rank_search_counts search_among_ranks(executor const& exec, rank_search_task<O> const& task,
                                      rank_search_memory const& memory,
                                      std::span<rank_search_memory::arrays const> of_ranks,
                                      rank_search_arrays const& found) {
  rank_layout<O> const layout(exec, task);
  rank_search<O> s{};
  rank_board* board = nullptr;
  carver take(const_cast<primitives::byte*>(memory.all.data()));
  layout.arrange(take, s, board);
  s.offsets = task.rows.offsets;
  s.indices = task.rows.indices;
  s.pulls = layout.pulls();
  if (s.pulls) {
    s.column_offsets = task.columns->offsets;
    s.column_indices = task.columns->indices;
    s.nnz = task.columns->nnz;
  }
  s.n = task.rows.major;
  s.source = static_cast<std::int32_t>(task.source);
  s.levels = found.levels;
  s.present = found.present;
  s.parents = found.parents;
  s.push_cost = static_cast<float>(level_options{}.push_cost);
  s.deal(task.cuts, task.rank, task.patience_s);
  s.thin_levels = task.thin.levels;
  s.thin_work = static_cast<counter>(task.thin.levels * task.thin.work);
  s.all_vertices = task.cuts.back();
  s.all_entries = task.entries;
  for (std::size_t r = 0; r < of_ranks.size(); ++r) {
    auto const& shared = of_ranks[r];
    s.of_rank[r] = {static_cast<rank_board*>(shared.board),
                    {shared.fronts[0], shared.fronts[1]},
                    static_cast<counter const*>(shared.offers)};
  }
  s.visited = s.met + s.first_word();
  bool launched = false;
  auto const end = receive<rank_search_end>(exec, [&](rank_search_end* result) {
    launched = launch_whole_grid(exec, rank_threads, rank_search_kernel<rank_search<O>>, s, result);
  });
  if (!launched || !end.at.done) return {};
  return {static_cast<size_type>(end.at.totals.reached), end.at.level, true, end.is_thin};
}

}  // namespace heddle::gpu
