// operators.hpp - the operator that an element-wise call names: a function object of two elements, a monoid, or one of
// the two of a semiring, as GraphBLAS C API 2.1 has them in sections 4.3.4, 4.3.5 and 4.3.13.
#pragma once
#include <heddle/ops/detail/mistakes.hpp>
#include <heddle/semirings/multiply.hpp>

namespace heddle::detail {

/// The multiplication of a semiring of the user's as a function object.
template <semiring_like S> struct multiplication {
  S of;
  template <class A, class B>
  requires takes_entries<S, A, B> HEDDLE_FN constexpr auto operator()(A const& a, B const& b) const {
    return multiplied(of, a, b);
  }
};

template <class Op> inline constexpr bool is_semiring_of_parts = false;
template <class Add, class Multiply> inline constexpr bool is_semiring_of_parts<semiring<Add, Multiply>> = true;

/// What combines two elements, an A and a B, in the place of a product, of a sum.
template <class A, class B, class Op> constexpr auto product_operator(Op const& op) {
  if constexpr (semiring_like<Op>) require_no_truncation<Op, A, B>();
  if constexpr (is_semiring_of_parts<Op>) {
    return op.multiply;
  } else if constexpr (semiring_like<Op>) {
    return multiplication<Op>{op};
  } else {
    return op;
  }
}
template <class Op> constexpr auto sum_operator(Op const& op) {
  if constexpr (semiring_like<Op>) {
    return op.add;
  } else {
    return op;
  }
}

/// Whether op combines elements of these types. Where it does not, compiling this says so.
template <class Op, class A, class B> constexpr bool combines() {
  constexpr bool takes = std::is_invocable_v<Op const&, A, B>;
  static_assert(takes, "heddle: the operator does not take an element of the left operand and one of the right");
  return takes;
}
}  // namespace heddle::detail

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

/// Whether op combines these, and what it gives goes into a container of W.
template <class W, class Op, class A, class B, class Accum> constexpr bool combines_into() {
  if constexpr (detail::combines<Op, A, B>()) {
    require_marked<Op, A, B>();
    require_fractions<detail::truncates_sums<Op, A> || detail::truncates_sums<Op, B>>();
    return goes_into<W, std::remove_cvref_t<std::invoke_result_t<Op const&, A, B>>, Accum>();
  } else {
    return false;
  }
}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
