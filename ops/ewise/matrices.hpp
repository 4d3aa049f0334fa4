// matrices.hpp - C<mask> = C accum T, T(i, j) made of A(i, j) and B(i, j): what ewise_mult, ewise_add and ewise_union
// of matrices have in common.
#pragma once
#include <heddle/detail/executor/trace_range.hpp>
#include <heddle/ops/detail/merge/merge.hpp>
#include <heddle/ops/detail/merge/pairs.hpp>
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/ewise/operators.hpp>

namespace heddle {

inline namespace HEDDLE_TOOLCHAIN {
namespace ops::ewise_detail {

/// C<mask> = C accum T, where `alone` says what T is where one of A and B has no entry.
template <class W, index_type I, index_type O, class Mask, class Accum, class Op, class Alone, class A, class B>
void write_matrices(char const* what, matrix<W, I, O>& c, Mask const& mask_argument, Accum const& accum, Op const& op,
                    Alone const& alone, detail::matrix_operand<A, I, O> const& a,
                    detail::matrix_operand<B, I, O> const& b, descriptor const& d) {
  detail::check_descriptor(d);
  auto const mask = detail::as_mask(mask_argument);
  if (a.rows() != b.rows() || a.cols() != b.cols() || a.rows() != c.rows() || a.cols() != c.cols()) {
    throw dimension_mismatch(detail::concat(what, ": ", detail::size_of("A", a), ", ", detail::size_of("B", b), " and ",
                                            detail::size_of("C", c)));
  }
  detail::check_executors(what, c, "A", a, "B", b);
  detail::check_mask(what, mask, "C", c);
  executor const exec = c.exec();
  detail::require_unrecorded(exec, what);
  detail::trace_range const traced(exec, what);
  auto const ready = ops::prepare_matrix_mask<I, O>(mask, exec);
  auto t = merged<Op, Alone, A, B>(what, exec, op, alone, a.by_rows(), b.by_rows());
  ops::write<detail::paired_result<Op, A, B>>(what, c, ready.view, accum, d.replace, std::move(t));
}

template <class Op, class W, index_type I, index_type O, class Mask, class Accum, class Alone, class A, class B>
void combine_matrices(char const* what, matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Op const& op,
                      Alone const& alone, detail::matrix_operand<A, I, O> const& a,
                      detail::matrix_operand<B, I, O> const& b, descriptor const& d) {
  if constexpr (detail::combines<Op, A, B>()) write_matrices(what, c, mask, accum, op, alone, a, b, d);
}

}  // namespace ops::ewise_detail
}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
