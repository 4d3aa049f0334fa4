// search_levels.cu - breadth-first search in one kernel, whose blocks wait for each other in place of launches. A level
// is pushed from a list of pieces of rows, or pulled by all vertices that are open, whichever reads less. Beamer,
// Asanovic & Patterson, "Direction-optimizing breadth-first search", SC 2012; Merrill, Garland & Grimshaw, "Scalable
// GPU graph traversal", PPoPP 2012.
#include <cub/block/block_reduce.cuh>
#include <heddle/cuda/carve.cuh>
#include <heddle/cuda/elementwise.cuh>
#include <heddle/cuda/for_each_atom.cuh>
#include <heddle/cuda/frontier.cuh>

#include "src/algorithms/device_search.hpp"
#include "src/cuda/read_back.hpp"

namespace heddle::cuda {
namespace {

// Where a search stands before a step; the same in all blocks.
struct search_state {
  counter reached = 0, edges = 0;
  std::int32_t level = -1;  // of the last vertices that were counted as reached
  std::int32_t step = 0;
  bool in_bits = false;  // the frontier is a set of bits, else a list
  bool done = false;
};

template <class I, class O> struct level_search {
  O const* offsets;
  I const* indices;
  O const* column_offsets;  // null: columns are not at hand
  I const* column_indices;
  size_type n, nnz;
  I source;
  std::int32_t* levels;
  primitives::byte* present;
  step_board* board;
  unsigned* visited;
  unsigned* fronts[2];  // written by even and by odd steps
  entry_piece<O>* lists[2];

  HEDDLE_FN size_type words() const { return (n + 31) / 32; }
};

__device__ counter global_thread() { return static_cast<counter>(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ counter global_threads() { return static_cast<counter>(gridDim.x) * blockDim.x; }

// A step of one block: what it reads and writes.
template <class I, class O> struct search_step {
  using piece = entry_piece<O>;
  using stage_type = frontier_stage<piece>;
  level_search<I, O> const& s;
  stage_type& stage;
  search_state const& now;
  typename stage_type::tally tally = {};

  __device__ piece const* old_list() const { return s.lists[(now.step + 1) & 1]; }
  __device__ piece* list() const { return s.lists[now.step & 1]; }
  __device__ unsigned const* old_front() const { return s.fronts[(now.step + 1) & 1]; }
  __device__ unsigned* front() const { return s.fronts[now.step & 1]; }

  template <int Width> __device__ void append(bool const (&found)[Width], piece (&row)[Width], O const (&end)[Width]) {
    stage.append(list(), &s.board->found[now.step % 3].pieces, tally, found, row, end);
  }
  __device__ void arrive() { stage.arrive(list(), *s.board, now.step, tally); }
};

// Nothing is reached but the source.
template <class I, class O> __device__ void begin(search_step<I, O>& step) {
  auto const& s = step.s;
  for (counter v = global_thread(); v < static_cast<counter>(s.n); v += global_threads()) {
    s.levels[v] = static_cast<I>(v) == s.source ? 0 : -1;
  }
  for (counter w = global_thread(); w < static_cast<counter>(s.words()); w += global_threads()) {
    s.visited[w] = static_cast<I>(w) == s.source >> 5 ? 1u << (s.source & 31) : 0u;
  }
  if (global_thread() >= 32) return;
  bool const found[] = {threadIdx.x == 0};
  entry_piece<O> row[] = {{s.offsets[s.source], 0}};
  O const end[] = {s.offsets[s.source + 1]};
  step.append(found, row, end);
}

template <class I, class O> struct pushing : search_step<I, O> {
  bool few;  // what a claim costs is waiting: rows are asked for before it is known whether they are new

  __device__ void load(entry_piece<O> const&) {}
  template <int Width> __device__ void batch(entry_batch<O, Width> const& at) {
    auto const& s = this->s;
    I v[Width];
    O begin[Width], end[Width];
    bool is_new[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) v[w] = __ldg(s.indices + at.at[w]);
    if (few) {
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        begin[w] = __ldg(s.offsets + v[w]);
        end[w] = __ldg(s.offsets + v[w] + 1);
        is_new[w] = at.active[w] && claim_bit(s.visited, v[w]);
      }
    } else {
      unsigned seen[Width];
#pragma unroll
      for (int w = 0; w < Width; ++w) seen[w] = load_fresh(s.visited + (v[w] >> 5));
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        is_new[w] = at.active[w] && !(seen[w] >> (v[w] & 31) & 1) && claim_bit(s.visited, v[w]);
      }
#pragma unroll
      for (int w = 0; w < Width; ++w) {
        I const row = is_new[w] ? v[w] : I(0);
        begin[w] = __ldg(s.offsets + row);
        end[w] = __ldg(s.offsets + row + 1);
      }
    }
    entry_piece<O> row[Width];
#pragma unroll
    for (int w = 0; w < Width; ++w) {
      if (is_new[w]) s.levels[v[w]] = this->now.level + 1;
      row[w] = {begin[w], 0};
    }
    this->append(is_new, row, end);
  }
};

// Whether the vertices of a lane, one of each word, have a neighbour in the frontier: the first entries by each lane
// for itself, those of the rows that are left by all lanes together, a row at a time.
template <int Words, class I, class O>
__device__ void ask_neighbours(level_search<I, O> const& s, unsigned const* front, O const (&begin)[Words],
                               O const (&end)[Words], bool (&hit)[Words]) {
  constexpr int alone = 4;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  O const last = static_cast<O>(s.nnz - 1);
  I u[Words][alone];
#pragma unroll
  for (int w = 0; w < Words; ++w) {
#pragma unroll
    for (int k = 0; k < alone; ++k) u[w][k] = __ldg(s.column_indices + min_of(begin[w] + k, last));
  }
#pragma unroll
  for (int w = 0; w < Words; ++w) {
    unsigned bits[alone];
#pragma unroll
    for (int k = 0; k < alone; ++k) bits[k] = front[u[w][k] >> 5];
    hit[w] = false;
#pragma unroll
    for (int k = 0; k < alone; ++k) hit[w] |= begin[w] + k < end[w] && (bits[k] >> (u[w][k] & 31) & 1);
  }
#pragma unroll
  for (int w = 0; w < Words; ++w) {
    for (unsigned left = __ballot_sync(~0u, !hit[w] && begin[w] + alone < end[w]); left; left &= left - 1) {
      int const of = __ffs(left) - 1;
      O const from = __shfl_sync(~0u, begin[w], of) + alone, to = __shfl_sync(~0u, end[w], of);
      bool any = false;
      for (O k = from; k < to && !any; k += 32) {
        I const asked = __ldg(s.column_indices + min_of(k + lane, last));
        any = __any_sync(~0u, k + lane < to && (front[asked >> 5] >> (asked & 31) & 1));
      }
      if (lane == of) hit[w] = any;
    }
  }
}

template <class I, class O> __device__ void pull(search_step<I, O>& step) {
  constexpr int words = 2;
  auto const& s = step.s;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  size_type const last = s.words(), warps = static_cast<size_type>(global_threads() / 32);
  for (size_type first = global_thread() / 32; first < last; first += warps * words) {
    unsigned seen[words];
    bool hit[words];
    O begin[words], end[words];
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
    ask_neighbours<words>(s, step.old_front(), begin, end, hit);
#pragma unroll
    for (int k = 0; k < words; ++k) {
      size_type const w = first + k * warps, v = 32 * w + lane;
      unsigned const hits = __ballot_sync(~0u, hit[k]);
      if (hit[k]) {
        s.levels[v] = step.now.level + 1;
        ++step.tally.rows;
        step.tally.entries +=
            s.column_offsets == s.offsets ? end[k] - begin[k] : __ldg(s.offsets + v + 1) - __ldg(s.offsets + v);
      }
      if (lane == 0 && w < last) {
        step.front()[w] = hits;
        if (hits) s.visited[w] = seen[k] | hits;
      }
    }
  }
}

// The frontier as bits, from levels.
template <class I, class O> __device__ void list_to_bits(search_step<I, O>& step) {
  constexpr int words = 4;
  auto const& s = step.s;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  size_type const last = s.words(), warps = static_cast<size_type>(global_threads() / 32);
  for (size_type first = global_thread() / 32; first < last; first += warps * words) {
    std::int32_t level[words];
#pragma unroll
    for (int k = 0; k < words; ++k) level[k] = __ldcg(s.levels + min_of(32 * (first + k * warps) + lane, s.n - 1));
#pragma unroll
    for (int k = 0; k < words; ++k) {
      size_type const w = first + k * warps;
      unsigned const bits = __ballot_sync(~0u, 32 * w + lane < s.n && level[k] == step.now.level);
      if (lane == 0 && w < last) step.front()[w] = bits;
    }
  }
}

template <class I, class O> __device__ void bits_to_list(search_step<I, O>& step) {
  constexpr int words = 8;  // of a warp, which looks at those with bits alone
  auto const& s = step.s;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  counter const last = s.words();
  for (counter first = global_thread() / 32 * words; first < last; first += global_threads() / 32 * words) {
    bool const reads = lane < words && first + lane < last;
    unsigned const mine = reads ? __ldcg(step.old_front() + first + lane) : 0;
    for (unsigned some = __ballot_sync(~0u, mine != 0); some; some &= some - 1) {
      int const k = __ffs(some) - 1;
      counter const v = 32 * (first + k) + lane;
      bool const found[] = {(__shfl_sync(~0u, mine, k) >> lane & 1) != 0};
      entry_piece<O> row[] = {{found[0] ? __ldg(s.offsets + v) : O(0), 0}};
      O const end[] = {found[0] ? __ldg(s.offsets + v + 1) : O(0)};
      step.append(found, row, end);
    }
  }
}

// Open vertices ask on average as many neighbours as there are entries for one of the frontier's, or all of theirs; an
// answer ends the search, and the next frontier is found in it as well.
template <class I, class O>
__device__ bool pull_pays(level_search<I, O> const& s, search_state const& now, step_count const& found) {
  if (!s.column_offsets) return false;
  float const entries = static_cast<float>(s.nnz), vertices = static_cast<float>(s.n),
              to_push = static_cast<float>(max_of(found.entries, counter{1})),
              open = vertices - static_cast<float>(now.reached);
  float const asked = min_of(entries / vertices, entries / to_push);
  // A pull looks at all words, a change of the frontier's form at all vertices.
  return open * asked + vertices / (now.in_bits ? 32.0f : 4.0f) < 4.0f * to_push;
}

template <class I, class O> __device__ void finish(level_search<I, O> const& s) {
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

// Until nothing is found, or where `stepwise` one step, with pushes alone.
template <class I, class O, int Threads>
__global__ void __launch_bounds__(Threads)
    search_kernel(level_search<I, O> const __grid_constant__ s, search_state now, bool stepwise, search_state* result) {
  __shared__ frontier_stage<entry_piece<O>> stage;
  stage.begin();
  bool const began = now.step == 0;
  if (began) {
    search_step<I, O> step{s, stage, now};
    begin(step);
    step.arrive();
    ++now.step;
  }
  // A step that finds no level: the same frontier in another form.
  auto const change = [&](auto const& how) {
    search_step<I, O> step{s, stage, now};
    how(step);
    step.arrive();
    now.in_bits = !now.in_bits;
    return wait_for(*s.board, now.step++);
  };
  while (!stepwise || !began) {
    step_count found = wait_for(*s.board, now.step - 1);
    now.done = found.rows == 0;
    if (now.done) break;
    ++now.level;
    now.reached += found.rows;
    now.edges += found.entries;
    bool const pulls = !stepwise && pull_pays(s, now, found);
    if (pulls && !now.in_bits) {
      change([](auto& step) { list_to_bits(step); });
    } else if (!pulls && now.in_bits) {
      found = change([](auto& step) { bits_to_list(step); });
    }
    if (pulls) {
      search_step<I, O> step{s, stage, now};
      pull(step);
      step.arrive();
    } else {
      pushing<I, O> step{{s, stage, now}, found.entries <= 2 * global_threads()};
      walk_pieces<4>(step.old_list(), found, stage, step);
      step.arrive();
    }
    ++now.step;
    if (stepwise) break;
  }
  if (now.done) finish(s);
  if (global_thread() == 0) *result = now;
}

// Returns where the search stands at its end, and counts launches.
template <class I, class O>
search_state search(executor const& exec, level_search<I, O> const& s, bool stepwise, size_type& launches) {
  // Of short rows levels are many and small, and barriers of large blocks take longer.
  int const threads = s.nnz < 8 * s.n ? 512 : 1024;
  auto* const kernel = threads == 512 ? search_kernel<I, O, 512> : search_kernel<I, O, 1024>;
  search_state now;
  while (!now.done) {
    now = receive<search_state>(exec, [&](search_state* result) {
      stepwise = stepwise || !launch_whole_grid(exec, threads, kernel, s, now, false, result);
      if (!stepwise) return;
      kernel<<<step_blocks(exec), threads, 0, stream_of(exec)>>>(s, now, true, result);
      check(cudaGetLastError(), "search of levels");
    });
    ++launches;
  }
  return now;
}

}  // namespace

template <index_type I, index_type O>
level_counts search_levels(executor const& exec, compressed_view<bool, I, O> const& rows,
                           compressed_view<bool, I, O> const* columns, size_type source, level_options const& options,
                           std::int32_t* levels, primitives::byte* present) {
  bool const pulls = columns && !options.stepwise && rows.nnz > 0;
  level_search<I, O> s{.offsets = rows.offsets,
                       .indices = rows.indices,
                       .column_offsets = pulls ? columns->offsets : nullptr,
                       .column_indices = pulls ? columns->indices : nullptr,
                       .n = rows.major,
                       .nnz = rows.nnz,
                       .source = static_cast<I>(source),
                       .levels = levels,
                       .present = present};
  auto const memory = carve(exec, [&](carver& take) {
    take(s.board, 1);
    take(s.visited, s.words());
    for (auto& list : s.lists) take(list, room_for_pieces<entry_piece<O>>(exec, s.n, s.nnz));
    for (auto& front : s.fronts) take(front, pulls ? s.words() : 0);
  });
  {
    device_guard const guard(exec);
    check(cudaMemsetAsync(s.board, 0, sizeof(step_board), stream_of(exec)), "begin of a search of levels");
  }
  level_counts result;
  search_state const end = search(exec, s, options.stepwise, result.launches);
  result.reached = static_cast<size_type>(end.reached);
  result.edges = static_cast<size_type>(end.edges);
  result.depth = end.level;
  return result;
}

namespace {

template <class I, class O>
__global__ void __launch_bounds__(launch_threads) parents_by_columns(O const* offsets, I const* indices, size_type n,
                                                                     std::int32_t const* levels, I source, I* parents) {
  constexpr int alone = 4;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  size_type const words = (n + 31) / 32, warps = static_cast<size_type>(global_threads() / 32);
  for (size_type w = global_thread() / 32; w < words; w += warps) {
    size_type const v = 32 * w + lane;
    std::int32_t const above = v < n ? levels[v] - 1 : -2;
    bool const asks = above > 0;  // else there is one vertex to ask for
    O at = asks ? offsets[v] : O(0);
    O const end = asks ? offsets[v + 1] : O(0);
    I parent = above == 0 || static_cast<I>(v) == source ? source : I(-1);
    bool hit = false;
    for (int k = 0; k < alone && asks && !hit && at < end; ++k, ++at) {
      I const u = indices[at];
      hit = levels[u] == above;
      if (hit) parent = u;
    }
    for (unsigned left = __ballot_sync(~0u, asks && !hit && at < end); left; left &= left - 1) {
      int const of = __ffs(left) - 1;
      O const from = __shfl_sync(~0u, at, of), to = __shfl_sync(~0u, end, of);
      std::int32_t const wanted = __shfl_sync(~0u, above, of);
      unsigned hits = 0;
      I u = 0;
      for (O k = from; k < to && !hits; k += 32) {
        bool const inside = k + lane < to;
        u = inside ? indices[k + lane] : I(0);
        hits = __ballot_sync(~0u, inside && levels[u] == wanted);
      }
      u = __shfl_sync(~0u, u, hits ? __ffs(hits) - 1 : 0);  // columns are ascending
      if (lane == of) parent = u;
    }
    if (v < n) parents[v] = parent;
  }
}

// An entry (u, v) of which v stands one level below u.
template <class I, class O> struct offer_parent {
  offset_tiles<O> rows;
  I const* indices;
  std::int32_t const* levels;
  I* parents;

  __device__ void operator()(size_type row, size_type entry) const {
    I const u = static_cast<I>(row), v = indices[entry];
    if (levels[u] < 0 || levels[v] != levels[u] + 1) return;
    combine(min_monoid<I>{}, parents + v, u);
  }
};

}  // namespace

template <index_type I, index_type O>
void find_parents(executor const& exec, compressed_view<bool, I, O> const& rows,
                  compressed_view<bool, I, O> const* columns, std::int32_t const* levels, size_type source,
                  I* parents) {
  size_type const n = rows.major;
  if (columns) {
    device_guard const guard(exec);
    auto const blocks = static_cast<unsigned>(min_of(ceil_div(n, launch_threads), size_type{16} * exec.num_workers()));
    parents_by_columns<<<blocks, launch_threads, 0, stream_of(exec)>>>(columns->offsets, columns->indices, n, levels,
                                                                       static_cast<I>(source), parents);
    check(cudaGetLastError(), "parents of a search");
    return;
  }
  I const none = std::numeric_limits<I>::max();
  primitives::fill(exec, parents, n, sizeof(I), &none);
  for_each_atom(exec, merge_path{}, rows.tiles(), offer_parent<I, O>{rows.tiles(), rows.indices, levels, parents});
  for_each_index(exec, n, [=] __device__(size_type v) {
    if (v == source) {
      parents[v] = static_cast<I>(v);
    } else if (levels[v] < 0) {
      parents[v] = -1;
    }
  });
}

namespace {

constexpr int most_blocks = 1024;
using counts_place = meeting_place<reached_counts, most_blocks>;

struct add_counts {
  __device__ reached_counts operator()(reached_counts const& a, reached_counts const& b) const {
    return {a.reached + b.reached, a.edges + b.edges};
  }
};

template <class T, class O>
__global__ void __launch_bounds__(launch_threads)
    count_reached_kernel(T const* distances, O const* offsets, size_type n, counts_place* place,
                         reached_counts* result) {
  using reduction = cub::BlockReduce<reached_counts, launch_threads>;
  reached_counts mine{};
  for (counter v = global_thread(); v < static_cast<counter>(n); v += global_threads()) {
    if (!(distances[v] < std::numeric_limits<T>::infinity())) continue;
    ++mine.reached;
    mine.edges += offsets[v + 1] - offsets[v];
  }
  if (combine_blocks<reduction>(*place, mine, add_counts{}) && threadIdx.x == 0) *result = mine;
}

}  // namespace

template <class T, index_type O>
reached_counts count_reached(executor const& exec, T const* distances, O const* offsets, size_type n) {
  auto const zeros = exec.state().zeros(sizeof(counts_place));
  auto const blocks = static_cast<unsigned>(min_of(ceil_div(n, launch_threads), size_type{most_blocks}));
  return receive<reached_counts>(exec, [&](reached_counts* result) {
    count_reached_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(
        distances, offsets, n, static_cast<counts_place*>(zeros.get()), result);
    check(cudaGetLastError(), "counting what was reached");
  });
}

#include "src/algorithms/device_search_instances.inc"

}  // namespace heddle::cuda
