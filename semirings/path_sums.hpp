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
    constexpr int last_bit = 8 * static_cast<int>(sizeof(T)) - 1;
    // All ones where the operands' sign is not the sum's.
    T const wrapped = static_cast<T>(((a ^ sum) & (b ^ sum)) >> last_bit);
    T const bound = static_cast<T>((a >> last_bit) ^ limits::max());
    return static_cast<T>(sum ^ ((sum ^ bound) & wrapped));
  }
}

/// Whether `sum`, which is a + b afterwards, needs neither a bound nor `infinity`: a core guesses that it does not, as
/// of most sums it is so, while a GPU works out all of it.
template <class T>
HEDDLE_FN constexpr bool is_plain_sum([[maybe_unused]] T a, [[maybe_unused]] T b, [[maybe_unused]] T infinity,
                                      [[maybe_unused]] T& sum) {
#if defined(__CUDA_ARCH__)
  return false;
#else
  // As a condition of its own: for one that is converted to bool cudafe++ takes 67 MB.
  if (__builtin_add_overflow(a, b, &sum)) return false;
  return a != infinity && b != infinity;
#endif
}

/// All ones where a or b is `what`, else 0.
template <class T> HEDDLE_FN constexpr T mask_of_either(T a, T b, T what) {
  return static_cast<T>(-static_cast<T>((a == what) | (b == what)));
}

}  // namespace detail

/// What min_plus multiplies by: a + b, which saturates, where the largest number is infinity, so that infinity + b is
/// infinity, whatever b. Of integers other than bool.
template <class T> struct plus_below_infinity {
  constexpr plus_below_infinity() = default;
  HEDDLE_FN constexpr plus_below_infinity(plus<T>) {}
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    constexpr T infinity = std::numeric_limits<T>::max();
    if constexpr (std::is_unsigned_v<T>) return detail::saturating_sum(a, b);
    T sum{};
    if (detail::is_plain_sum(a, b, infinity, sum)) return sum;
    sum = detail::saturating_sum(a, b);
    T const infinite = detail::mask_of_either(a, b, infinity);
    return static_cast<T>((sum | infinite) & (infinity | ~infinite));
  }
};

/// What max_plus multiplies by: a + b, which saturates, where the least signed number is minus infinity likewise.
/// Unsigned numbers have none: their 0, which is max's identity, is the length of a way as well.
template <class T> struct plus_above_infinity {
  constexpr plus_above_infinity() = default;
  HEDDLE_FN constexpr plus_above_infinity(plus<T>) {}
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    constexpr T infinity = std::numeric_limits<T>::lowest();
    if constexpr (std::is_unsigned_v<T>) return detail::saturating_sum(a, b);
    T sum{};
    if (detail::is_plain_sum(a, b, infinity, sum)) return sum;
    sum = detail::saturating_sum(a, b);
    T const infinite = detail::mask_of_either(a, b, infinity);
    return static_cast<T>((sum & ~infinite) | (infinity & infinite));
  }
};

}  // namespace heddle
