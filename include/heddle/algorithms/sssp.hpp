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

/// How `sssp` searches, and what it is asked for.
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

/// What `sssp` found.
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
  std::string ran_as = {};        // as bfs_result has it
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
/// Operands: A of n x n; any weights, negative ones too; 0 <= source < n, and so are targets. A weight of infinity or
/// NaN is as good as absent.
/// Types: double, or float with 32-bit indices and offsets. Sums are rounded in that type from the source on.
/// Returns: distances, dense, infinity where there is no path; with parents a tree, of the paths of fewest entries and
/// smallest parents. They depend on neither schedule, direction, method, delta, executor nor threads.
/// Throws: negative_cycle where a cycle of weights that sum to less than 0 can be reached and distances keep falling;
/// dimension_mismatch; index_out_of_range; invalid_argument for a method with a schedule, strategy or direction that it
/// does not take.
/// Cost: the direct method relaxes near vertices first and reads few rows twice; the loop is O(nnz(A)) a round.
/// Negative weights, rounding and parents: docs/contracts.md#sssp
/// Runs: on a GPU as one kernel; a graph with negative weights goes to the host, and the answer comes back.
/// Example: docs/algorithms.md#searches-from-one-vertex
template <class T, index_type I, index_type O>
[[nodiscard]] sssp_result<T, I> sssp(matrix<T, I, O> const& a, size_type source, sssp_options const& options = {}) {
  static_assert(
      detail::has_sssp<T, I, O>,
      "heddle: sssp takes a matrix of double, or of float with 32-bit indices and offsets; cast<double>(A) makes one");
  if constexpr (detail::has_sssp<T, I, O>) return detail::sssp(a, std::span(&source, 1), options);
}

/// Shortest distances from the nearest of several sources, in one search: the least of what `sssp` finds from each.
/// Operands: sources may stand more than once; without any no vertex is reached. The rest is as for one source.
/// Returns: distances, and with parents a tree of several roots, which are the sources at distance 0.
/// Throws: as for one source.
/// Cost: as for one source; the tree is found by the loop of `bfs`, a level a round.
/// Example: docs/algorithms.md#many-sources
template <class T, index_type I, index_type O>
[[nodiscard]] sssp_result<T, I> sssp(matrix<T, I, O> const& a, std::vector<size_type> const& sources,
                                     sssp_options const& options = {}) {
  static_assert(
      detail::has_sssp<T, I, O>,
      "heddle: sssp takes a matrix of double, or of float with 32-bit indices and offsets; cast<double>(A) makes one");
  if constexpr (detail::has_sssp<T, I, O>) return detail::sssp(a, std::span(sources), options);
}

}  // namespace heddle
