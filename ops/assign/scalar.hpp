// scalar.hpp - w<mask>(I) = w(I) accum s, C<mask>(I, J) = C(I, J) accum s, of a scalar that may be empty.
// GraphBLAS C API 2.1, sections 4.3.7.6 and 4.3.7.7, with GrB_Scalar.
#pragma once
#include <heddle/ops/assign/assign.hpp>
#include <heddle/scalar.hpp>

namespace heddle {

inline namespace HEDDLE_TOOLCHAIN {

/// assign of the value that the scalar holds. Of an empty one that of a vector without entries: where the mask is open
/// entries of the part are deleted, unless something accumulates. Reads the scalar back. Throws as these do, and
/// executor_mismatch.
template <class W, index_type I, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void assign(vector<W, I>& w, Mask const& mask, Accum const& accum, scalar<S> const& value, index_argument<I> const& at,
            descriptor const& d = {}) {
  detail::check_executor("assign", w.exec(), "the scalar", value.exec());
  std::optional<S> const held = value.value();
  if (held) return assign(w, mask, accum, *held, at, d);
  assign(w, mask, accum, vector<W, I>(at.count(w.size()), w.exec()), at, d);
}

/// The same into a part of a matrix.
template <class W, index_type I, index_type O, class Mask, class Accum, class S>
requires std::is_convertible_v<S, W>
void assign(matrix<W, I, O>& c, Mask const& mask, Accum const& accum, scalar<S> const& value,
            index_argument<I> const& rows, index_argument<I> const& columns, descriptor const& d = {}) {
  detail::check_executor("assign", c.exec(), "the scalar", value.exec());
  std::optional<S> const held = value.value();
  if (held) return assign(c, mask, accum, *held, rows, columns, d);
  matrix<W, I, O> const nothing(rows.count(c.rows()), columns.count(c.cols()), c.exec());
  assign(c, mask, accum, nothing, rows, columns, d);
}

}  // namespace HEDDLE_TOOLCHAIN
}  // namespace heddle
