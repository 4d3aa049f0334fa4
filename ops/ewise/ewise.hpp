// ewise.hpp - A .op B, entry by entry: where both have one (eWiseMult), where either has (eWiseAdd, eWiseUnion).
// GraphBLAS C API 2.1, sections 4.3.4 and 4.3.5; eWiseUnion is SuiteSparse's.
#pragma once
#include <heddle/ops/ewise/matrices.hpp>
#include <heddle/ops/ewise/operators.hpp>
#include <heddle/ops/ewise/vectors.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// C<mask> = C accum T: T(i, j) = op(A(i, j), B(i, j)) where both have an entry. A, B, C, mask: vectors of one length,
/// or matrices of one shape, A and B each a matrix or transpose(matrix). Element types may differ; op is a function
/// object of two elements, a monoid, or a semiring, whose multiplication it then is; T has the type that it gives. Work
/// of vectors O(entries of the one with fewer * log(entries of the other)) where both are sparse, O(entries) of the
/// sparse one where one is, each if C becomes T, and O(entries) more if C and the mask are lists too (see
/// ops/detail/write/lists.hpp), else O(size); of matrices O(nnz(A) + nnz(B)), and of the transpose of an operand whose
/// columns are not at hand, and of merging where C keeps entries or T is masked: there it reads back the number of
/// entries. Throws dimension_mismatch naming the operands, executor_mismatch, index_overflow where the result needs
/// wider offsets, and, unless nvcc compiles the call, not_compiled on a CUDA executor for operators that are not
/// precompiled and for operands of two types.
template <class C, class Mask, class Accum, class Op, detail::operand_into<C> A, detail::operand_into<C> B>
void ewise_mult(C& c, Mask const& mask, Accum const& accum, Op const& op, A const& a, B const& b,
                descriptor const& d = {}) {
  auto const product = detail::product_operator<detail::element_of<A>, detail::element_of<B>>(op);
  ops::ewise_detail::combine_into("ewise_mult", c, mask, accum, product, detail::none_alone{}, a, b, d);
}

/// C = A .op B, where both have an entry.
template <class C, class Op, detail::operand_into<C> A, detail::operand_into<C> B>
void ewise_mult(C& c, Op const& op, A const& a, B const& b, descriptor const& d = {}) {
  ewise_mult(c, no_mask, no_accum, op, a, b, d);
}

/// C<mask> = C accum T: T(i, j) = op(A(i, j), B(i, j)) where both have an entry; where one has, T(i, j) is that entry,
/// converted to what op gives. Of a semiring op is the sum; the rest is as for ewise_mult, but for vectors: where A and
/// B are sparse so is T, and the work is O(entries) if C becomes T, or C and the mask are lists too; else O(size).
/// Reads back the number of entries.
template <class C, class Mask, class Accum, class Op, detail::operand_into<C> A, detail::operand_into<C> B>
void ewise_add(C& c, Mask const& mask, Accum const& accum, Op const& op, A const& a, B const& b,
               descriptor const& d = {}) {
  ops::ewise_detail::combine_into("ewise_add", c, mask, accum, detail::sum_operator(op), detail::itself_alone{}, a, b,
                                  d);
}

/// C = A .op B, where either has an entry.
template <class C, class Op, detail::operand_into<C> A, detail::operand_into<C> B>
void ewise_add(C& c, Op const& op, A const& a, B const& b, descriptor const& d = {}) {
  ewise_add(c, no_mask, no_accum, op, a, b, d);
}

/// C<mask> = C accum T: T(i, j) = op(A(i, j), B(i, j)) where both have an entry, op(A(i, j), beta) where A alone has,
/// and op(alpha, B(i, j)) where B alone has. alpha and beta are what op takes in place of A's and of B's elements; the
/// rest is as for ewise_add.
template <class C, class Mask, class Accum, class Op, detail::operand_into<C> A, class Alpha, detail::operand_into<C> B,
          class Beta>
void ewise_union(C& c, Mask const& mask, Accum const& accum, Op const& op, A const& a, Alpha const& alpha, B const& b,
                 Beta const& beta, descriptor const& d = {}) {
  detail::with_values_alone<Alpha, Beta> const alone{alpha, beta};
  ops::ewise_detail::combine_into("ewise_union", c, mask, accum, op, alone, a, b, d);
}

/// C = A .op B, alpha and beta standing for what is not there.
template <class C, class Op, detail::operand_into<C> A, class Alpha, detail::operand_into<C> B, class Beta>
void ewise_union(C& c, Op const& op, A const& a, Alpha const& alpha, B const& b, Beta const& beta,
                 descriptor const& d = {}) {
  ewise_union(c, no_mask, no_accum, op, a, alpha, b, beta, d);
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
