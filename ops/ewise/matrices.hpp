// matrices.hpp - C<mask> = C accum T, T(i, j) made of A(i, j) and B(i, j): what ewise_mult, ewise_add and ewise_union
// of matrices have in common.
#pragma once
#include <heddle/ops/detail/merge/merge.hpp>
#include <heddle/ops/detail/merge/pairs.hpp>
#include <heddle/ops/detail/write/matrix.hpp>
#include <heddle/ops/ewise/operators.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops::ewise_detail {

/// C<mask> = C accum T, where `alone` says what T is where one of A and B has no entry.
template <class W, index_type I, index_type O, class Mask, class Accum, class Op, class Alone, class MatrixA,
          class MatrixB>
void combine_into(char const* what, matrix<W, I, O>& c, Mask const& mask, Accum const& accum, Op const& op,
                  Alone const& alone, MatrixA const& matrix_a, MatrixB const& matrix_b, descriptor const& d) {
  using A = detail::element_of<MatrixA>;
  using B = detail::element_of<MatrixB>;
  if constexpr (ops::combines_into<W, Op, A, B, Accum>()) {
    auto const a = detail::operand(matrix_a);
    auto const b = detail::operand(matrix_b);
    auto const work = ops::enter(what, "C", c, mask, d, "A", a, "B", b);
    bool const alike = a.rows() == b.rows() && a.cols() == b.cols();
    work.fit(alike && a.rows() == c.rows() && a.cols() == c.cols(), "C", c, "A", a, "B", b);
    auto t = merged<Op, Alone, A, B>(what, c.exec(), op, alone, a.by_rows(), b.by_rows());
    ops::write<detail::paired_result<Op, A, B>>(work, accum, std::move(t));
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops::ewise_detail
