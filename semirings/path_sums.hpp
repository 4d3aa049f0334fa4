// path_sums.hpp - the multiplication of (min, +) and (max, +) over integers: sums of weights along a way, where the
// identity of the monoid stands for "there is no way", and nothing wraps.
#pragma once
#include <heddle/semirings/operators.hpp>

namespace heddle {

namespace detail {

/// a + b, or the bound of T that it passes.
template <class T> HEDDLE_FN constexpr T saturating_sum(T a, T b) {
  using limits = std::numeric_limits<T>;
  T const sum = static_cast<T>(widen(a) + widen(b));
  if constexpr (std::is_unsigned_v<T>) {
    return sum < a ? limits::max() : sum;
  } else {
    bool const wrapped = ((a ^ sum) & (b ^ sum)) < 0;  // the operands' sign is not the sum's
    T const bound = a < 0 ? limits::lowest() : limits::max();
    return wrapped ? bound : sum;
  }
}

}  // namespace detail

/// What min_plus multiplies by: a + b, which saturates, where the largest number is infinity, so that infinity + b is
/// infinity, whatever b. Of integers other than bool.
template <class T> struct plus_below_infinity {
  constexpr plus_below_infinity() = default;
  HEDDLE_FN constexpr plus_below_infinity(plus<T>) {}
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    constexpr T infinity = std::numeric_limits<T>::max();
    T const sum = detail::saturating_sum(a, b);
    if constexpr (std::is_unsigned_v<T>) return sum;
    return a == infinity || b == infinity ? infinity : sum;
  }
};

/// What max_plus multiplies by: a + b, which saturates, where the least signed number is minus infinity likewise.
/// Unsigned numbers have none: their 0, which is max's identity, is the length of a way as well.
template <class T> struct plus_above_infinity {
  constexpr plus_above_infinity() = default;
  HEDDLE_FN constexpr plus_above_infinity(plus<T>) {}
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    constexpr T infinity = std::numeric_limits<T>::lowest();
    T const sum = detail::saturating_sum(a, b);
    if constexpr (std::is_unsigned_v<T>) return sum;
    return a == infinity || b == infinity ? infinity : sum;
  }
};

}  // namespace heddle
