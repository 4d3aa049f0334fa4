// vxm.hpp - w<mask> = w accum (u (+.*) A): mxv of the transpose with the operands of `multiply` exchanged.
#pragma once
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/ops/mxv/mxv.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// w<mask> = w accum (u (+.*) A): t(j) = sum over k of multiply(u(k), A(k, j)), in ascending k.
/// Operands: A of m x n, or transpose(A) of n x m; u of m; w and mask of n.
/// Types: as for mxv. A multiply that asks for positions is given (u(k), A(k, j), 0, k, j).
/// Throws: as mxv does.
/// Cost: that of mxv with transpose(A): a push reads the rows that u chooses, a pull needs A's columns.
/// Runs: as mxv does.
/// Example: docs/operations.md#vxm
template <class W, index_type I, class Mask, class Accum, semiring_like SR, class U, class MatrixArg>
void vxm(vector<W, I>& w, Mask const& mask, Accum const& accum, SR const& sr, vector<U, I> const& u, MatrixArg const& a,
         descriptor const& d = {}) {
  ops::require_semiring<SR, U, detail::element_of<MatrixArg>>();  // what is flipped hides it
  auto const transposed = detail::operand(a).transpose();
  ops::mxv_detail::multiply("vxm (by A transposed)", w, mask, accum, flip(sr), transposed, u, d);
}

/// w = u (+.*) A.
template <class W, index_type I, semiring_like SR, class U, class MatrixArg>
void vxm(vector<W, I>& w, SR const& sr, vector<U, I> const& u, MatrixArg const& a, descriptor const& d = {}) {
  vxm(w, no_mask, no_accum, sr, u, a, d);
}
HEDDLE_EXPLAIN(vxm);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
