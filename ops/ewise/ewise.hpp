// ewise.hpp - A .op B, entry by entry: where both have one (eWiseMult), where either has (eWiseAdd, eWiseUnion).
// GraphBLAS C API 2.1, sections 4.3.4 and 4.3.5; eWiseUnion is SuiteSparse's.
#pragma once
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/ewise/matrices.hpp>
#include <heddle/ops/ewise/operators.hpp>
#include <heddle/ops/ewise/vectors.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// C<mask> = C accum T: T(i, j) = op(A(i, j), B(i, j)) where both have an entry.
/// Operands: A, B, C and mask: vectors of one length, or matrices of one shape, A and B each a matrix or
/// transpose(matrix). op is a function object of two elements, a monoid, or a semiring, whose multiplication it then
/// is.
/// Types: may differ; T has the type that op gives.
/// Throws: dimension_mismatch naming the operands; executor_mismatch; index_overflow where the result needs wider
/// offsets; not_compiled on a GPU, unless nvcc compiles the call, for an operator that is not precompiled or operands
/// of two types.
/// Cost: of two lists O(entries of the shorter * log(entries of the longer)), of one list O(its entries), each where C
/// becomes T; O(entries) more where C and the mask are lists too; else O(size). Of matrices O(nnz(A) + nnz(B)), the
/// transpose of an operand whose columns are not at hand, and a merge where C keeps entries or T is masked.
/// Runs: asynchronously on dense vectors and bitmaps; else it may read back the number of entries.
/// Example: docs/operations.md#ewise_mult
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
/// converted to what op gives.
/// Operands: as for ewise_mult; of a semiring op is the sum.
/// Throws: as ewise_mult does.
/// Cost: of two lists O(entries) where C becomes T, or C and the mask are lists too; else O(size). Of matrices as for
/// ewise_mult.
/// Runs: reads back the number of entries of lists and matrices.
/// Example: docs/operations.md#ewise_add
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
/// and op(alpha, B(i, j)) where B alone has.
/// Operands: as for ewise_add; alpha and beta are what op takes in place of A's and of B's elements.
/// Throws: as ewise_add does; its cost and how it runs are the same.
/// Example: docs/operations.md#ewise_union
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
HEDDLE_EXPLAIN(ewise_mult);
HEDDLE_EXPLAIN(ewise_add);
HEDDLE_EXPLAIN(ewise_union);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
