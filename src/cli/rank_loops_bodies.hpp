// rank_loops_bodies.hpp - what rank_loops are, for the two files that compile them.
#pragma once
#include "src/cli/rank_loops.hpp"

namespace heddle::cli {

template <class Index> distributed::bfs_result<Index> rank_loops<Index>::search(edges const& a, size_type source) {
  return bfs(a, source);
}
template <class Index>
distributed::sssp_result<double, Index> rank_loops<Index>::paths(weighted const& a, size_type source) {
  return sssp(a, source);
}
template <class Index> distributed::components_result<Index> rank_loops<Index>::components(edges const& a) {
  return connected_components(a);
}
template <class Index>
distributed::pagerank_result<Index> rank_loops<Index>::ranks(edges const& a, pagerank_options const& options) {
  return pagerank(a, options);
}

}  // namespace heddle::cli
