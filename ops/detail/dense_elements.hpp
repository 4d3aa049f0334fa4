// dense_elements.hpp - the elements of dense operands as kernels read them.
#pragma once
#include <heddle/dense_matrix.hpp>
#include <heddle/ops/detail/operand.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// The elements of b as T: where they stand, or a converted copy that `kept` holds, which has no room between lines.
template <class T, class B>
dense_view<T const> elements_as(dense_matrix<B> const& b, dense_matrix<B>& packed, buffer<detail::byte>& kept) {
  if constexpr (std::is_same_v<T, B>) {
    return b.view();
  } else {
    if (!b.packed()) packed = b.to(b.exec());
    auto const from = b.packed() ? b.view() : std::as_const(packed).view();
    auto const* const data = in_domain<T>(b.exec(), from.data, b.rows() * b.cols(), kept);
    return {data, from.rows, from.cols, from.row_step, from.column_step};
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
