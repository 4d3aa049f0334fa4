// subassign.hpp - w(I)<mask> = w(I) accum u, C(I, J)<mask> = C(I, J) accum A, rows and columns of matrices, numbers and
// scalars in the place of u and A: as assign, but the mask has the shape of the part, and replacement stays within it.
// Davis, "Algorithm 1000: SuiteSparse:GraphBLAS", ACM TOMS 45(4), 2019: GxB_subassign.
#pragma once
#include <heddle/ops/assign/assign.hpp>
#include <heddle/ops/detail/mistakes.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {

/// w(I)<mask> = w(I) accum u: what stands at the positions of I meets u, entry k at I(k), under a mask as long as I;
/// everything else is left as it is.
/// Operands: those of assign, but for the mask.
/// Throws: as assign does.
/// Cost: that of assign; replacement costs no more.
/// Example: docs/operations.md#subassign
template <class W, index_type I, class Mask, class Accum, class Source>
requires ops::assign_detail::goes_to_vector<Source, W, I>
void subassign(vector<W, I>& w, Mask const& mask, Accum const& accum, Source const& u,
               detail::index_argument<I> const& at, descriptor const& d = {}) {
  using ops::assign_detail::mask_covers;
  ops::assign_detail::assign_to_vector<mask_covers::part>("subassign", w, mask, accum, u, at, d);
}

/// C(I, J)<mask> = C(I, J) accum A under a mask of the part's shape; outside of the part C is left as it is.
/// Operands: those of assign, but for the mask.
/// Throws: as assign does.
/// Cost: that of assign, and under a mask of extracting the part, of merging A into it, and of merging it into C.
template <class W, index_type I, index_type O, class Mask, class Accum, class Source>
requires ops::assign_detail::goes_to_matrix<Source, W>
void subassign(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Source const& a,
               detail::index_argument<I> const& rows, detail::index_argument<I> const& columns,
               descriptor const& d = {}) {
  using ops::assign_detail::mask_covers;
  ops::assign_detail::assign_to_matrix<mask_covers::part>("subassign", c, mask, accum, ops::assign_detail::source_of(a),
                                                          rows, columns, d);
}

/// C(i, J)<mask> = C(i, J) accum u: a part of row i of C, under a mask as long as J. Otherwise as assign to a row.
template <class W, index_type I, index_type O, class Mask, class Accum, class U>
void subassign(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, vector<U, I> const& u, size_type i,
               detail::index_argument<I> const& columns, descriptor const& d = {}) {
  using namespace ops::assign_detail;
  assign_to_line<mask_covers::part>("subassign", line::row, c, mask, accum, u, i, columns, d);
}

/// C(I, j)<mask> = C(I, j) accum u: a part of column j of C, under a mask as long as I.
template <class W, index_type I, index_type O, class Mask, class Accum, class U>
void subassign(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, vector<U, I> const& u,
               detail::index_argument<I> const& rows, size_type j, descriptor const& d = {}) {
  using namespace ops::assign_detail;
  assign_to_line<mask_covers::part>("subassign", line::column, c, mask, accum, u, j, rows, d);
}

/// w(I) = u.
template <class W, index_type I, class Source>
requires ops::assign_detail::goes_to_vector<Source, W, I>
void subassign(vector<W, I>& w, Source const& u, detail::index_argument<I> const& at, descriptor const& d = {}) {
  subassign(w, no_mask, no_accum, u, at, d);
}

/// C(I, J) = A.
template <class W, index_type I, index_type O, class Source>
requires ops::assign_detail::goes_to_matrix<Source, W>
void subassign(matrix<W, I, O>& c, Source const& a, detail::index_argument<I> const& rows,
               detail::index_argument<I> const& columns, descriptor const& d = {}) {
  subassign(c, no_mask, no_accum, a, rows, columns, d);
}

/// C(i, J) = u.
template <class W, index_type I, index_type O, class U>
void subassign(matrix<W, I, O>& c, vector<U, I> const& u, size_type i, detail::index_argument<I> const& columns,
               descriptor const& d = {}) {
  subassign(c, no_mask, no_accum, u, i, columns, d);
}

/// C(I, j) = u.
template <class W, index_type I, index_type O, class U>
void subassign(matrix<W, I, O>& c, vector<U, I> const& u, detail::index_argument<I> const& rows, size_type j,
               descriptor const& d = {}) {
  subassign(c, no_mask, no_accum, u, rows, j, d);
}
HEDDLE_EXPLAIN(subassign);

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
