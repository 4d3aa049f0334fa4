// flip.hpp - multiplications with their operands exchanged.
#pragma once
#include <heddle/semirings/multiply.hpp>

namespace heddle {

/// multiply(b, a) of a semiring: vxm is mxv of the transpose under the flipped semiring. What stands at (i, k) of the
/// transpose stands at (k, i) of the matrix, so that positions are exchanged too.
template <semiring_like S> struct flipped {
  static constexpr bool rare = requires { requires S::rare; };
  add_of<S> add;
  S original;
  template <class A, class B>
  requires detail::takes_entries<S, B, A> HEDDLE_FN constexpr auto multiply(A const& a, B const& b) const {
    return detail::multiplied(original, b, a);
  }
  template <class A, class B>
  requires detail::asks_positions<S, B, A> HEDDLE_FN constexpr auto multiply(A const& a, B const& b, size_type i,
                                                                             size_type k, size_type j) const {
    return detail::multiplied(original, b, a, j, k, i);
  }
};

namespace detail {

template <class S, class A, class B>
inline constexpr bool truncates_operands<flipped<S>, A, B> = truncates_operands<S, B, A>;

template <class S> struct flip_of {
  HEDDLE_FN static constexpr flipped<S> of(S const& s) { return {s.add, s}; }
};
template <class S> struct flip_of<flipped<S>> {
  HEDDLE_FN static constexpr S of(flipped<S> const& s) { return s.original; }
};
template <class Add, class Multiply>
requires table::has<Multiply, table::symmetric>
struct flip_of<semiring<Add, Multiply>> {
  HEDDLE_FN static constexpr semiring<Add, Multiply> of(semiring<Add, Multiply> const& s) { return s; }
};
template <class Add, class Multiply>
requires table::is_known<Multiply> && requires { typename Multiply::exchanged; }
struct flip_of<semiring<Add, Multiply>> {
  HEDDLE_FN static constexpr semiring<Add, typename Multiply::exchanged> of(semiring<Add, Multiply> const& s) {
    return {s.add, {}};
  }
};

}  // namespace detail

/// The semiring with the operands of `multiply` exchanged; standard ones stay standard (first becomes second, firsti
/// secondj), and one that is flipped twice is the same again.
template <semiring_like S> HEDDLE_FN constexpr auto flip(S const& s) { return detail::flip_of<S>::of(s); }

}  // namespace heddle
