// sssp.hpp - shortest paths over (min, +) from one source or several: a fixpoint, or a loop of masked products.
// Bellman 1958, Ford 1956, with a frontier of changed vertices; Davidson et al., "Work-Efficient Parallel GPU Methods
// for Single-Source Shortest Paths", IPDPS 2014.
#pragma once
#include <heddle/algorithms/searches.hpp>
#include <heddle/descriptor.hpp>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>
#include <span>

namespace heddle {

struct sssp_options {
  heddle::schedule schedule = {};
  heddle::direction direction = heddle::direction::automatic;
  std::optional<heddle::strategy> strategy = {};  // how frontiers are shared out; see docs/strategies.md
  strategy_costs* costs = nullptr;                // of the loop: what its pushes took is added
  bool parents = false;                           // also find the tree
  traversal_method method = traversal_method::automatic;
  double delta = 0;  // of the direct method: the width of a pile, see fixpoint_options
  /// If any: where no weight is negative the direct method may end as soon as the distances of all of these are found.
  /// Others are then those of some path, or infinite, and parents are known where a way of theirs adds up.
  std::vector<size_type> targets = {};
};

template <class T, index_type I = std::int32_t> struct sssp_result {
  vector<T, I> distances;  // dense; infinity where there is no path
  vector<I, I> parents;    // parent(source) = source; without entries unless asked for
  size_type reached = 0;   // vertices at a finite distance, sources among them
  bool complete = true;    // false: it ended with the targets, and distances of others may be longer than the least
  size_type rounds = 0;  // of products until nothing changed, or n; direct: lists of piles, and passes, of rows relaxed
  size_type edges = 0;   // entries in the rows of reached vertices
  size_type relaxed = 0;          // entries that were multiplied, by the direct method
  size_type launches = 0;         // on a GPU, of kernels of the direct method: 1, or one a round and more
  size_type workspace_bytes = 0;  // on a GPU, taken by these beside matrix and result
};

namespace detail {

template <class T, index_type I, index_type O>
sssp_result<T, I> sssp(matrix<T, I, O> const& a, std::span<size_type const> sources, sssp_options const& options);

/// Defined in the library.
template <class T, class I, class O>
inline constexpr bool has_sssp = (std::is_same_v<T, double> && sizeof(I) <= sizeof(O)) ||
                                 (std::is_same_v<T, float> && sizeof(I) == 4 && sizeof(O) == 4);

}  // namespace detail

/// Shortest distances from `source` along stored entries, row -> column, with A's values as weights.
/// A: n x n of double, or of float with 32-bit indices and offsets; any weights, zero, negative and -infinity among
/// them; 0 <= source < n and so are targets. Weights of infinity and NaN are as good as absent, and so are arcs over
/// which a distance overflows to infinity. Sums are rounded in T from the source on. With weights of at least 0 a
/// distance is the least such sum of all paths, with negative ones of all walks of less than n arcs, which may go round
/// a cycle of weight 0 where rounding makes that shorter. Throws negative_cycle only if a cycle can be reached whose
/// weights sum to less than 0 exactly, without rounding (one with -infinity does); and then always if distances still
/// change after n - 1 rounds, or have fallen to -infinity, or below 0 at the source, and else never. A cycle whose
/// weight rounding hides, as -1e-17 beside distances of 1, changes nothing, and the distances are the answer. Throws
/// dimension_mismatch, index_out_of_range. The result does not depend on schedule, direction, method, delta, executor
/// or threads. The direct method is `fixpoint`, which relaxes what is near first and reads few rows twice; it throws
/// invalid_argument with a direction, and with a schedule or strategy that it does not share out by. On a GPU it is one
/// kernel; the stepwise method there is Bellman-Ford over what has changed, a launch a round. A graph with negative
/// weights goes from a GPU to the host for both, and the answer back; the loop stays on the GPU. There a row is relaxed
/// again when its distance falls again: with 0.1 % of them on grids, roads, R-MAT and drawn graphs that is 1 to 8
/// times, work O(nnz(A) + n) each, and one more pass sees whether rounding went round cycles. Parents are looked at
/// after 6 passes and after twice as much each time, and a cycle that cannot rest is refused then. What takes more than
/// 32 passes, or comes to walks of n arcs or more, is left to the loop: O(nnz(A)) a round, of which there are at most
/// n; only rows of changed vertices are read where frontiers push. Counts of changed vertices are read back in every
/// round.
///
/// Parents follow from the distances d alone, so they depend on nothing else either. An entry (u, v) is tight where
/// d(u) + A(u, v), rounded in T, is d(v) and less than infinity. Of the ways from the source along tight entries those
/// of fewest entries count, and the smallest vertex that stands before v on one of them is its parent: the tree is that
/// of `bfs` in the tight entries. So d(v) is d(parent(v)) + A(parent(v), v), and parents lead to the source. With
/// weights of at least 0, or where no sum is rounded, every reached vertex has a parent. Where negative weights are
/// rounded one may have none: if its distance is that of a walk round a cycle which rounding alone made shorter, no way
/// of tight entries need lead there. Work O(nnz(A) + n) more and what `bfs` takes in the tight entries, which are kept
/// as a pattern meanwhile; beside it a bit an entry, and an offset every 32. Reads back once more.
template <class T, index_type I, index_type O>
[[nodiscard]] sssp_result<T, I> sssp(matrix<T, I, O> const& a, size_type source, sssp_options const& options = {}) {
  static_assert(
      detail::has_sssp<T, I, O>,
      "sssp takes a matrix of double, or of float with 32-bit indices and offsets; cast<double>(A) makes one");
  if constexpr (detail::has_sssp<T, I, O>) return detail::sssp(a, std::span(&source, 1), options);
}

/// Shortest distances from the nearest of several sources, in one search: the least of what `sssp` finds from each.
/// Sources may stand more than once; without any no vertex is reached. The rest is as for one source, but the tree is
/// one of several roots, which are the sources at distance 0: of the ways from all of these those of fewest entries
/// count, and the smallest vertex before v. Its search in breadth is the loop of `bfs`, a level a round.
template <class T, index_type I, index_type O>
[[nodiscard]] sssp_result<T, I> sssp(matrix<T, I, O> const& a, std::vector<size_type> const& sources,
                                     sssp_options const& options = {}) {
  static_assert(
      detail::has_sssp<T, I, O>,
      "sssp takes a matrix of double, or of float with 32-bit indices and offsets; cast<double>(A) makes one");
  if constexpr (detail::has_sssp<T, I, O>) return detail::sssp(a, std::span(sources), options);
}

}  // namespace heddle
