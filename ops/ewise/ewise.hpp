// ewise.hpp - u .op v, entry by entry: where both have one (eWiseMult), where either has (eWiseAdd, eWiseUnion).
// GraphBLAS C API 2.1, sections 4.3.4 and 4.3.5; eWiseUnion is SuiteSparse's.
#pragma once
#include <heddle/ops/ewise/matrices.hpp>
#include <heddle/ops/ewise/operators.hpp>
#include <heddle/ops/ewise/vectors.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// w<mask> = w accum (u .op v): t(i) = op(u(i), v(i)) where both have an entry. u, v, w, mask: one length. Element
/// types may differ; op is a function object of two elements, a monoid, or a semiring, whose multiplication it then is;
/// t has the type that it gives. Work O(entries of the one with fewer * log(entries of the other)) where both are
/// sparse, O(entries) of the sparse one where one is, each if w becomes t, and O(entries) more if w and the mask are
/// lists too (see ops/detail/write/lists.hpp), else O(size). Throws dimension_mismatch naming both operands,
/// executor_mismatch, and, unless nvcc compiles the call, not_compiled on a CUDA executor for operators that are not
/// precompiled and for operands of two types.
template <class W, index_type I, class Mask, class Accum, class Op, class U, class V>
void ewise_mult(vector<W, I>& w, Mask const& mask, Accum const& accum, Op const& op, vector<U, I> const& u,
                vector<V, I> const& v, descriptor const& d = {}) {
  ops::ewise_detail::combine_vectors("ewise_mult", w, mask, accum, detail::product_operator<U, V>(op),
                                     detail::none_alone{}, u, v, d);
}

/// w = u .op v, where both have an entry.
template <class W, index_type I, class Op, class U, class V>
void ewise_mult(vector<W, I>& w, Op const& op, vector<U, I> const& u, vector<V, I> const& v, descriptor const& d = {}) {
  ewise_mult(w, no_mask, no_accum, op, u, v, d);
}

/// w<mask> = w accum (u .op v): t(i) = op(u(i), v(i)) where both have an entry; where one has, t(i) is that entry,
/// converted to what op gives. u, v, w, mask: one length. Element types may differ; op is a function object of two
/// elements, a monoid, or a semiring, whose sum it then is. Where u and v are sparse so is t, and the work is
/// O(entries) if w becomes t, or w and the mask are lists too; else O(size). Reads back the number of entries. Throws
/// as ewise_mult does.
template <class W, index_type I, class Mask, class Accum, class Op, class U, class V>
void ewise_add(vector<W, I>& w, Mask const& mask, Accum const& accum, Op const& op, vector<U, I> const& u,
               vector<V, I> const& v, descriptor const& d = {}) {
  ops::ewise_detail::combine_vectors("ewise_add", w, mask, accum, detail::sum_operator(op), detail::itself_alone{}, u,
                                     v, d);
}

/// w = u .op v, where either has an entry.
template <class W, index_type I, class Op, class U, class V>
void ewise_add(vector<W, I>& w, Op const& op, vector<U, I> const& u, vector<V, I> const& v, descriptor const& d = {}) {
  ewise_add(w, no_mask, no_accum, op, u, v, d);
}

/// w<mask> = w accum t: t(i) = op(u(i), v(i)) where both have an entry, op(u(i), beta) where u alone has, and
/// op(alpha, v(i)) where v alone has. alpha and beta are what op takes in place of u's and of v's elements; the rest is
/// as for ewise_add.
template <class W, index_type I, class Mask, class Accum, class Op, class U, class Alpha, class V, class Beta>
void ewise_union(vector<W, I>& w, Mask const& mask, Accum const& accum, Op const& op, vector<U, I> const& u,
                 Alpha const& alpha, vector<V, I> const& v, Beta const& beta, descriptor const& d = {}) {
  ops::ewise_detail::combine_vectors("ewise_union", w, mask, accum, op,
                                     detail::with_values_alone<Alpha, Beta>{alpha, beta}, u, v, d);
}

/// w = u .op v, alpha and beta standing for what is not there.
template <class W, index_type I, class Op, class U, class Alpha, class V, class Beta>
void ewise_union(vector<W, I>& w, Op const& op, vector<U, I> const& u, Alpha const& alpha, vector<V, I> const& v,
                 Beta const& beta, descriptor const& d = {}) {
  ewise_union(w, no_mask, no_accum, op, u, alpha, v, beta, d);
}

/// C<mask> = C accum (A .op B): T(i, j) = op(A(i, j), B(i, j)) where both have an entry. A, B: each a matrix or
/// transpose(matrix); A, B, C, mask: one shape. Element types may differ, as for vectors. Work O(nnz(A) + nnz(B)), and
/// of the transpose of an operand whose columns are not at hand, and of merging where C keeps entries or T is masked.
/// Reads back the number of entries. Throws dimension_mismatch naming all shapes, executor_mismatch, index_overflow
/// where the result needs wider offsets, not_compiled as for vectors.
template <class W, index_type I, index_type O, class Mask, class Accum, class Op, detail::matrix_argument MatrixA,
          detail::matrix_argument MatrixB>
void ewise_mult(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Op const& op, MatrixA const& a,
                MatrixB const& b, descriptor const& d = {}) {
  ops::ewise_detail::combine_matrices(
      "ewise_mult", c, mask, accum,
      detail::product_operator<detail::element_of<MatrixA>, detail::element_of<MatrixB>>(op), detail::none_alone{},
      detail::operand(a), detail::operand(b), d);
}

/// C = A .op B, where both have an entry.
template <class W, index_type I, index_type O, class Op, detail::matrix_argument MatrixA,
          detail::matrix_argument MatrixB>
void ewise_mult(matrix<W, I, O>& c, Op const& op, MatrixA const& a, MatrixB const& b, descriptor const& d = {}) {
  ewise_mult(c, no_mask, no_accum, op, a, b, d);
}

/// C<mask> = C accum (A .op B): T(i, j) = op(A(i, j), B(i, j)) where both have an entry; where one has, T(i, j) is that
/// entry, converted to what op gives. The rest is as for ewise_mult of matrices.
template <class W, index_type I, index_type O, class Mask, class Accum, class Op, detail::matrix_argument MatrixA,
          detail::matrix_argument MatrixB>
void ewise_add(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Op const& op, MatrixA const& a,
               MatrixB const& b, descriptor const& d = {}) {
  ops::ewise_detail::combine_matrices("ewise_add", c, mask, accum, detail::sum_operator(op), detail::itself_alone{},
                                      detail::operand(a), detail::operand(b), d);
}

/// C = A .op B, where either has an entry.
template <class W, index_type I, index_type O, class Op, detail::matrix_argument MatrixA,
          detail::matrix_argument MatrixB>
void ewise_add(matrix<W, I, O>& c, Op const& op, MatrixA const& a, MatrixB const& b, descriptor const& d = {}) {
  ewise_add(c, no_mask, no_accum, op, a, b, d);
}

/// C<mask> = C accum T: T(i, j) = op(A(i, j), B(i, j)) where both have an entry, op(A(i, j), beta) where A alone has,
/// and op(alpha, B(i, j)) where B alone has. The rest is as for ewise_mult of matrices.
template <class W, index_type I, index_type O, class Mask, class Accum, class Op, detail::matrix_argument MatrixA,
          class Alpha, detail::matrix_argument MatrixB, class Beta>
void ewise_union(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Op const& op, MatrixA const& a,
                 Alpha const& alpha, MatrixB const& b, Beta const& beta, descriptor const& d = {}) {
  ops::ewise_detail::combine_matrices("ewise_union", c, mask, accum, op,
                                      detail::with_values_alone<Alpha, Beta>{alpha, beta}, detail::operand(a),
                                      detail::operand(b), d);
}

/// C = A .op B, alpha and beta standing for what is not there.
template <class W, index_type I, index_type O, class Op, detail::matrix_argument MatrixA, class Alpha,
          detail::matrix_argument MatrixB, class Beta>
void ewise_union(matrix<W, I, O>& c, Op const& op, MatrixA const& a, Alpha const& alpha, MatrixB const& b,
                 Beta const& beta, descriptor const& d = {}) {
  ewise_union(c, no_mask, no_accum, op, a, alpha, b, beta, d);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
