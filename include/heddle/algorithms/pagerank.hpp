// pagerank.hpp - PageRank by power iteration: a product with the pattern of A, and one pass over the vertices; or by
// pushes of the vertices that are active.
// Page, Brin, Motwani & Winograd, "The PageRank Citation Ranking: Bringing Order to the Web", 1999; McSherry, "A
// Uniform Approach to Accelerated PageRank Computation", WWW 2005.
#pragma once
#include <heddle/ops/mxv/mxv.hpp>

namespace heddle {

/// When `pagerank` stops, and how much of a rank is passed on.
struct pagerank_options {
  heddle::schedule schedule = {};
  double damping = 0.85;                          // in [0, 1]: how much of a rank goes along edges
  double tolerance = 1e-6;                        // at least 0, finite: it ends when the ranks move by no more, in sum
  size_type iterations = 100;                     // at most, and at least 1
  std::optional<heddle::strategy> strategy = {};  // asks for pushes of active vertices, shared out by it
  strategy_costs* costs = nullptr;                // asks for these, too; what their pushes took is added
};

/// What `pagerank` found.
template <index_type I = std::int32_t> struct pagerank_result {
  vector<double, I> ranks;  // dense; their sum is 1
  size_type iterations = 0;
  double change = 0;        // sum of |x(v) - what it was before the last iteration|
  bool converged = true;    // change is within the tolerance
  std::string ran_as = {};  // the method that it came to, and what shared out its products
};

namespace detail {

/// Throws invalid_argument for damping, tolerance or iterations out of their range.
void check_ranges(pagerank_options const& options);

template <index_type I, index_type O>
pagerank_result<I> pagerank(matrix_operand<bool, I, O> const& edges, pagerank_options const& options);

}  // namespace detail

/// Ranks of the vertices of the directed graph whose edges are the stored entries of A, row -> column; values are not
/// read. With d = damping, starting from x(v) = 1 / n, an iteration is
///   y = A^T (+.second) (x / degree);  x = d y + (1 - d kept) / n
/// where degree(u) counts the entries of row u, and kept is the sum of x over the vertices that have some: what
/// dangling vertices hold is spread over all.
/// Operands: A of n x n.
/// Returns: ranks that sum to 1, and whether they converged. Executors and schedules round their own way. Pushes of
/// active vertices, which a strategy asks for, have the same bits under each, everywhere.
/// Throws: dimension_mismatch; invalid_argument for options out of their range.
/// Cost: O(nnz(A) + n) an iteration; A's columns once, unless they are at hand; memory for two vectors of n numbers,
/// and on a GPU a copy of these. A push: O(n + entries of active rows). See docs/contracts.md#pagerank
/// Runs: on a GPU as a device_loop, which comes back to the host once; pushes come back in every iteration.
/// Example: docs/algorithms.md#pagerank
template <class T, index_type I, index_type O>
[[nodiscard]] pagerank_result<I> pagerank(matrix<T, I, O> const& a, pagerank_options const& options = {}) {
  static_assert(sizeof(I) <= sizeof(O), "heddle: pagerank of a matrix with 64-bit indices takes 64-bit offsets too");
  if constexpr (sizeof(I) <= sizeof(O)) return detail::pagerank(detail::pattern_of(a), options);
}

}  // namespace heddle
