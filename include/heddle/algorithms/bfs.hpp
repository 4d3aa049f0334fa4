// bfs.hpp - breadth-first search: directly, or as a loop of masked products.
// Kepner & Gilbert, "Graph Algorithms in the Language of Linear Algebra", 2011; Yang, Buluc & Owens, "GraphBLAST",
// 2022.
#pragma once
#include <heddle/algorithms/traversal_method.hpp>
#include <heddle/matrix.hpp>
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/vxm/vxm.hpp>

namespace heddle {

struct bfs_options {
  heddle::schedule schedule = {};
  heddle::direction direction = heddle::direction::automatic;
  bool parents = false;  // also find the tree
  traversal_method method = traversal_method::automatic;
};

/// Levels count edges from the source; vertices without an entry were not reached.
template <index_type I = std::int32_t> struct bfs_result {
  vector<std::int32_t, I> levels;
  vector<I, I> parents;    // parent(source) = source; without entries unless asked for
  size_type reached = 0;   // vertices with a level, the source among them
  size_type depth = 0;     // the largest level
  size_type edges = 0;     // entries in the rows of reached vertices
  size_type launches = 0;  // on a GPU, of the kernel of a direct search: 1, or one a level and two more
};

namespace detail {

template <index_type I, index_type O>
bfs_result<I> bfs(matrix_operand<bool, I, O> const& edges, size_type source, bfs_options const& options);

}  // namespace detail

/// Levels (and parents) of the directed graph whose edges are the stored entries of A, row -> column; values are not
/// read. A: n x n; 0 <= source < n. Of several valid parents the smallest is given.
/// Throws dimension_mismatch, index_out_of_range, invalid_argument where a method is asked for and not to be had: a
/// direct one with a schedule or a direction, the stepwise one on the host. The result does not depend on the method.
/// Direct: work O(n + entries of reached rows), less where A's columns are at hand (A is symmetric, or csc() was asked
/// for before) and unreached vertices look for a neighbour in a large frontier. On a GPU that is one kernel whose
/// blocks wait for each other after every level, and one read-back; beside the result it takes 16 bytes a row and 16
/// every 256 entries, a bit a row, and with columns two more. Where the driver refuses such a kernel it is the stepwise
/// method: a launch and a read-back a level, which only pushes. In the loop every level reads the entries in the rows
/// of its frontier if it pushes, or those in the columns of vertices that are still unreached if it pulls, and fills or
/// merges arrays of n elements beside: work O(n depth + nnz(A)) if all levels push, and no entry is read again. Up to
/// two counts are read back a level: of entries to read, of vertices found.
template <class T, index_type I, index_type O>
[[nodiscard]] bfs_result<I> bfs(matrix<T, I, O> const& a, size_type source, bfs_options const& options = {}) {
  static_assert(sizeof(I) <= sizeof(O), "bfs of a matrix with 64-bit indices takes 64-bit offsets too");
  if constexpr (sizeof(I) <= sizeof(O)) return detail::bfs(detail::pattern_of(a), source, options);
}

}  // namespace heddle
