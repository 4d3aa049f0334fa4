// triangle_count.hpp - triangles of an undirected graph as one masked product.
// Azad, Buluc & Gilbert, "Parallel Triangle Counting and Enumeration Using Matrix Algebra", IPDPSW 2015; Davis,
// "Graph Algorithms via SuiteSparse:GraphBLAS: Triangle Counting and K-truss", HPEC 2018 (method Sandia_LUT).
#pragma once
#include <heddle/base/executor.hpp>
#include <heddle/ops/mxm/mxm.hpp>

namespace heddle {

/// How `triangle_count` goes about it.
struct triangle_options {
  heddle::schedule schedule = {};
  progress_callback progress = {};  // of the count on the host, by what it looks at; the product of matrices tells none
};

namespace detail {

template <index_type I, index_type O>
size_type triangle_count(matrix_storage<I, O> const& a, triangle_options const& options);

}  // namespace detail

/// Number of triangles of the undirected graph with an edge wherever A or A^T has an entry; self-loops and duplicates
/// are dropped, values are not read. With L the strictly lower part of the symmetrised A, hubs first:
///   C<L> = L (plus.pair) L^T;  sum of C
/// Operands: A of n x n, or rectangular and read as max(rows, columns) vertices.
/// Returns: a 64-bit integer.
/// Throws: not_compiled on a GPU where numbers of 32 bits do not hold L.
/// Cost: at most O(nnz(A)^1.5). A that is not known to be symmetric is asked for its columns, which it keeps. On the
/// host C is summed as it is made, unless a schedule is asked for.
/// Runs: reads back.
/// Example: docs/operations.md#triangle_count
template <class T, index_type I, index_type O>
[[nodiscard]] size_type triangle_count(matrix<T, I, O> const& a, triangle_options const& options = {}) {
  return detail::triangle_count(storage_of(a), options);
}

}  // namespace heddle
