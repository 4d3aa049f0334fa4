// operators.hpp - the binary operators of GraphBLAS on one domain T. Integers wrap; min and max prefer numbers to NaN.
// GraphBLAS C API 2.1, table 3.5. `plus` on bool is `or`, `times` is `and`, as there.
#pragma once
#include <heddle/base/converted.hpp>

namespace heddle {

namespace detail {

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

}  // namespace detail

template <class T> struct plus {
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, bool>)
      return a || b;
    else if constexpr (detail::wraps<T>)
      return static_cast<T>(detail::widen(a) + detail::widen(b));
    else
      return a + b;
  }
};

template <class T> struct minus {
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, bool>)
      return a != b;
    else if constexpr (detail::wraps<T>)
      return static_cast<T>(detail::widen(a) - detail::widen(b));
    else
      return a - b;
  }
};

/// b - a.
template <class T> struct reverse_minus {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return minus<T>{}(b, a); }
};

template <class T> struct times {
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, bool>)
      return a && b;
    else if constexpr (detail::wraps<T>)
      return static_cast<T>(detail::widen(a) * detail::widen(b));
    else
      return a * b;
  }
};

/// a / b. Of integers the whole part, which wraps; where b is 0 it is 0 for a = 0, else the largest number or the
/// least, by the sign of a, as in SuiteSparse:GraphBLAS. On bool a.
template <class T> struct divide {
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, bool>) {
      return a;
    } else if constexpr (detail::wraps<T>) {
      using limits = std::numeric_limits<T>;
      if constexpr (std::is_signed_v<T>) {
        if (b == 0 && a < 0) return limits::lowest();
        if (b == static_cast<T>(-1)) return minus<T>{}(0, a);
      }
      if (b == 0) return a == 0 ? T(0) : limits::max();
      return static_cast<T>(a / b);
    } else {
      return a / b;
    }
  }
};

/// b / a.
template <class T> struct reverse_divide {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return divide<T>{}(b, a); }
};

/// On floating-point types minimumNumber of IEEE 754-2019, section 9.6: -0 is below +0, a number is preferred to a NaN,
/// and only of two NaNs the result is NaN; the operands' order does not matter. Else the operand that is less.
template <class T> struct minimum {
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    if constexpr (detail::is_short_real<T>)
      return detail::minimum_number<float>(a, b);
    else if constexpr (detail::floating<T>)
      return detail::minimum_number(a, b);
    else
      return a < b || b != b ? a : b;
  }
};

/// maximumNumber, likewise.
template <class T> struct maximum {
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    if constexpr (detail::is_short_real<T>)
      return detail::maximum_number<float>(a, b);
    else if constexpr (detail::floating<T>)
      return detail::maximum_number(a, b);
    else
      return b < a || b != b ? a : b;
  }
};

template <class T> struct take_first {
  HEDDLE_FN constexpr T operator()(T a, T) const { return a; }
};

template <class T> struct take_second {
  HEDDLE_FN constexpr T operator()(T, T b) const { return b; }
};

/// 1 wherever both operands have an entry (GrB_ONEB, `pair`); values are not read.
template <class T> struct pair {
  HEDDLE_FN constexpr T operator()(T, T) const { return T(1); }
};

/// Positions of the factors of a(i, k) * b(k, j), in place of their values, which are not read: row of a, column of a,
/// which is the row of b, column of b; counted from 0. (GxB_FIRSTI, GxB_FIRSTJ and GxB_SECONDI, GxB_SECONDJ.)
template <class T> struct firsti {
  static_assert(std::integral<T>, "positions are integers");
  template <class A, class B>
  HEDDLE_FN constexpr T operator()(A const&, B const&, size_type i, size_type, size_type) const {
    return static_cast<T>(i);
  }
};

template <class T> struct firstj {
  static_assert(std::integral<T>, "positions are integers");
  template <class A, class B>
  HEDDLE_FN constexpr T operator()(A const&, B const&, size_type, size_type k, size_type) const {
    return static_cast<T>(k);
  }
};
template <class T> using secondi = firstj<T>;

template <class T> struct secondj {
  static_assert(std::integral<T>, "positions are integers");
  template <class A, class B>
  HEDDLE_FN constexpr T operator()(A const&, B const&, size_type, size_type, size_type j) const {
    return static_cast<T>(j);
  }
};

template <class T> struct logical_or {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(a != T(0) || b != T(0)); }
};

template <class T> struct logical_and {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(a != T(0) && b != T(0)); }
};

template <class T> struct logical_xor {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>((a != T(0)) != (b != T(0))); }
};

template <class T> struct logical_xnor {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>((a != T(0)) == (b != T(0))); }
};

/// Comparisons answer bool.
template <class T> struct less {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a < b; }
};

template <class T> struct less_equal {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a <= b; }
};

template <class T> struct greater {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a > b; }
};

template <class T> struct greater_equal {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a >= b; }
};

template <class T> struct equal {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a == b; }
};

template <class T> struct not_equal {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a != b; }
};

/// Whether two values are not the same one: -0 and +0 differ, all NaNs are one. T has ==.
template <class T> struct differs {
  HEDDLE_FN constexpr bool operator()(T const& a, T const& b) const {
    if (a == b) {
      if constexpr (detail::floating<T>) return detail::sign_bit(a) != detail::sign_bit(b) && a == T(0);
      return false;
    }
    if constexpr (detail::floating<T>) return !(a != a && b != b);
    return true;
  }
};

template <class T> struct bitwise_or {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(a | b); }
};

template <class T> struct bitwise_and {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(a & b); }
};

template <class T> struct bitwise_xor {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(a ^ b); }
};

template <class T> struct bitwise_xnor {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(~(a ^ b)); }
};

/// The bits of a moved by b places, to higher ones for b > 0, to lower ones for b < 0, where a negative a brings ones
/// in from above (GxB_BSHIFT).
template <class T> struct bitwise_shift {
  HEDDLE_FN constexpr T operator()(T a, int b) const {
    constexpr int width = 8 * sizeof(T);
    if (b >= width) return T(0);
    if (b <= -width) return static_cast<T>(a < 0 ? -1 : 0);
    return b >= 0 ? static_cast<T>(detail::widen(a) << b) : static_cast<T>(a >> -b);
  }
};

}  // namespace heddle
