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

struct bfs_from_each_options {
  heddle::schedule schedule = {};
  heddle::direction direction = heddle::direction::automatic;
  bool levels = false;  // also give the levels of every search
  traversal_method method = traversal_method::automatic;
  double push_cost = 4;  // of an entry that is pushed, in neighbours that a pull asks; for the direct method
};

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
/// and the levels if asked for. The directed graph has an edge row -> column for every stored entry of A; values are
/// not read. A: n x n; 0 <= source < n, in any order and more than once; without sources there are no results.
/// Throws dimension_mismatch, index_out_of_range naming the source, invalid_argument as `bfs` does. The result depends
/// neither on the method, executor and threads nor on direction and push_cost; sums of reciprocals go up level by
/// level.
///
/// 64 sources are searched at a time. With s(v) the set of those that have reached v, as the bits of a word, f(v) what
/// is new in it, and the operations of bits, a level is
///   g = f (or.first) A;  f = g and not s;  s = s or f
/// which is the loop. Beside these words it copies every frontier to the host, where it is counted.
/// Direct: entries of frontiers are pushed, or, where A's columns are at hand and that is expected to read less than
/// push_cost times as much, all vertices gather the words of their neighbours until nothing new can come. Work
/// O(n + entries of rows), as often as a vertex is reached at another level, at most O(64 (n + nnz(A))). Beside two
/// words a vertex it takes on the host the lists of two levels; on a GPU, where all levels are one kernel as those of
/// `bfs`, 32 bytes a row and 16 every 256 entries (twice that with 64-bit offsets), up to 65 kB a multiprocessor.
template <class T, index_type I, index_type O>
[[nodiscard]] bfs_from_each_result<I> bfs_from_each(matrix<T, I, O> const& a, std::vector<size_type> const& sources,
                                                    bfs_from_each_options const& options = {}) {
  static_assert(sizeof(I) <= sizeof(O), "bfs_from_each of a matrix with 64-bit indices takes 64-bit offsets too");
  if constexpr (sizeof(I) <= sizeof(O)) return detail::bfs_from_each(detail::pattern_of(a), sources, options);
}

}  // namespace heddle
