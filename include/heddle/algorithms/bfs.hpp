// bfs.hpp - breadth-first search: directly, or as a loop of masked products.
// Kepner & Gilbert, "Graph Algorithms in the Language of Linear Algebra", 2011; Yang, Buluc & Owens, "GraphBLAST",
// 2022.
#pragma once
#include <heddle/algorithms/searches.hpp>
#include <heddle/matrix.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/vxm/vxm.hpp>
#include <optional>

namespace heddle {

/// How `bfs` searches, and what it is asked for.
struct bfs_options {
  heddle::schedule schedule = {};
  heddle::direction direction = heddle::direction::automatic;
  std::optional<heddle::strategy> strategy = {};  // how frontiers are shared out; see docs/strategies.md
  strategy_costs* costs = nullptr;                // of the loop: what its pushes took is added
  bool parents = false;                           // also find the tree
  bool any_parent = false;  // of several valid ones any will do, not the smallest, which costs more on a GPU
  traversal_method method = traversal_method::automatic;
  /// Of an entry that is pushed, in neighbours that a pull asks; for the direct method. Unless given 4 on a GPU and 1/2
  /// on the host, where a question is a branch that is often guessed wrong.
  std::optional<double> push_cost = {};
  /// If any: the search ends at the level by which all of these were reached, or with the last.
  std::vector<size_type> targets = {};
};

/// Levels count edges from the source; vertices without an entry were not reached.
template <index_type I = std::int32_t> struct bfs_result {
  vector<std::int32_t, I> levels;
  vector<I, I> parents;           // parent(source) = source; without entries unless asked for
  size_type reached = 0;          // vertices with a level, the source among them
  size_type depth = 0;            // the largest level
  size_type edges = 0;            // entries in the rows of reached vertices
  size_type launches = 0;         // on a GPU, of the kernel of a direct search: 1, or one a level and two more
  size_type workspace_bytes = 0;  // on a GPU, taken by a direct search beside matrix and result
  std::string ran_as = {};        // the method that it came to, and who took what of a frontier
};

namespace detail {

template <index_type I, index_type O>
bfs_result<I> bfs(matrix_operand<bool, I, O> const& edges, size_type source, bfs_options const& options);

}  // namespace detail

/// Levels (and parents) of the directed graph whose edges are the stored entries of A, row -> column; values are not
/// read.
/// Operands: A of n x n; 0 <= source < n, and so are targets.
/// Returns: levels, without an entry where a vertex is not reached; with parents a tree, of which each parent is the
/// smallest possible, or with any_parent any. The result depends on neither method, direction nor push_cost.
/// Throws: dimension_mismatch; index_out_of_range; invalid_argument where push_cost is negative or NaN, or a method is
/// asked for and not to be had with that schedule, strategy or direction.
/// Cost: the direct method O(n + entries of reached rows), less where A's columns are at hand and a level pulls. The
/// loop O(n depth + nnz(A)) where all levels push. Memory and choices: docs/contracts.md#bfs
/// Runs: on a GPU as one kernel, with one read-back; the loop reads up to two counts back a level.
/// Example: docs/algorithms.md#searches-from-one-vertex
template <class T, index_type I, index_type O>
[[nodiscard]] bfs_result<I> bfs(matrix<T, I, O> const& a, size_type source, bfs_options const& options = {}) {
  static_assert(sizeof(I) <= sizeof(O), "heddle: bfs of a matrix with 64-bit indices takes 64-bit offsets too");
  if constexpr (sizeof(I) <= sizeof(O)) return detail::bfs(detail::pattern_of(a), source, options);
}

}  // namespace heddle
