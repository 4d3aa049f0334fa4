// arithmetic.hpp - what operators compute by: integers that wrap, signs, and the minimum and maximum of IEEE 754-2019.
#pragma once
#include <heddle/base/converted.hpp>

namespace heddle::detail {

// Unsigned type in which T's arithmetic wraps without undefined behaviour; at least 32 bits, so nothing is promoted.
template <class T> using wrapping = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;

template <class T> inline constexpr bool wraps = std::is_integral_v<T> && !std::is_same_v<T, bool>;

template <class T> HEDDLE_FN constexpr auto widen(T a) { return static_cast<wrapping<T>>(a); }

template <floating T> HEDDLE_FN constexpr bool sign_bit(T a) {
  if constexpr (is_short_real<T>) {
    return (a.bits >> 15) != 0;
  } else if constexpr (sizeof(T) == 4) {
    return (std::bit_cast<std::uint32_t>(a) >> 31) != 0;
  } else if constexpr (sizeof(T) == 8) {
    return (std::bit_cast<std::uint64_t>(a) >> 63) != 0;
  } else {
    return __builtin_signbit(a);
  }
}

// Two NaNs give the first, on a GPU the canonical one. Signs are asked before equality, as they are easier to predict
// than ties. Assembly, because nvcc 13 folds fminf(0.0f, -0.0f) of two constants to +0.
template <std::floating_point T> HEDDLE_FN constexpr T minimum_number(T a, T b) {
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) {
    T result;
    if constexpr (sizeof(T) == 4)
      asm("min.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    else
      asm("min.f64 %0, %1, %2;" : "=d"(result) : "d"(a), "d"(b));
    return result;
  }
#endif
  return a < b || b != b || (sign_bit(a) && a == b) ? a : b;
}

template <std::floating_point T> HEDDLE_FN constexpr T maximum_number(T a, T b) {
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated()) {
    T result;
    if constexpr (sizeof(T) == 4)
      asm("max.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    else
      asm("max.f64 %0, %1, %2;" : "=d"(result) : "d"(a), "d"(b));
    return result;
  }
#endif
  return b < a || b != b || (sign_bit(b) && a == b) ? a : b;
}

}  // namespace heddle::detail
