// mxm.hpp - C<mask> = C accum (A (+.*) B): the front end of the matrix product, and what it takes of memory.
#pragma once
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/mxm/runs.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::mxm_detail {

template <class W, index_type I, index_type O, class Mask, class Accum, class SR, class A, class B>
void multiply(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, SR const& sr,
              detail::matrix_operand<A, I, O> const& a, detail::matrix_operand<B, I, O> const& b, descriptor const& d) {
  ops::require_semiring<SR, A, B>();
  auto const work_on_c = ops::enter("mxm", "C", c, mask, d, "A", a, "B", b);
  ops::fit_product(work_on_c, a, b);
  auto const ready = ops::prepare_mask(work_on_c);
  if constexpr (detail::can_multiply<SR, A, B>() && ops::goes_into<W, domain_of<SR>, Accum>()) {
    multiplication<SR, A, B, I, O> work{c.exec(), a, b, sr, d};
    work.measure();
    product_into<W, Mask, Accum, SR, A, B, I, O> into(work, storage_of(c).share_csr(), ready, accum, d.replace);
    storage_of(c).assign(into.make(d.memory_budget > 0 ? d.memory_budget : unbounded));
  }
}

template <class W, index_type I, index_type O, class Mask, class Accum, class SR, class A, class B>
product_need need(matrix<W, I, O> const& c, Mask const& mask, Accum const& accum, SR const& sr,
                  detail::matrix_operand<A, I, O> const& a, detail::matrix_operand<B, I, O> const& b,
                  descriptor const& d) {
  ops::fit_product(ops::enter("mxm_need", "C", c, mask, d, "A", a, "B", b), a, b);
  if constexpr (detail::can_multiply<SR, A, B>()) {
    detail::ready_matrix_mask<I, O> shape;  // whether and how there is a mask; what it opens is not asked
    size_type truth = 0;
    if constexpr (!std::is_same_v<Mask, no_mask_type>) {
      shape.form = storage_of(*mask.container).share_csr();
      shape.view = {shape.form->offsets.data(), shape.form->indices.data(), nullptr, mask.complemented};
      if (!mask.structural) truth = shape.form->nnz;
    }
    multiplication<SR, A, B, I, O> work{c.exec(), a, b, sr, d};
    work.measure();
    product_into<W, Mask, Accum, SR, A, B, I, O> const into(work, storage_of(c).share_csr(), shape, accum, d.replace);
    return into.need(truth);
  } else {
    return {};
  }
}

}  // namespace ops::mxm_detail

/// C<mask> = C accum (A (+.*) B): T(i, j) = sum over k of multiply(A(i, k), B(k, j)), in ascending k, where A and B
/// both have an entry for some k.
/// Operands: A of m x k, B of k x n, each a matrix or transpose(matrix); C and mask of m x n. C may be A, B or the
/// mask. mask is no_mask, a matrix (its values), structure(M) or complement(M).
/// Types: as for mxv. A multiply that asks for positions is given (A(i, k), B(k, j), i, k, j).
/// Throws: dimension_mismatch naming both operands; executor_mismatch; invalid_argument as mxv does; index_overflow
/// where C needs wider offsets; out_of_memory where C and one row have no room; not_compiled on a GPU for a semiring
/// without kernels.
/// Cost: O(products). Under a small mask, for each of its entries, the shorter of a row of A and a column of B. In runs
/// of rows under d.memory_budget (docs/contracts.md#mxm). Columns of every row ascend; every run gives the same bits.
/// Runs: reads back the number of products and the sizes of the result.
/// Example: docs/operations.md#mxm
template <class W, index_type I, index_type O, class Mask, class Accum, semiring_like SR, class MatrixA, class MatrixB>
void mxm(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, SR const& sr, MatrixA const& a, MatrixB const& b,
         descriptor const& d = {}) {
  ops::mxm_detail::multiply(c, detail::as_mask(mask), accum, sr, detail::operand(a), detail::operand(b), d);
}

/// C = A (+.*) B.
template <class W, index_type I, index_type O, semiring_like SR, class MatrixA, class MatrixB>
void mxm(matrix<W, I, O>& c, SR const& sr, MatrixA const& a, MatrixB const& b, descriptor const& d = {}) {
  mxm(c, no_mask, no_accum, sr, a, b, d);
}

/// What mxm of the same operands is about to take of memory, C untouched.
/// Operands: as for mxm.
/// Returns: numbers of products and entries, and bytes. workspace_bytes is for all rows at once: a budget of as much
/// changes nothing, one of least_bytes or more is kept. Not in it: forms that operands make and keep, the table of a
/// schedule that cuts finely (16 bytes a share), and what an allocator adds.
/// Throws: as mxm does, but for out_of_memory and not_compiled.
/// Cost: O(nnz(A) + rows).
/// Runs: reads back a number a row of A and of C.
/// Example: docs/operations.md#mxm_need
template <class W, index_type I, index_type O, class Mask, class Accum, semiring_like SR, class MatrixA, class MatrixB>
[[nodiscard]] product_need mxm_need(matrix<W, I, O> const& c, Mask const& mask, Accum const& accum, SR const& sr,
                                    MatrixA const& a, MatrixB const& b, descriptor const& d = {}) {
  return ops::mxm_detail::need(c, detail::as_mask(mask), accum, sr, detail::operand(a), detail::operand(b), d);
}

/// Of C = A (+.*) B.
template <class W, index_type I, index_type O, semiring_like SR, class MatrixA, class MatrixB>
[[nodiscard]] product_need mxm_need(matrix<W, I, O> const& c, SR const& sr, MatrixA const& a, MatrixB const& b,
                                    descriptor const& d = {}) {
  return mxm_need(c, no_mask, no_accum, sr, a, b, d);
}
HEDDLE_EXPLAIN(mxm);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
