// flip.hpp - multiplications with their operands exchanged, and which operands a multiplication reads at all.
#pragma once
#include <heddle/semirings/semirings.hpp>

namespace heddle {

/// multiply(b, a) of a semiring: vxm is mxv of the transpose under the flipped semiring.
template <semiring_like S> struct flipped {
  add_of<S> add;
  S original;
  template <class A, class B> HEDDLE_FN constexpr auto multiply(A const& a, B const& b) const {
    return original.multiply(b, a);
  }
};

namespace detail {

template <class Multiply> inline constexpr bool is_symmetric_multiply = false;
template <class T> inline constexpr bool is_symmetric_multiply<plus<T>> = true;
template <class T> inline constexpr bool is_symmetric_multiply<times<T>> = true;
template <class T> inline constexpr bool is_symmetric_multiply<pair<T>> = true;
template <class T> inline constexpr bool is_symmetric_multiply<minimum<T>> = true;
template <class T> inline constexpr bool is_symmetric_multiply<maximum<T>> = true;
template <class T> inline constexpr bool is_symmetric_multiply<logical_or<T>> = true;
template <class T> inline constexpr bool is_symmetric_multiply<logical_and<T>> = true;

template <class S> struct flip_of {
  static constexpr flipped<S> of(S const& s) { return {s.add, s}; }
};
template <class Add, class Multiply>
requires is_symmetric_multiply<Multiply>
struct flip_of<semiring<Add, Multiply>> {
  static constexpr semiring<Add, Multiply> of(semiring<Add, Multiply> const& s) { return s; }
};
template <class Add, class T> struct flip_of<semiring<Add, first<T>>> {
  static constexpr semiring<Add, second<T>> of(semiring<Add, first<T>> const& s) { return {s.add, {}}; }
};
template <class Add, class T> struct flip_of<semiring<Add, second<T>>> {
  static constexpr semiring<Add, first<T>> of(semiring<Add, second<T>> const& s) { return {s.add, {}}; }
};

// Does multiply(a, b) read a, read b? A matrix whose values are not read serves any domain as a pattern.
template <class S> struct reads { static constexpr bool left = true, right = true; };
template <class Add, class T> struct reads<semiring<Add, pair<T>>> {
  static constexpr bool left = false, right = false;
};
template <class Add, class T> struct reads<semiring<Add, first<T>>> {
  static constexpr bool left = true, right = false;
};
template <class Add, class T> struct reads<semiring<Add, second<T>>> {
  static constexpr bool left = false, right = true;
};

}  // namespace detail

/// The semiring with the operands of `multiply` exchanged; standard ones stay standard (first becomes second).
template <semiring_like S> constexpr auto flip(S const& s) { return detail::flip_of<S>::of(s); }

}  // namespace heddle
