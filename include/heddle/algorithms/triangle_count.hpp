// triangle_count.hpp - triangles of an undirected graph as one masked product.
// Azad, Buluc & Gilbert, "Parallel Triangle Counting and Enumeration Using Matrix Algebra", IPDPSW 2015; Davis,
// "Graph Algorithms via SuiteSparse:GraphBLAS: Triangle Counting and K-truss", HPEC 2018 (method Sandia_LUT).
#pragma once
#include <heddle/base/executor.hpp>
#include <heddle/ops/mxm/mxm.hpp>

namespace heddle {

struct triangle_options {
  heddle::schedule schedule = {};
  progress_callback progress = {};  // of the count on the host, by what it looks at; the product of matrices tells none
};

namespace detail {

template <index_type I, index_type O>
size_type triangle_count(matrix_storage<I, O> const& a, triangle_options const& options);

}  // namespace detail

/// Number of triangles of the undirected graph with an edge wherever A or A^T has an entry; self-loops and duplicates
/// are dropped, values are not read. A: n x n, or rectangular and read as max(rows, columns) vertices.
///   L = the strictly lower part of the symmetrised A, hubs first;  C<L> = L (plus.pair) L^T;  sum of C
/// Counts in 64 bits. All of it runs where A is: on a GPU two sorts of the edges, then the masked product. On the host
/// C is summed as it is made, by marks, and vertices keep their order where that is less work; a schedule that is asked
/// for runs the product there too. Work O(nnz(A)^1.5) at most. A that is not known to be symmetric is asked for its
/// columns, which it keeps. Reads back. Throws not_compiled on a GPU where numbers of 32 bits do not hold L.
template <class T, index_type I, index_type O>
[[nodiscard]] size_type triangle_count(matrix<T, I, O> const& a, triangle_options const& options = {}) {
  return detail::triangle_count(storage_of(a), options);
}

}  // namespace heddle
