// functions.hpp - functions of real numbers as operators, for apply and the element-wise operations: of float, double
// and the numbers of two bytes, which are computed in float. Those of SuiteSparse:GraphBLAS (GxB_SQRT and its like). On
// a GPU the last bits may differ from the host's.
#pragma once
#include <cmath>
#include <heddle/semirings/unary.hpp>

namespace heddle {

namespace detail {

/// As what a function of T is computed.
template <floating T> using computed = std::conditional_t<is_short_real<T>, float, T>;

}  // namespace detail

/// The square root.
template <class T> struct square_root {
  HEDDLE_FN T operator()(T a) const { return static_cast<T>(std::sqrt(detail::computed<T>(a))); }
};
/// e to the power of a.
template <class T> struct exponential {
  HEDDLE_FN T operator()(T a) const { return static_cast<T>(std::exp(detail::computed<T>(a))); }
};
/// To base e.
template <class T> struct logarithm {
  HEDDLE_FN T operator()(T a) const { return static_cast<T>(std::log(detail::computed<T>(a))); }
};
/// log(1 + a), exact near 0 too.
template <class T> struct logarithm_1p {
  HEDDLE_FN T operator()(T a) const { return static_cast<T>(std::log1p(detail::computed<T>(a))); }
};
/// The sine of a in radians.
template <class T> struct sine {
  HEDDLE_FN T operator()(T a) const { return static_cast<T>(std::sin(detail::computed<T>(a))); }
};
/// The cosine of a in radians.
template <class T> struct cosine {
  HEDDLE_FN T operator()(T a) const { return static_cast<T>(std::cos(detail::computed<T>(a))); }
};
/// The hyperbolic tangent.
template <class T> struct hyperbolic_tangent {
  HEDDLE_FN T operator()(T a) const { return static_cast<T>(std::tanh(detail::computed<T>(a))); }
};
/// The greatest integer that is not greater.
template <class T> struct round_down {
  HEDDLE_FN T operator()(T a) const { return static_cast<T>(std::floor(detail::computed<T>(a))); }
};
/// The least integer that is not less.
template <class T> struct round_up {
  HEDDLE_FN T operator()(T a) const { return static_cast<T>(std::ceil(detail::computed<T>(a))); }
};
/// The nearest integer; of two the one farther from 0.
template <class T> struct round_nearest {
  HEDDLE_FN T operator()(T a) const { return static_cast<T>(std::round(detail::computed<T>(a))); }
};

/// Whether a is NaN.
template <class T> struct is_nan {
  HEDDLE_FN constexpr bool operator()(T a) const { return a != a; }
};
/// Whether a is an infinity.
template <class T> struct is_infinite {
  HEDDLE_FN constexpr bool operator()(T a) const {
    return absolute<T>{}(a) == std::numeric_limits<detail::computed<T>>::infinity();
  }
};
/// Whether a is neither an infinity nor NaN.
template <class T> struct is_finite {
  HEDDLE_FN constexpr bool operator()(T a) const { return !is_nan<T>{}(a) && !is_infinite<T>{}(a); }
};

/// a to the power of b.
template <class T> struct power {
  HEDDLE_FN T operator()(T a, T b) const {
    return static_cast<T>(std::pow(detail::computed<T>(a), detail::computed<T>(b)));
  }
};
/// The angle of the point (b, a), from -pi to pi (GxB_ATAN2).
template <class T> struct arc_tangent {
  HEDDLE_FN T operator()(T a, T b) const {
    return static_cast<T>(std::atan2(detail::computed<T>(a), detail::computed<T>(b)));
  }
};
/// What is left of a by b, with the sign of a (GxB_FMOD).
template <class T> struct modulo {
  HEDDLE_FN T operator()(T a, T b) const {
    return static_cast<T>(std::fmod(detail::computed<T>(a), detail::computed<T>(b)));
  }
};

namespace detail {
namespace table {

template <class T> constexpr row row_of<square_root<T>>{"square_root", "GxB_SQRT", functions, floating<T>};
template <class T> constexpr row row_of<exponential<T>>{"exponential", "GxB_EXP", functions | costly, floating<T>};
template <class T> constexpr row row_of<logarithm<T>>{"logarithm", "GxB_LOG", functions | costly, floating<T>};
template <class T> constexpr row row_of<logarithm_1p<T>>{"logarithm_1p", "GxB_LOG1P", functions | costly, floating<T>};
template <class T> constexpr row row_of<sine<T>>{"sine", "GxB_SIN", functions | costly, floating<T>};
template <class T> constexpr row row_of<cosine<T>>{"cosine", "GxB_COS", functions | costly, floating<T>};
template <class T>
constexpr row row_of<hyperbolic_tangent<T>>{"hyperbolic_tangent", "GxB_TANH", functions | costly, floating<T>};
template <class T> constexpr row row_of<round_down<T>>{"round_down", "GxB_FLOOR", functions, floating<T>};
template <class T> constexpr row row_of<round_up<T>>{"round_up", "GxB_CEIL", functions, floating<T>};
template <class T> constexpr row row_of<round_nearest<T>>{"round_nearest", "GxB_ROUND", functions, floating<T>};
template <class T> constexpr row row_of<is_nan<T>>{"is_nan", "GxB_ISNAN", functions, floating<T>};
template <class T> constexpr row row_of<is_infinite<T>>{"is_infinite", "GxB_ISINF", functions, floating<T>};
template <class T> constexpr row row_of<is_finite<T>>{"is_finite", "GxB_ISFINITE", functions, floating<T>};
template <class T> constexpr row row_of<power<T>>{"power", "GxB_POW", costly, floating<T>};
template <class T> constexpr row row_of<arc_tangent<T>>{"arc_tangent", "GxB_ATAN2", costly, floating<T>};
template <class T> constexpr row row_of<modulo<T>>{"modulo", "GxB_FMOD", costly, floating<T>};

}  // namespace table

/// Every unary operator; a code is a place here.
template <class T>
using unary_operators =
    join<plain_unary_operators<T>, type_list<square_root<T>, exponential<T>, logarithm<T>, logarithm_1p<T>, sine<T>,
                                             cosine<T>, hyperbolic_tangent<T>, round_down<T>, round_up<T>,
                                             round_nearest<T>, is_nan<T>, is_infinite<T>, is_finite<T>>>;
/// Binary operators for which the library has no kernels.
template <class T> using real_binary_operators = type_list<power<T>, arc_tangent<T>, modulo<T>>;

}  // namespace detail
}  // namespace heddle
