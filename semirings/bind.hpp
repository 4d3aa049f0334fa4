// bind.hpp - operators with one operand given: bind_first(op, s), bind_second(op, s), and the scalar of an index-unary
// one. GraphBLAS C API 2.1, section 4.3.8.
#pragma once
#include <heddle/base/converted.hpp>

namespace heddle {

namespace detail {

/// op(s, x), or op(x, s).
template <class Op, class S, bool First> struct bound {
  Op op;
  S value;
  template <class X>
  requires(First ? std::invocable<Op const&, S const&, X const&>
                 : std::invocable<Op const&, X const&, S const&>) HEDDLE_FN constexpr auto
  operator()(X const& x) const {
    if constexpr (First) {
      return called(op, value, x);
    } else {
      return called(op, x, value);
    }
  }
};

/// op(x, i, s) of a vector's entry, op(x, i, j, s) of a matrix's.
template <class Op, class S> struct bound_scalar {
  Op op;
  S value;
  template <class X, class... At>
  requires std::invocable<Op const&, X const&, At..., S const&> HEDDLE_FN constexpr auto operator()(X const& x,
                                                                                                    At... at) const {
    return called(op, x, at..., value);
  }
};

}  // namespace detail

/// x -> op(s, x), for apply. op and s are trivially copyable.
template <class Op, element S>
[[nodiscard]] HEDDLE_FN constexpr detail::bound<Op, S, true> bind_first(Op const& op, S const& s) {
  return {op, s};
}

/// x -> op(x, s), for apply.
template <class Op, element S>
[[nodiscard]] HEDDLE_FN constexpr detail::bound<Op, S, false> bind_second(Op const& op, S const& s) {
  return {op, s};
}

}  // namespace heddle
