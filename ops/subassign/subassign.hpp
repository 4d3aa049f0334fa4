// subassign.hpp - w(I)<mask> = w(I) accum u, C(I, J)<mask> = C(I, J) accum A, rows and columns of matrices, scalars in
// the place of u and A: as assign, but the mask has the shape of the part, and replacement stays within it.
// Davis, "Algorithm 1000: SuiteSparse:GraphBLAS", ACM TOMS 45(4), 2019: GxB_subassign.
#pragma once
#include <heddle/ops/assign/assign.hpp>

namespace heddle {
inline namespace HEDDLE_TOOLCHAIN {
namespace ops::subassign_detail {

/// subassign of what is made ready; `source`: a vector or a scalar.
template <class W, index_type I, class Mask, class Accum, class Source>
void subassign_at(vector<W, I>& w, Mask const& mask, Accum const& accum, Source const& source,
                  detail::placed_indices<I>& at, bool replace) {
  constexpr bool reads = ops::assign_detail::masks<Mask> || detail::accumulates<Accum>;
  if (!reads || at.is_all()) return ops::assign_detail::assign_at(w, mask, accum, source, at, replace);
  ops::assign_detail::rewrite_part(w, at, true,
                                   [&](vector<W, I>& p) { assign(p, mask, accum, source, {.replace = replace}); });
}

/// The mask of a part of a vector.
template <class Mask, index_type I>
void check_mask(Mask const& mask, executor const& exec, detail::placed_indices<I> const& at) {
  ops::assign_detail::check_mask_length("subassign", mask, exec, detail::size_of(at), at.count());
}

/// The mask of a part of a matrix.
template <index_type I> void check_mask(no_mask_type, executor const&, ops::assign_detail::matrix_part<I> const&) {}
template <class M, index_type I, index_type O>
void check_mask(mask_of<matrix<M, I, O>> const& mask, executor const& exec,
                ops::assign_detail::matrix_part<I> const& part) {
  if (mask.container->rows() != part.rows.count() || mask.container->cols() != part.columns.count()) {
    throw dimension_mismatch(detail::concat("subassign: ", detail::size_of(part.rows), " and ",
                                            detail::size_of(part.columns), " but ",
                                            detail::size_of("the mask", *mask.container)));
  }
  detail::check_executor("subassign", exec, "the mask", mask.container->exec());
}

/// C(I, J) becomes what run(p) makes of it.
template <class W, index_type I, index_type O, class Run>
void rewrite_part(matrix<W, I, O>& c, ops::assign_detail::matrix_part<I>& part, Run const& run) {
  matrix<W, I, O> p(part.rows.count(), part.columns.count(), c.exec());
  p.storage().assign(detail::extracted("subassign", c.storage().csr(), part.rows, part.columns));
  run(p);
  ops::assign_detail::merge_part<W>("subassign", c, {}, no_accum, false, part, p.storage().csr());
}

}  // namespace ops::subassign_detail

/// w(I)<mask> = w(I) accum u: what stands at the positions of I meets u, entry k at I(k), under a mask as long as I;
/// everything else is left as it is. Operands, work and errors are otherwise those of assign; replacement costs no
/// more.
template <class W, index_type I, class Mask, class Accum, class U>
void subassign(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, vector<U, I> const& u,
               index_argument<I> const& at, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_executors("subassign", w, "u", u);
  detail::trace_range const traced(w.exec(), "subassign");
  detail::placed_indices<I> chosen("subassign", "I", w.exec(), at, w.size());
  ops::assign_detail::check_length("subassign", u, chosen);
  ops::subassign_detail::check_mask(mask, w.exec(), chosen);
  chosen.require_distinct();
  ops::subassign_detail::subassign_at(w, mask, accum, u, chosen, d.replace);
}

/// w(I)<mask> = w(I) accum value at every position of I that the mask leaves open.
template <class W, index_type I, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void subassign(vector<W, I>& w, Mask const& mask_argument, Accum const& accum, S const& value,
               index_argument<I> const& at, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::trace_range const traced(w.exec(), "subassign");
  detail::placed_indices<I> chosen("subassign", "I", w.exec(), at, w.size());
  ops::subassign_detail::check_mask(mask, w.exec(), chosen);
  chosen.require_distinct();
  ops::subassign_detail::subassign_at(w, mask, accum, value, chosen, d.replace);
}

/// C(I, J)<mask> = C(I, J) accum A under a mask of A's shape; outside of the part C is left as it is. Operands and
/// errors are otherwise those of assign. Work that of extracting the part, where there is a mask or an accumulator, of
/// merging A into it, and of merging it into C.
template <class W, index_type I, index_type O, class Mask, class Accum, class MatrixArg>
requires requires(MatrixArg const& a) { detail::operand(a); }
void subassign(matrix<W, I, O>& c, Mask const& mask_argument, Accum const& accum, MatrixArg const& matrix,
               index_argument<I> const& rows, index_argument<I> const& columns, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const a = detail::operand(matrix);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_executors("subassign", c, "A", a);
  detail::trace_range const traced(c.exec(), "subassign");
  detail::require_unrecorded(c.exec(), "subassign");
  ops::assign_detail::matrix_part<I> part("subassign", c.exec(), rows, columns, c.rows(), c.cols());
  ops::assign_detail::check_part("subassign", a, part);
  ops::subassign_detail::check_mask(mask, c.exec(), part);
  part.require_distinct();
  if constexpr (!ops::assign_detail::masks<decltype(mask)> && !detail::accumulates<Accum>) {
    using T = typename decltype(a)::value_type;
    ops::assign_detail::merge_part<T>("subassign", c, {}, no_accum, false, part, a.by_rows());
  } else {
    ops::subassign_detail::rewrite_part(c, part, [&](auto& p) { assign(p, mask, accum, a, all, all, d); });
  }
}

/// C(I, J)<mask> = C(I, J) accum value at every position of the part that the mask leaves open.
template <class W, index_type I, index_type O, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void subassign(matrix<W, I, O>& c, Mask const& mask_argument, Accum const& accum, S const& value,
               index_argument<I> const& rows, index_argument<I> const& columns, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::trace_range const traced(c.exec(), "subassign");
  detail::require_unrecorded(c.exec(), "subassign");
  ops::assign_detail::matrix_part<I> part("subassign", c.exec(), rows, columns, c.rows(), c.cols());
  ops::subassign_detail::check_mask(mask, c.exec(), part);
  part.require_distinct();
  ops::subassign_detail::rewrite_part(c, part, [&](auto& p) { assign(p, mask, accum, value, all, all, d); });
}

/// C(i, J)<mask> = C(i, J) accum u: a part of row i of C, under a mask as long as J. Otherwise as assign to a row.
template <class W, index_type I, index_type O, class Mask, class Accum, class U>
void subassign(matrix<W, I, O>& c, Mask const& mask_argument, Accum const& accum, vector<U, I> const& u, size_type i,
               index_argument<I> const& columns, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_executors("subassign", c, "u", u);
  detail::check_line("subassign", "row", i, c.rows(), detail::size_of("C", c));
  detail::trace_range const traced(c.exec(), "subassign");
  detail::require_unrecorded(c.exec(), "subassign");
  detail::placed_indices<I> chosen("subassign", "J", c.exec(), columns, c.cols());
  ops::assign_detail::check_length("subassign", u, chosen);
  ops::subassign_detail::check_mask(mask, c.exec(), chosen);
  chosen.require_distinct();
  ops::assign_detail::rewrite_line("subassign", ops::assign_detail::line::row, c, i, [&](vector<W, I>& row) {
    ops::subassign_detail::subassign_at(row, mask, accum, u, chosen, d.replace);
  });
}

/// C(I, j)<mask> = C(I, j) accum u: a part of column j of C, under a mask as long as I.
template <class W, index_type I, index_type O, class Mask, class Accum, class U>
void subassign(matrix<W, I, O>& c, Mask const& mask_argument, Accum const& accum, vector<U, I> const& u,
               index_argument<I> const& rows, size_type j, descriptor const& d = {}) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  detail::check_executors("subassign", c, "u", u);
  detail::check_line("subassign", "column", j, c.cols(), detail::size_of("C", c));
  detail::trace_range const traced(c.exec(), "subassign");
  detail::require_unrecorded(c.exec(), "subassign");
  detail::placed_indices<I> chosen("subassign", "I", c.exec(), rows, c.rows());
  ops::assign_detail::check_length("subassign", u, chosen);
  ops::subassign_detail::check_mask(mask, c.exec(), chosen);
  chosen.require_distinct();
  ops::assign_detail::rewrite_line("subassign", ops::assign_detail::line::column, c, j, [&](vector<W, I>& column) {
    ops::subassign_detail::subassign_at(column, mask, accum, u, chosen, d.replace);
  });
}

/// w(I) = u.
template <class W, index_type I, class U>
void subassign(vector<W, I>& w, vector<U, I> const& u, index_argument<I> const& at, descriptor const& d = {}) {
  subassign(w, no_mask, no_accum, u, at, d);
}

/// w(I) = value.
template <class W, index_type I, class S>
requires std::is_convertible_v<S, W>
void subassign(vector<W, I>& w, S const& value, index_argument<I> const& at, descriptor const& d = {}) {
  subassign(w, no_mask, no_accum, value, at, d);
}

/// C(I, J) = A.
template <class W, index_type I, index_type O, detail::matrix_argument MatrixA>
void subassign(matrix<W, I, O>& c, MatrixA const& a, index_argument<I> const& rows, index_argument<I> const& columns,
               descriptor const& d = {}) {
  subassign(c, no_mask, no_accum, a, rows, columns, d);
}

/// C(I, J) = value.
template <class W, index_type I, index_type O, class S>
requires std::is_convertible_v<S, W>
void subassign(matrix<W, I, O>& c, S const& value, index_argument<I> const& rows, index_argument<I> const& columns,
               descriptor const& d = {}) {
  subassign(c, no_mask, no_accum, value, rows, columns, d);
}

/// C(i, J) = u.
template <class W, index_type I, index_type O, class U>
void subassign(matrix<W, I, O>& c, vector<U, I> const& u, size_type i, index_argument<I> const& columns,
               descriptor const& d = {}) {
  subassign(c, no_mask, no_accum, u, i, columns, d);
}

/// C(I, j) = u.
template <class W, index_type I, index_type O, class U>
void subassign(matrix<W, I, O>& c, vector<U, I> const& u, index_argument<I> const& rows, size_type j,
               descriptor const& d = {}) {
  subassign(c, no_mask, no_accum, u, rows, j, d);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
