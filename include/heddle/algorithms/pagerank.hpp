// pagerank.hpp - PageRank by power iteration: a product with the pattern of A, and one pass over the vertices.
// Page, Brin, Motwani & Winograd, "The PageRank Citation Ranking: Bringing Order to the Web", 1999.
#pragma once
#include <heddle/ops/mxv/mxv.hpp>

namespace heddle {

struct pagerank_options {
  heddle::schedule schedule = {};
  double damping = 0.85;       // in [0, 1]: how much of a rank goes along edges
  double tolerance = 1e-6;     // at least 0: it ends when the ranks move by no more, in sum
  size_type iterations = 100;  // at most, and at least 1
};

template <index_type I = std::int32_t> struct pagerank_result {
  vector<double, I> ranks;  // dense; their sum is 1
  size_type iterations = 0;
  double change = 0;      // sum of |x(v) - what it was before the last iteration|
  bool converged = true;  // change is within the tolerance
};

namespace detail {

template <index_type I, index_type O>
pagerank_result<I> pagerank(matrix_operand<bool, I, O> const& edges, pagerank_options const& options);

}  // namespace detail

/// Ranks of the vertices of the directed graph whose edges are the stored entries of A, row -> column; values are not
/// read. With d = damping, starting from x(v) = 1 / n,
///   y = A^T (+.second) (x / degree);  x = d y + (1 - d kept) / n
/// where degree(u) counts the entries of row u, and kept is the sum of x over the vertices that have some: what these
/// do not pass on is what teleports, and dangling vertices, spread over all.
/// A: n x n; of no vertices there are no ranks, and without entries all are 1 / n. Throws dimension_mismatch, and
/// invalid_argument for options out of their range. A's columns are made if they are not at hand (A is symmetric, or
/// csc() was asked for before). Executors and schedules bracket sums their own way, so ranks differ in rounding.
/// Work O(nnz(A) + n) an iteration: the product, and one pass that reads 17 bytes a vertex and its offset, writes 8 and
/// has both sums. On a GPU they are a device_loop, which comes back to the host once. On the host they are one pass,
/// unless a schedule is asked for or a column is longer than 2^15 and than a 16th of all entries. Memory for two
/// vectors of n numbers, and on a GPU for a copy of these.
template <class T, index_type I, index_type O>
[[nodiscard]] pagerank_result<I> pagerank(matrix<T, I, O> const& a, pagerank_options const& options = {}) {
  static_assert(sizeof(I) <= sizeof(O), "pagerank of a matrix with 64-bit indices takes 64-bit offsets too");
  if constexpr (sizeof(I) <= sizeof(O)) return detail::pagerank(detail::pattern_of(a), options);
}

}  // namespace heddle
