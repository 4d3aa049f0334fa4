// search_kernel.cuh - breadth-first search in one kernel, whose blocks wait for each other in place of launches. A
// level is pushed or pulled, whichever reads less; who takes what of a push is the policy that the kernel is compiled
// with. Beamer, Asanovic & Patterson, "Direction-optimizing breadth-first search", SC 2012; Merrill, Garland &
// Grimshaw, "Scalable GPU graph traversal", PPoPP 2012.
#pragma once
#include <heddle/detail/cuda/receive.hpp>

#include "src/cuda/pull_levels.cuh"
#include "src/traverse/device_search.hpp"

namespace heddle::gpu {

// Of so many vertices, which have so many entries, `reached` were reached. Open ones ask on average as many neighbours
// as there are entries for one of the frontier's, or all of theirs; an answer ends the search, and the next frontier is
// found in it as well.
__device__ inline bool pull_pays(float vertices, float entries, float reached, counter found, bool in_bits,
                                 float push_cost) {
  float const to_push = static_cast<float>(max_of(found, counter{1})), open = vertices - reached,
              asked = min_of(entries / vertices, entries / to_push);
  // A pull looks at all words, a change of the frontier's form at all vertices.
  return open * asked + vertices / (in_bits ? 32.0f : 4.0f) < push_cost * to_push;
}
template <class Search>
__device__ bool pull_pays(Search const& s, float reached, bool in_bits, step_count const& found) {
  return s.column_offsets &&
         pull_pays(static_cast<float>(s.n), static_cast<float>(s.nnz), reached, found.entries, in_bits, s.push_cost);
}

// Whether all of them were there before this step; levels of the next may be there already.
template <class Search> __device__ bool has_targets(Search const& s, std::int32_t level) {
  if (s.num_targets == 0) return false;
  bool all = true;
  for (size_type k = threadIdx.x; k < s.num_targets; k += blockDim.x) {
    all = all && static_cast<unsigned>(load_fresh(s.levels + s.targets[k])) <= static_cast<unsigned>(level);
  }
  return __syncthreads_and(all);
}

template <class Search> __device__ void finish(Search const& s) {
  constexpr int at_once = 4;
  counter const n = s.n, stride = global_threads();
  for (counter first = global_thread(); first < n; first += at_once * stride) {
    std::int32_t level[at_once];
#pragma unroll
    for (int k = 0; k < at_once; ++k) level[k] = __ldcg(s.levels + min_of(first + k * stride, n - 1));
#pragma unroll
    for (int k = 0; k < at_once; ++k) {
      if (first + k * stride < n) s.present[first + k * stride] = level[k] >= 0;
    }
  }
}

template <class Search> HEDDLE_FN bool has_short_rows(Search const& s) { return s.nnz < 8 * s.n; }

// Until nothing is found, or where `stepwise` one step, with pushes alone.
template <class Search, int Threads>
__global__ void __launch_bounds__(Threads)
    search_kernel(Search const __grid_constant__ s, search_state now, bool stepwise, search_state* result) {
  __shared__ typename Search::stage stage;
  __shared__ search_totals totals;  // thread 0's
  stage.begin();
  if (threadIdx.x == 0) totals = now.totals;
  float reached = static_cast<float>(now.totals.reached);
  bool const began = now.step == 0;
  if (began) {
    search_step<Search> step{s, stage, now};
    begin(step);
    step.arrive();
    ++now.step;
  }
  // A step that finds no level: the same frontier in another form.
  auto const change = [&](auto const& how) {
    search_step<Search> step{s, stage, now};
    how(step);
    step.arrive();
    return wait_for(*s.board, now.step++);
  };
  while (!stepwise || !began) {
    step_count found = wait_for(*s.board, now.step - 1);
    if (now.in_bits) {
      if (found.pieces > 0) {
        asking<Search> step{{s, stage, now}};
        step.walk(found, step);
        step.arrive();
        step_count const more = wait_for(*s.board, now.step++);
        found = {0, found.rows + more.rows, found.entries + more.entries};
      }
      now.front = !now.front;
    }
    now.done = found.rows == 0;
    if (now.done) break;
    ++now.level;
    reached += static_cast<float>(found.rows);
    if (threadIdx.x == 0) totals.add(found);
    now.done = has_targets(s, now.level);
    if (now.done) break;
    bool const pulls = !stepwise && pull_pays(s, reached, now.in_bits, found);
    if (pulls && !now.in_bits) {
      change([](auto& step) { list_to_bits(step); });
      now.front = !now.front;
    } else if (!pulls && now.in_bits) {
      found = change([](auto& step) { bits_to_list(step); });
    }
    now.in_bits = pulls;
    if (pulls) {
      search_step<Search> step{s, stage, now};
      pull(step);
      step.arrive();
    } else {
      pushing<Search> step{{s, stage, now}, found.entries <= 2 * global_threads(), has_short_rows(s)};
      step.walk(found, step);
      step.arrive();
    }
    ++now.step;
    if (stepwise) break;
  }
  if (now.done) finish(s);
  if (global_thread() == 0) {
    now.totals = totals;
    *result = now;
  }
}

// Returns where the search stands at its end, and counts launches.
template <class Search> search_state search(executor const& exec, Search const& s, bool stepwise, size_type& launches) {
  // Of short rows levels are many and small, and barriers of large blocks take longer.
  int const threads = has_short_rows(s) ? 512 : 1024;
  auto* const kernel = threads == 512 ? search_kernel<Search, 512> : search_kernel<Search, 1024>;
  search_state now;
  while (!now.done) {
    now = receive<search_state>(exec, [&](search_state* result) {
      if (in_one_grid(exec, s.sharing, stepwise, threads, kernel, s, now, stepwise, result)) return;
      stepwise = true;
      launch_step(exec, threads, kernel, s, now, true, result);
    });
    ++launches;
  }
  return now;
}

template <bool Tree, class Sharing, index_type I, index_type O>
level_counts search_as(Sharing const& sharing, executor const& exec, compressed_view<bool, I, O> const& rows,
                       compressed_view<bool, I, O> const* columns, size_type source, level_options const& options,
                       level_arrays<I> const& found) {
  bool const pulls = columns && !options.stepwise && options.push_cost > 0 && rows.nnz > 0;
  buffer<size_type> const targets(exec, options.targets);
  using search_type = level_search<I, O, Tree, Sharing>;
  search_type s{.sharing = sharing,
                .offsets = rows.offsets,
                .indices = rows.indices,
                .column_offsets = pulls ? columns->offsets : nullptr,
                .column_indices = pulls ? columns->indices : nullptr,
                .n = rows.major,
                .nnz = rows.nnz,
                .source = static_cast<I>(source),
                .levels = found.levels,
                .present = found.present,
                .parents = found.parents,
                .any_parent = options.any_parent,
                .targets = targets.data(),
                .num_targets = targets.size(),
                .push_cost = static_cast<float>(options.push_cost)};
  s.room = room_in_lists<Sharing, typename search_type::piece>(sharing, exec, s.n, s.nnz, 2);
  auto const memory = carve(exec, [&](carver& take) {
    take(s.board, 1);
    take(s.visited, s.words());
    take(s.lists, s.room);
    for (auto& front : s.fronts) take(front, pulls ? s.words() : 0);
    sharing.arrange(take, s.of_sharing, s.n, s.nnz);
  });
  {
    device_guard const guard(exec);
    check(cudaMemsetAsync(s.board, 0, sizeof(step_board), stream_of(exec)), "begin of a search of levels");
  }
  level_counts result;
  search_state const end = search(exec, s, options.stepwise, result.launches);
  result.reached = static_cast<size_type>(end.totals.reached);
  result.edges = static_cast<size_type>(end.totals.edges);
  result.depth = end.level;
  result.workspace_bytes = static_cast<size_type>(memory.bytes());
  return result;
}

/// By a policy, for levels or for the tree as well.
template <class Sharing, index_type I, index_type O>
level_counts search_shared(Sharing const& sharing, executor const& exec, compressed_view<bool, I, O> const& rows,
                           compressed_view<bool, I, O> const* columns, size_type source, level_options const& options,
                           level_arrays<I> const& found) {
  return found.parents ? search_as<true>(sharing, exec, rows, columns, source, options, found)
                       : search_as<false>(sharing, exec, rows, columns, source, options, found);
}

}  // namespace heddle::gpu
