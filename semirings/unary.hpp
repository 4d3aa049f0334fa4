// unary.hpp - the unary operators of GraphBLAS on one domain T. Integers wrap.
// GraphBLAS C API 2.1, table 3.4; signum is SuiteSparse's. Functions of real numbers: ops/apply/functions.hpp.
#pragma once
#include <heddle/semirings/operators.hpp>

namespace heddle {

/// a itself.
template <class T> struct identity {
  HEDDLE_FN constexpr T operator()(T a) const { return a; }
};

/// |a|; of the least integer that integer itself.
template <class T> struct absolute {
  HEDDLE_FN constexpr T operator()(T a) const {
    if constexpr (detail::floating<T>)
      return detail::sign_bit(a) ? -a : a;
    else if constexpr (std::is_signed_v<T>)
      return a < 0 ? minus<T>{}(0, a) : a;
    else
      return a;
  }
};

/// -a (GrB_AINV); on bool a.
template <class T> struct negate {
  HEDDLE_FN constexpr T operator()(T a) const {
    if constexpr (std::is_same_v<T, bool>)
      return a;
    else if constexpr (detail::wraps<T>)
      return minus<T>{}(0, a);
    else
      return -a;
  }
};

/// 1 / a (GrB_MINV), as `divide` has it; on bool true.
template <class T> struct inverse {
  HEDDLE_FN constexpr T operator()(T a) const { return divide<T>{}(T(1), a); }
};

/// Whether a is 0, as a T.
template <class T> struct logical_not {
  HEDDLE_FN constexpr T operator()(T a) const { return static_cast<T>(a == T(0)); }
};

/// The bits that a has not.
template <class T> struct bitwise_not {
  HEDDLE_FN constexpr T operator()(T a) const { return static_cast<T>(~a); }
};

/// 1, whatever the value.
template <class T> struct one {
  HEDDLE_FN constexpr T operator()(T) const { return T(1); }
};

/// -1, 0 or 1; of NaN NaN.
template <class T> struct signum {
  HEDDLE_FN constexpr T operator()(T a) const {
    if constexpr (detail::floating<T>) {
      if (a != a) return a;
    }
    if constexpr (std::is_signed_v<T> || detail::floating<T>) {
      if (a < T(0)) return static_cast<T>(-1);
    }
    return static_cast<T>(T(0) < a ? 1 : 0);
  }
};

namespace detail {
namespace table {

template <class T> constexpr row row_of<identity<T>>{"identity", "GrB_IDENTITY", functions};
template <class T> constexpr row row_of<absolute<T>>{"absolute", "GrB_ABS", functions};
template <class T> constexpr row row_of<negate<T>>{"negate", "GrB_AINV", functions};
template <class T> constexpr row row_of<inverse<T>>{"inverse", "GrB_MINV", functions};
template <class T> constexpr row row_of<logical_not<T>>{"logical_not", "GrB_LNOT", functions};
template <class T> constexpr row row_of<one<T>>{"one", "GxB_ONE", functions};
template <class T> constexpr row row_of<signum<T>>{"signum", "GxB_SIGNUM", functions};
template <class T> constexpr row row_of<bitwise_not<T>>{"bitwise_not", "GrB_BNOT", functions, wraps<T>};

}  // namespace table

template <class T>
using plain_unary_operators =
    type_list<identity<T>, absolute<T>, negate<T>, inverse<T>, logical_not<T>, one<T>, signum<T>, bitwise_not<T>>;

}  // namespace detail
}  // namespace heddle
