// pagerank.hpp - PageRank over the ranks of a group.
#pragma once
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/distributed/matrix.hpp>
#include <heddle/distributed/vector.hpp>

namespace heddle {
namespace distributed {

/// What `pagerank` over ranks finds.
template <index_type I = std::int32_t> struct pagerank_result {
  vector<double, I> ranks;
  size_type iterations = 0;
  double change = 0;
  bool converged = true;
};

}  // namespace distributed

namespace detail {

/// What PageRank finds at a rank: the ranks of its vertices, and the rest alike at all.
template <class I> struct ranked_part {
  heddle::vector<double, I> ranks;
  size_type iterations = 0;
  double change = 0;
};

/// The power iteration at this rank, whose vertices have `rows` of the graph, and `columns` of it as rows. What others
/// pass on is gathered as far as it is `needed`; null: all of it.
template <index_type I, index_type O>
ranked_part<I> rank_part(distributed::member& m, distributed::dealing const& by, compressed<I, O> const& rows,
                         heddle::matrix<bool, I, O> const& columns, needed_elements<I> const* needed,
                         pagerank_options const& options);

}  // namespace detail

inline namespace HEDDLE_TOOLCHAIN {

/// Ranks by power iteration over the pattern of A: the formula and the options of `pagerank`, whose schedule its
/// products take. In an iteration every rank sends what its vertices pass on, a number each, to all that need it, and
/// makes the sums of its own vertices. The first call makes the columns of A, see `transposed_pattern`. Sums are
/// rounded in another order than those of a local matrix, and the same way in every run. Throws dimension_mismatch,
/// invalid_argument for options out of their range or a strategy, and what transposed_pattern throws.
template <class T, index_type I, index_type O>
[[nodiscard]] distributed::pagerank_result<I> pagerank(distributed::matrix<T, I, O> const& a,
                                                       pagerank_options const& options = {}) {
  detail::require_square_rows("pagerank", a);
  if (!(options.damping >= 0 && options.damping <= 1) || !(options.tolerance >= 0) || options.iterations < 1) {
    throw invalid_argument("pagerank: damping lies in [0, 1], tolerance is at least 0, iterations at least 1");
  }
  if (options.strategy || options.costs) {
    throw invalid_argument("pagerank of a distributed matrix takes no strategy; that of a local one does");
  }
  distributed::pagerank_result<I> found{{a.dealt_by(), a.ranks()}};
  if (a.rows() == 0) return found;
  auto const& columns = a.transposed_pattern();
  auto const* const needed = detail::needed_access::columns(a);
  auto parts = detail::each_makes<detail::ranked_part<I>>(a.ranks(), [&](distributed::member& m) {
    return detail::rank_part(m, a.dealt_by(), storage_of(a.part(m)).csr(), columns[m.place()],
                             needed ? &(*needed)[m.place()] : nullptr, options);
  });
  found.iterations = parts.front().iterations;
  found.change = parts.front().change;
  found.converged = found.change <= options.tolerance;
  found.ranks.replace_parts(detail::each_of(std::move(parts), &detail::ranked_part<I>::ranks));
  return found;
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
