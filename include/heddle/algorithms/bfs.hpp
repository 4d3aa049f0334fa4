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
};

namespace detail {

template <index_type I, index_type O>
bfs_result<I> bfs(matrix_operand<bool, I, O> const& edges, size_type source, bfs_options const& options);

}  // namespace detail

/// Levels (and parents) of the directed graph whose edges are the stored entries of A, row -> column; values are not
/// read. A: n x n; 0 <= source < n and so are targets. Of several valid parents the
/// smallest is given; with any_parent any, and another one next time.
/// Throws dimension_mismatch, index_out_of_range, invalid_argument where push_cost is negative or NaN, and where a
/// method is asked for and not to be had: a direct one with a strategy or schedule that it does not share out by (any
/// on the host), the stepwise one with a direction or on the host. The result depends neither on the method nor on
/// direction and push_cost. Direct: work O(n + entries of reached rows), less where A's columns are at hand (A is
/// symmetric, csc() was asked for before, or direction is pull) and unreached vertices look for a neighbour in a large
/// frontier: if all of these are expected to ask fewer than push_cost times the entries in the frontier's rows. On a
/// GPU that is one kernel whose blocks wait for each other after every level, and one read-back; beside the result it
/// takes 8 bytes a row and 8 every 256 entries (16 with 64-bit offsets), up to 65 kB a multiprocessor, a bit a row, and
/// with columns two more. With parents that is 16 bytes a row and 16 every 256 entries (32 with 64-bit indices). Where
/// the driver refuses such a kernel it is the stepwise method: a launch and a read-back a level, which only pushes. In
/// the loop every level reads the entries in the rows of its frontier if it pushes, or those in the columns of vertices
/// that are still unreached if it pulls, and fills or merges arrays of n elements beside: work O(n depth + nnz(A)) if
/// all levels push, and no entry is read again. Up to two counts are read back a level: of entries to read, of vertices
/// found.
template <class T, index_type I, index_type O>
[[nodiscard]] bfs_result<I> bfs(matrix<T, I, O> const& a, size_type source, bfs_options const& options = {}) {
  static_assert(sizeof(I) <= sizeof(O), "bfs of a matrix with 64-bit indices takes 64-bit offsets too");
  if constexpr (sizeof(I) <= sizeof(O)) return detail::bfs(detail::pattern_of(a), source, options);
}

}  // namespace heddle
