// rank_loops.hpp - the loops of distributed operations that the tool runs. Where GPUs can be ranks nvcc compiles those
// of 32-bit indices, since the loops have functors of their own.
#pragma once
#include <heddle/distributed/operations/algorithms.hpp>

namespace heddle::cli {

template <class Index> struct rank_loops {
  using edges = distributed::matrix<std::uint8_t, Index, Index>;
  using weighted = distributed::matrix<double, Index, Index>;
  static distributed::bfs_result<Index> search(edges const& a, size_type source);
  static distributed::sssp_result<double, Index> paths(weighted const& a, size_type source);
  static distributed::components_result<Index> components(edges const& a);
  static distributed::pagerank_result<Index> ranks(edges const& a, pagerank_options const& options);
};

}  // namespace heddle::cli
