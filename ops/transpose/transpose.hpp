// transpose.hpp - C<mask> = C accum A^T as an operation (GrB_transpose); transpose(A) is the operand.
// GraphBLAS C API 2.1, section 4.3.11.
#pragma once
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/detail/write/matrix.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// C<mask> = C accum T: T(j, i) = A(i, j) wherever A has an entry.
/// Operands: A is a matrix, or transpose(matrix), of which T is the matrix itself; C and mask of the shape of T.
/// Types: may differ.
/// Throws: dimension_mismatch naming both shapes; executor_mismatch; not_compiled on a GPU for types and accumulators
/// of the user's, unless nvcc compiles the call.
/// Cost: a stable sort by column, O(nnz(A)), on the host O(nnz(A) + columns), unless A has its columns at hand; a merge
/// where C keeps entries or T is masked. Where C becomes T of the same type, it shares what A keeps: nothing is copied.
/// Example: docs/operations.md#transpose
template <class W, index_type I, index_type O, class Mask, class Accum, detail::matrix_argument MatrixA>
void transpose(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, MatrixA const& matrix,
               descriptor const& d = {}) {
  auto const a = detail::operand(matrix);
  using T = typename decltype(a)::value_type;
  auto const work = ops::enter("transpose", "C", c, mask, d, "A", a);
  work.fit(a.rows() == c.cols() && a.cols() == c.rows(), "C", c, "the transpose of A", a.transpose());
  executor const exec = c.exec();
  auto const form = a.transpose().share_by_rows();
  if constexpr (std::is_same_v<T, W> && !detail::accumulates<Accum>) {
    if (!work.masked) return storage_of(c).assign(form);
  }
  auto t = ops::same_pattern(*form, sizeof(T));
  if (form->one_value) {
    primitives::fill(exec, t->values.data(), form->nnz, sizeof(T), form->one.data());
  } else {
    detail::copy_bytes(exec, t->values.data(), exec, form->values.data(), t->values.bytes());
  }
  ops::write<T>(work, accum, std::move(t));
}

/// C = A^T.
template <class W, index_type I, index_type O, detail::matrix_argument MatrixA>
void transpose(matrix<W, I, O>& c, MatrixA const& a, descriptor const& d = {}) {
  transpose(c, no_mask, no_accum, a, d);
}
HEDDLE_EXPLAIN(transpose);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
