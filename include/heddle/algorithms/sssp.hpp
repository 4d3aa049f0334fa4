// sssp.hpp - single-source shortest paths as a masked semiring loop over (min, +).
// Bellman 1958, Ford 1956, with a frontier of changed vertices; Davidson et al., "Work-Efficient Parallel GPU Methods
// for Single-Source Shortest Paths", IPDPS 2014.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>

namespace heddle {

struct sssp_options {
  heddle::schedule schedule = {};
  heddle::direction direction = heddle::direction::automatic;
};

template <class T, index_type I = std::int32_t> struct sssp_result {
  vector<T, I> distances;  // dense; infinity where there is no path
  size_type reached = 0;   // vertices at a finite distance, the source among them
  size_type rounds = 0;    // relaxations until nothing changed
  size_type edges = 0;     // entries in the rows of reached vertices
};

/// Shortest distances from `source` along stored entries, row -> column, with A's values as weights.
/// A: n x n of float or double; any real weights, zero and negative among them; 0 <= source < n.
/// Weights that are not numbers are as good as absent.
/// Throws negative_cycle where one can be reached from the source, dimension_mismatch, index_out_of_range.
/// Work O(nnz(A)) a round, of which there are at most n; only rows of changed vertices are read where frontiers push.
template <class T, index_type I, index_type O>
sssp_result<T, I> sssp(matrix<T, I, O> const& a, size_type source, sssp_options const& options = {});

}  // namespace heddle
