// compare.hpp - err > tol, err < other, err != 0: conditions of a device_loop, judged where the scalars are.
#pragma once
#include <cstring>
#include <heddle/device_loop.hpp>
#include <heddle/ops/detail/merge/pairs.hpp>
#include <heddle/semirings/precompiled.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN {
namespace ops::loop_detail {

template <class T> values_view<T> side_of(scalar<T> const& s) { return {s.data()}; }
template <class T> values_view<T> side_of(T const& value) { return {nullptr, value}; }

template <class T> detail::number_comparison::side stored(values_view<T> const& side) {
  detail::number_comparison::side result{side.data};
  if (!side.data) std::memcpy(&result.bits, &side.one, sizeof(T));
  return result;
}

template <class Op, class T>
detail::number_comparison comparison(values_view<T> const& left, values_view<T> const& right) {
  if constexpr (std::is_arithmetic_v<T> && is_precompiled_element<T>) {
    return {detail::code_of<T, precompiled_elements>, std::is_same_v<Op, not_equal<T>>, stored(left), stored(right)};
  } else {
    return {};
  }
}

/// The two sides by op, less or not_equal; a scalar among them is read whenever the condition is judged.
template <class Op, class T> loop_condition compared(executor const& exec, values_view<T> left, values_view<T> right) {
  return {exec,
          [=](detail::byte* goes_on) {
            detail::paired_operands<T> const sides{{left}, {right}, goes_on};
            ops::for_each_index(exec, 1, detail::combined_pair<Op, T>{sides, Op{}});
          },
          comparison<Op>(left, right)};
}

}  // namespace ops::loop_detail

/// Conditions of a device_loop, which holds on to the scalars. NaN is neither greater nor less than anything, and
/// differs from everything. Scalars of one comparison are on one executor: throws executor_mismatch.
template <class T> loop_condition operator>(scalar<T> const& s, std::type_identity_t<T> value) {
  return ops::loop_detail::compared<less<T>>(s.exec(), ops::loop_detail::side_of<T>(value),
                                             ops::loop_detail::side_of(s));
}
template <class T> loop_condition operator<(scalar<T> const& s, std::type_identity_t<T> value) {
  return ops::loop_detail::compared<less<T>>(s.exec(), ops::loop_detail::side_of(s),
                                             ops::loop_detail::side_of<T>(value));
}
template <class T> loop_condition operator!=(scalar<T> const& s, std::type_identity_t<T> value) {
  return ops::loop_detail::compared<not_equal<T>>(s.exec(), ops::loop_detail::side_of(s),
                                                  ops::loop_detail::side_of<T>(value));
}
template <class T> loop_condition operator<(scalar<T> const& a, scalar<T> const& b) {
  detail::check_executor("device_loop's condition", a.exec(), "the other scalar", b.exec());
  return ops::loop_detail::compared<less<T>>(a.exec(), ops::loop_detail::side_of(a), ops::loop_detail::side_of(b));
}
template <class T> loop_condition operator>(scalar<T> const& a, scalar<T> const& b) { return b < a; }

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
