// operators.hpp - the binary operators of GraphBLAS on one domain T. Integers wrap; min and max prefer numbers to NaN.
// GraphBLAS C API 2.1, table 3.5. `plus` on bool is `or`, `times` is `and`, as there. The table of them is at the end.
#pragma once
#include <heddle/semirings/arithmetic.hpp>
#include <heddle/semirings/rows.hpp>

namespace heddle {

/// a + b; on bool a or b.
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

/// a - b; on bool whether a and b differ.
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

/// a * b; on bool a and b.
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

template <class T> struct take_second;
/// a (GrB_FIRST).
template <class T> struct take_first {
  using exchanged = take_second<T>;
  HEDDLE_FN constexpr T operator()(T a, T) const { return a; }
};

/// b (GrB_SECOND).
template <class T> struct take_second {
  using exchanged = take_first<T>;
  HEDDLE_FN constexpr T operator()(T, T b) const { return b; }
};

/// 1 wherever both operands have an entry (GrB_ONEB, `pair`); values are not read.
template <class T> struct pair {
  HEDDLE_FN constexpr T operator()(T, T) const { return T(1); }
};

/// Positions of the factors of a(i, k) * b(k, j), in place of their values, which are not read: row of a, column of a,
/// which is the row of b, column of b; counted from 0. (GxB_FIRSTI, GxB_FIRSTJ and GxB_SECONDI, GxB_SECONDJ.)
template <class T> struct secondj;
/// The row of the left factor: i of a(i, k) * b(k, j).
template <class T> struct firsti {
  using exchanged = secondj<T>;
  static_assert(std::integral<T>, "heddle: positions are integers");
  template <class A, class B>
  HEDDLE_FN constexpr T operator()(A const&, B const&, size_type i, size_type, size_type) const {
    return static_cast<T>(i);
  }
};

/// The column of the left factor: k of a(i, k) * b(k, j).
template <class T> struct firstj {
  static_assert(std::integral<T>, "heddle: positions are integers");
  template <class A, class B>
  HEDDLE_FN constexpr T operator()(A const&, B const&, size_type, size_type k, size_type) const {
    return static_cast<T>(k);
  }
};
/// The row of the right factor, which is firstj: k of a(i, k) * b(k, j).
template <class T> using secondi = firstj<T>;

template <class T> struct secondj {
  using exchanged = firsti<T>;
  static_assert(std::integral<T>, "heddle: positions are integers");
  template <class A, class B>
  HEDDLE_FN constexpr T operator()(A const&, B const&, size_type, size_type, size_type j) const {
    return static_cast<T>(j);
  }
};

/// Whether a or b is not 0, as a T.
template <class T> struct logical_or {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(a != T(0) || b != T(0)); }
};

/// Whether a and b are not 0, as a T.
template <class T> struct logical_and {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(a != T(0) && b != T(0)); }
};

/// Whether one of a and b is not 0, as a T.
template <class T> struct logical_xor {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>((a != T(0)) != (b != T(0))); }
};

/// Whether both or neither of a and b are not 0, as a T.
template <class T> struct logical_xnor {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>((a != T(0)) == (b != T(0))); }
};

/// Comparisons answer bool.
template <class T> struct less {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a < b; }
};

/// Whether a <= b.
template <class T> struct less_equal {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a <= b; }
};

/// Whether a > b.
template <class T> struct greater {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a > b; }
};

/// Whether a >= b.
template <class T> struct greater_equal {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a >= b; }
};

/// Whether a == b.
template <class T> struct equal {
  HEDDLE_FN constexpr bool operator()(T a, T b) const { return a == b; }
};

/// Whether a != b.
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

/// The bits of a or b.
template <class T> struct bitwise_or {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(a | b); }
};

/// The bits of a and b.
template <class T> struct bitwise_and {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(a & b); }
};

/// The bits in which a and b differ.
template <class T> struct bitwise_xor {
  HEDDLE_FN constexpr T operator()(T a, T b) const { return static_cast<T>(a ^ b); }
};

/// The bits in which a and b agree.
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

template <class T> struct plus_below_infinity;  // path_sums.hpp
template <class T> struct plus_above_infinity;

namespace detail {
namespace table {

// A new operator is a struct above, a row here, and its name in the list below. Of integers divide needs nvcc: it would
// cost the kernel of all operators its registers.
template <class T> constexpr row row_of<plus<T>>{"plus", "GrB_PLUS", everywhere | symmetric | monotone};
template <class T> constexpr row row_of<minus<T>>{"minus", "GrB_MINUS", pairs | accumulators};
template <class T> constexpr row row_of<times<T>>{"times", "GrB_TIMES", everywhere | symmetric};
template <class T> constexpr row row_of<minimum<T>>{"minimum", "GrB_MIN", often | symmetric | monotone};
template <class T> constexpr row row_of<maximum<T>>{"maximum", "GrB_MAX", often | symmetric | monotone};
template <class T>
constexpr row row_of<take_first<T>>{"take_first", "GrB_FIRST",
                                    pairs | accumulators | products | skips_right | monotone};
template <class T>
constexpr row row_of<take_second<T>>{"take_second", "GrB_SECOND", everywhere | skips_left | monotone};
template <class T> constexpr row row_of<less<T>>{"less", "GrB_LT", pairs | numbers};
template <class T> constexpr row row_of<equal<T>>{"equal", "GrB_EQ", pairs | numbers | symmetric};
template <class T> constexpr row row_of<not_equal<T>>{"not_equal", "GrB_NE", pairs | numbers | symmetric};
template <class T> constexpr row row_of<differs<T>>{"differs", "", pairs | symmetric};
template <class T> constexpr row row_of<logical_or<T>>{"logical_or", "GrB_LOR", everywhere | symmetric};
template <class T> constexpr row row_of<logical_and<T>>{"logical_and", "GrB_LAND", everywhere | symmetric};
template <class T>
constexpr row row_of<pair<T>>{"pair", "GrB_ONEB", pairs | products | skips_both | symmetric | monotone};
template <class T> constexpr row row_of<reverse_minus<T>>{"reverse_minus", "GxB_RMINUS", pairs};
template <class T> constexpr row row_of<less_equal<T>>{"less_equal", "GrB_LE", pairs | numbers};
template <class T> constexpr row row_of<greater<T>>{"greater", "GrB_GT", pairs | numbers};
template <class T> constexpr row row_of<greater_equal<T>>{"greater_equal", "GrB_GE", pairs | numbers};
template <class T> constexpr row row_of<logical_xor<T>>{"logical_xor", "GrB_LXOR", pairs | symmetric};
template <class T> constexpr row row_of<logical_xnor<T>>{"logical_xnor", "GrB_LXNOR", pairs | symmetric};
template <class T> constexpr row row_of<divide<T>>{"divide", "GrB_DIV", when(floating<T>, pairs)};
template <class T> constexpr row row_of<reverse_divide<T>>{"reverse_divide", "GxB_RDIV", when(floating<T>, pairs)};
template <class T> constexpr row row_of<bitwise_or<T>>{"bitwise_or", "GrB_BOR", pairs | symmetric, wraps<T>};
template <class T> constexpr row row_of<bitwise_and<T>>{"bitwise_and", "GrB_BAND", pairs | symmetric, wraps<T>};
template <class T> constexpr row row_of<bitwise_xor<T>>{"bitwise_xor", "GrB_BXOR", pairs | symmetric, wraps<T>};
template <class T> constexpr row row_of<bitwise_xnor<T>>{"bitwise_xnor", "GrB_BXNOR", pairs | symmetric, wraps<T>};
template <class T>
constexpr row row_of<plus_below_infinity<T>>{"plus_below_infinity", "", pairs | products | symmetric | monotone,
                                             wraps<T>};
template <class T>
constexpr row row_of<plus_above_infinity<T>>{"plus_above_infinity", "", pairs | products | symmetric | monotone,
                                             wraps<T>};
template <class T> constexpr row row_of<bitwise_shift<T>>{"bitwise_shift", "GxB_BSHIFT", 0, wraps<T>};
template <class T>
constexpr row row_of<firsti<T>>{"firsti", "GxB_FIRSTI", skips_both | monotone, std::is_integral_v<T>};
template <class T>
constexpr row row_of<firstj<T>>{"firstj", "GxB_FIRSTJ", skips_both | symmetric | monotone, std::is_integral_v<T>};
template <class T>
constexpr row row_of<secondj<T>>{"secondj", "GxB_SECONDJ", skips_both | monotone, std::is_integral_v<T>};

}  // namespace table

/// Every binary operator, those of T and others; a code is a place here.
template <class T>
using binary_operators =
    type_list<plus<T>, minus<T>, times<T>, minimum<T>, maximum<T>, take_first<T>, take_second<T>, less<T>, equal<T>,
              not_equal<T>, differs<T>, logical_or<T>, logical_and<T>, pair<T>, reverse_minus<T>, less_equal<T>,
              greater<T>, greater_equal<T>, logical_xor<T>, logical_xnor<T>, divide<T>, reverse_divide<T>,
              bitwise_or<T>, bitwise_and<T>, bitwise_xor<T>, bitwise_xnor<T>, plus_below_infinity<T>,
              plus_above_infinity<T>, bitwise_shift<T>, firsti<T>, firstj<T>, secondj<T>>;

/// Op is an operator on T that kernels of this use know by its code.
template <class Op, class T, unsigned Use>
concept known_by_code = table::has<Op, Use> && contains<Op, binary_operators<T>>::value;

}  // namespace detail
}  // namespace heddle
