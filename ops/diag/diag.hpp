// diag.hpp - a vector as a diagonal of a matrix, and a diagonal of a matrix as a vector.
// GraphBLAS C API 2.1, section 4.2.4.3 (GrB_Matrix_diag); Davis, SuiteSparse:GraphBLAS, GxB_Vector_diag.
#pragma once
#include <heddle/ops/detail/scope.hpp>
#include <heddle/ops/extract/operand.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// The square matrix D of size(v) + |k| rows with D(i, i + k) = v(i) for k >= 0, D(i - k, i) = v(i) for k < 0, where v
/// has an entry, and no others.
/// Returns: D, on v's executor; values may be of any type.
/// Throws: index_overflow where Index cannot number the rows; out_of_memory.
/// Cost: O(rows of D + entries of v), of a bitmap O(rows of D).
/// Example: docs/operations.md#diag
template <class T, index_type I, index_type O = I>
[[nodiscard]] matrix<T, I, O> diag(vector<T, I> const& v, size_type k = 0) {
  auto const work = ops::enter("diag", "v", v);
  if (k == std::numeric_limits<size_type>::min() ||
      v.size() > std::numeric_limits<size_type>::max() - (k < 0 ? -k : k)) {
    throw index_overflow(detail::concat("diag: ", detail::size_of("v", v), ", diagonal ", k, " is beyond 64 bits"));
  }
  size_type const n = v.size() + (k < 0 ? -k : k);
  matrix<T, I, O> d(n, n, v.exec());
  storage_of(d).assign(detail::as_diagonal<O>(storage_of(v), sizeof(T), k));
  return d;
}

/// The vector w with w(i) = A(i, i + k) for k >= 0, A(i - k, i) for k < 0, where A has an entry; as long as that
/// diagonal is, 0 where there is none.
/// Operands: A of m x n, a matrix or transpose(matrix).
/// Returns: w, on A's executor; values may be of any type, and a pattern has its one.
/// Throws: out_of_memory.
/// Cost: O(length of w * log(longest row)).
/// Runs: reads back the number of entries.
/// Example: docs/operations.md#diagonal
template <detail::matrix_argument MatrixArg> [[nodiscard]] auto diagonal(MatrixArg const& matrix, size_type k = 0) {
  auto const a = detail::operand(matrix);
  using T = typename decltype(a)::value_type;
  auto const work = ops::enter("diagonal", "A", a);
  auto w = detail::as_vector<T>(detail::extracted_diagonal(*a.storage, a.transposed, k));
  storage_of(w).choose_form();
  return w;
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
