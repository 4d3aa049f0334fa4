// bfs_from_each.hpp - breadth-first searches from many sources, 64 at a time as the bits of one word a vertex.
// Then et al., "The More the Merrier: Efficient Multi-Source Graph Traversal", VLDB 2014.
#pragma once
#include <heddle/algorithms/searches.hpp>
#include <heddle/matrix.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/vxm/vxm.hpp>
#include <span>
#include <vector>

namespace heddle {

/// How `bfs_from_each` searches, and what it is asked for.
struct bfs_from_each_options {
  heddle::schedule schedule = {};
  heddle::direction direction = heddle::direction::automatic;
  bool levels = false;  // also give the levels of every search
  traversal_method method = traversal_method::automatic;
  double push_cost = 4;  // of an entry that is pushed, in neighbours that a pull asks; for the direct method
};

/// What `bfs_from_each` found, source by source.
template <index_type I = std::int32_t> struct bfs_from_each_result {
  std::vector<source_reach> found;              // of each source, in their order
  std::vector<vector<std::int32_t, I>> levels;  // likewise, if asked for: as of bfs
  size_type edges = 0;                          // entries in the rows of reached vertices, summed over the sources
  size_type launches = 0;         // on a GPU, of the kernel of the direct method: one in 64 sources, or one a step
  size_type workspace_bytes = 0;  // on a GPU, taken by the direct method beside matrix and levels
};

namespace detail {

template <index_type I, index_type O>
bfs_from_each_result<I> bfs_from_each(matrix_operand<bool, I, O> const& edges, std::span<size_type const> sources,
                                      bfs_from_each_options const& options);

}  // namespace detail

/// What `bfs` finds from each of the sources: how many vertices, how deep, the sums of levels and of their reciprocals,
/// and the levels if asked for. Edges are the stored entries of A, row -> column; values are not read.
/// Operands: A of n x n; 0 <= source < n, in any order and more than once; without sources there are no results.
/// Returns: a source_reach for each source. It depends on neither method, executor, threads, direction nor push_cost;
/// sums of reciprocals go up level by level.
/// Throws: dimension_mismatch; index_out_of_range naming the source; invalid_argument as `bfs` does.
/// Cost: 64 sources at a time: O(n + entries of rows) as often as a vertex is reached at another level, at most O(64 (n
/// + nnz(A))). How it is done, and its memory: docs/contracts.md#bfs_from_each
/// Runs: on a GPU as one kernel for 64 sources; the loop copies every frontier to the host.
/// Example: docs/algorithms.md#many-sources
template <class T, index_type I, index_type O>
[[nodiscard]] bfs_from_each_result<I> bfs_from_each(matrix<T, I, O> const& a, std::vector<size_type> const& sources,
                                                    bfs_from_each_options const& options = {}) {
  static_assert(sizeof(I) <= sizeof(O),
                "heddle: bfs_from_each of a matrix with 64-bit indices takes 64-bit offsets too");
  if constexpr (sizeof(I) <= sizeof(O)) return detail::bfs_from_each(detail::pattern_of(a), sources, options);
}

}  // namespace heddle
