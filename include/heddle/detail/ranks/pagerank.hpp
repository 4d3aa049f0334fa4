// pagerank.hpp - a rank's part of PageRank over a graph whose rows are dealt out.
#pragma once
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/detail/ranks/needed.hpp>
#include <heddle/distributed/ranks/dealing.hpp>
#include <heddle/distributed/ranks/group.hpp>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>

namespace heddle::detail {

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

}  // namespace heddle::detail
