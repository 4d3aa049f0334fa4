// find_parents.cu - what is asked about a search that has ended: the tree, and how much was reached.
#include <cub/block/block_reduce.cuh>
#include <heddle/cuda/combine.cuh>
#include <heddle/cuda/elementwise.cuh>
#include <heddle/cuda/for_each_atom.cuh>
#include <heddle/cuda/step_board.cuh>

#include "src/core/device_search.hpp"
#include "src/cuda/read_back.hpp"

namespace heddle::cuda {
namespace {

template <class I, class O>
__global__ void __launch_bounds__(launch_threads) parents_by_columns(O const* offsets, I const* indices, size_type n,
                                                                     std::int32_t const* levels, I source, I* parents) {
  constexpr int alone = 4;
  int const lane = static_cast<int>(threadIdx.x) & 31;
  size_type const words = (n + 31) / 32, warps = static_cast<size_type>(global_threads() / 32);
  for (size_type w = global_thread() / 32; w < words; w += warps) {
    size_type const v = 32 * w + lane;
    I parent = v < n ? parents[v] : I(0);
    bool const is_open = parent < 0;
    if (__all_sync(~0u, !is_open)) continue;
    std::int32_t const above = is_open ? levels[v] - 1 : -2;
    bool const asks = above > 0;  // else there is one vertex to ask for
    O at = asks ? offsets[v] : O(0);
    O const end = asks ? offsets[v + 1] : O(0);
    if (above == 0) parent = source;
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
    if (is_open && parent >= 0) parents[v] = parent;
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

#include "src/core/parents_instances.inc"

}  // namespace heddle::cuda
