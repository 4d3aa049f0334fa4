// search_words.cu - breadth-first searches from up to 64 sources in one kernel, whose blocks wait for each other in
// place of launches. A level is pushed or pulled for all of them, whichever reads less.
#include <heddle/detail/cuda/carve.cuh>

#include "src/cuda/read_back.hpp"
#include "src/cuda/word_pulls.cuh"
#include "src/traverse/device_search.hpp"

namespace heddle::gpu {
namespace {

// Every vertex asks some neighbours: the more, the fewer of them are in the frontier, and several of these until all
// sources have come.
template <class I, class O> __device__ bool pulling_words_pays(word_search<I, O> const& s, step_count const& found) {
  constexpr float answers = 8;
  if (!s.column_offsets) return false;
  float const entries = static_cast<float>(s.nnz), vertices = static_cast<float>(s.n),
              to_push = static_cast<float>(found.entries);
  float const asked = min_of(entries / vertices, answers * entries / to_push);
  return vertices * (asked + 0.5f) < s.push_cost * to_push;  // a pull looks at every vertex
}

// A level is complete: the first block adds it to what is known of each source, and clears the counts of the level
// before it, which nobody reads any more, for the one after the next.
template <class I, class O> __device__ void close_level(word_search<I, O> const& s, std::int32_t level) {
  if (blockIdx.x != 0 || threadIdx.x >= sources_a_word) return;
  auto& memory = *s.memory;
  auto const count = static_cast<size_type>(load_fresh(&memory.counts[level % 3][threadIdx.x]));
  heddle::detail::add_level(memory.result.found[threadIdx.x], count, level);
  memory.counts[(level + 2) % 3][threadIdx.x] = 0;
}

// Waits for the step before, and says what follows it.
template <class I, class O> __device__ void go_on(word_search<I, O> const& s, word_state& now) {
  using enum word_phase;
  if (now.step == 0) return;
  step_count found = wait_for(s.memory->board, now.step - 1);
  word_phase const was = now.phase;
  if (was == begin || was == push || was == list || (was == pull && found.pieces > 0)) {
    now.found = found;
    now.phase = was == list ? push : was == pull ? ask : keep;
    now.done = found.pieces == 0;
    if (was == list) now.in_words = false;
    return;
  }
  if (was == ask) found = {0, found.rows + now.found.rows, found.entries + now.found.entries};
  if (was != keep) now.front = !now.front;
  if (was != keep) now.in_words = true;
  now.found = found;
  close_level(s, now.level);
  now.done = found.entries == 0;
  if (now.done) return;
  ++now.level;
  now.phase = pulling_words_pays(s, found) ? pull : now.in_words ? list : push;
}

template <class I, class O> __device__ void finish_words(word_search<I, O> const& s, bool front) {
  counter edges = 0;
  for (counter v = global_thread(); v < static_cast<counter>(s.n); v += global_threads()) {
    source_word const seen = __ldcg(s.words[front] + v);
    edges += static_cast<counter>(__popcll(seen)) * static_cast<counter>(s.offsets[v + 1] - s.offsets[v]);
    for (int b = 0; s.wants_levels && b < s.num_sources; ++b) {
      bool const reached = seen >> b & 1;
      s.present[b][v] = reached;
      if (!reached) s.levels[b][v] = -1;
    }
  }
  edges = warp_sum(edges);
  if ((threadIdx.x & 31) == 0 && edges) atomicAdd(&s.memory->result.edges, edges);
}

// Until nothing is found, or where `stepwise` one step.
template <class I, class O>
__global__ void __launch_bounds__(1024)
    search_words_kernel(word_search<I, O> const __grid_constant__ s, word_state now, bool stepwise) {
  __shared__ frontier_stage<row_piece<I, O>> stage;
  __shared__ unsigned counts[sources_a_word];
  if (threadIdx.x < sources_a_word) counts[threadIdx.x] = 0;
  stage.begin();
  do {
    go_on(s, now);
    if (now.done) break;
    word_step<I, O> step{s, stage, counts, now};
    if (now.phase == word_phase::push) {
      pushing_words<I, O> pushing{step};
      walk_pieces<4>(s.rows(), now.found, stage, pushing);
      pushing.arrive();
    } else if (now.phase == word_phase::ask) {
      asking_words<I, O> asking{step, alive_sources(s.memory->counts[(now.level + 2) % 3])};
      counter const pieces = now.found.pieces;
      walk_pieces<4>(s.rows(), {pieces, 0, pieces * piece_entries}, stage, asking);
      asking.arrive();
    } else {
      if (now.phase == word_phase::begin) begin_words(step);
      if (now.phase == word_phase::keep) keep_words(step);
      if (now.phase == word_phase::pull) pull_words(step);
      if (now.phase == word_phase::list) list_words(step);
      step.arrive();
    }
    ++now.step;
  } while (!stepwise);
  if (now.done) finish_words(s, now.front);
  if (global_thread() == 0) s.memory->result.state = now;
}

template <class I, class O>
word_memory::answer run_word_search(executor const& exec, word_search<I, O> const& s, bool stepwise,
                                    size_type& launches) {
  // Of short rows levels are many and small, and barriers of large blocks take longer.
  int const threads = s.nnz < 8 * s.n ? 512 : 1024;
  word_memory::answer result{};
  while (!result.state.done) {
    stepwise = stepwise || !launch_whole_grid(exec, threads, search_words_kernel<I, O>, s, result.state, false);
    if (stepwise) launch_step(exec, threads, search_words_kernel<I, O>, s, result.state, true);
    ++launches;
    result = read_back(exec, &s.memory->result);
  }
  return result;
}

}  // namespace

template <index_type I, index_type O>
word_counts search_words(executor const& exec, compressed_view<bool, I, O> const& rows,
                         compressed_view<bool, I, O> const* columns, std::span<size_type const> sources,
                         word_search_options const& options, std::span<source_reach> found,
                         word_level_arrays const& into) {
  using piece = row_piece<I, O>;
  bool const pulls = columns && options.push_cost > 0 && rows.nnz > 0;
  buffer<size_type> const starts(exec, sources);
  word_search<I, O> s{.offsets = rows.offsets,
                      .indices = rows.indices,
                      .column_offsets = pulls ? columns->offsets : nullptr,
                      .column_indices = pulls ? columns->indices : nullptr,
                      .n = rows.major,
                      .nnz = rows.nnz,
                      .sources = starts.data(),
                      .num_sources = static_cast<int>(sources.size()),
                      .push_cost = static_cast<float>(options.push_cost),
                      .wants_levels = into.levels != nullptr};
  for (int b = 0; s.wants_levels && b < s.num_sources; ++b) {
    s.levels[b] = into.levels[b];
    s.present[b] = into.present[b];
  }
  s.room = room_in_list(exec, 2 * s.n + s.nnz / piece_entries, frontier_stage<piece>::capacity, 2);
  auto const memory = carve(exec, [&](carver& take) {
    take(s.memory, 1);
    for (auto& words : s.words) take(words, s.n);
    take(s.lists, s.room);
  });
  {
    device_guard const guard(exec);
    auto const zeros = reinterpret_cast<unsigned char*>(s.lists) - reinterpret_cast<unsigned char*>(s.memory);
    check(cudaMemsetAsync(s.memory, 0, static_cast<std::size_t>(zeros), stream_of(exec)),
          "begin of searches from many sources");
  }
  word_counts result;
  auto const end = run_word_search(exec, s, options.stepwise, result.launches);
  std::copy_n(end.found, found.size(), found.begin());
  result.edges = static_cast<size_type>(end.edges);
  result.workspace_bytes = static_cast<size_type>(memory.bytes());
  return result;
}

#define HEDDLE_INSTANTIATE(I, O)                                                                    \
  template word_counts search_words(executor const&, compressed_view<bool, I, O> const&,            \
                                    compressed_view<bool, I, O> const*, std::span<size_type const>, \
                                    word_search_options const&, std::span<source_reach>, word_level_arrays const&)
HEDDLE_INSTANTIATE(std::int32_t, std::int32_t);
HEDDLE_INSTANTIATE(std::int32_t, std::int64_t);
HEDDLE_INSTANTIATE(std::int64_t, std::int64_t);
#undef HEDDLE_INSTANTIATE

}  // namespace heddle::gpu
