// converted.hpp - how a value becomes one of another type: one rule for all of heddle and every executor; and how a
// function is called with values of other types than it takes. See "Conversions" in docs/semirings.md.
#pragma once
#include <heddle/base/half.hpp>

namespace heddle::detail {

/// Types with NaNs and zeros of both signs.
template <class T>
concept floating = std::is_floating_point_v<T> || is_short_real<T>;

/// A From that becomes a To loses its fraction, or all of it where To does not reach so far.
template <class From, class To>
concept truncates = floating<From> && std::is_integral_v<To> && !std::is_same_v<To, bool>;

/// The whole numbers of a type, as a floating-point type has them: those from `low` on and below `above`, both exact.
template <class To, std::floating_point From> struct whole_range {
  static constexpr From low = static_cast<From>(std::numeric_limits<To>::lowest());
  static constexpr From above = static_cast<From>(To(1) << (std::numeric_limits<To>::digits - 1)) * From(2);

  HEDDLE_FN static constexpr bool holds(From value) { return value >= low && value < above; }
};

// C++ leaves undefined, and the instructions of a CPU and of a GPU make different things of, what is not in the range.
// So no such value is converted, and there is nothing for a compiler to fold.
template <class To, std::floating_point From> HEDDLE_FN constexpr To saturated(From value) {
  using range = whole_range<To, From>;
  if (range::holds(value)) return static_cast<To>(value);
  return value >= range::above ? std::numeric_limits<To>::max()
         : value < range::low  ? std::numeric_limits<To>::lowest()
                               : To(0);
}

/// `from` as a To. A floating-point number as an integer: its whole part, the nearest bound where that is too large or
/// too small, 0 for NaN; as bool: whether it is not zero, so that NaN is true. Integers as narrower ones: modulo
/// 2^bits. Everything else: static_cast<To>(from), which of real numbers rounds to the nearest.
template <class To, class From> HEDDLE_FN constexpr To converted(From const& from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (truncates<From, To> && is_short_real<From>) {
    return saturated<To>(static_cast<float>(from));
  } else if constexpr (truncates<From, To>) {
    return saturated<To>(from);
  } else {
    return static_cast<To>(from);
  }
}

template <class... X> struct parameter_list {
  static constexpr std::size_t count = sizeof...(X);
  template <std::size_t k> using at = std::remove_cvref_t<std::tuple_element_t<k, std::tuple<X...>>>;
};

/// What a function takes, from the type of a pointer to it, or to a member that is one; nothing is known of templates
/// and overloads.
template <class Pointer> struct parameters_of { using type = parameter_list<>; };
template <class R, class... X> struct parameters_of<R (*)(X...)> { using type = parameter_list<X...>; };
template <class R, class... X> struct parameters_of<R (*)(X...) noexcept> { using type = parameter_list<X...>; };
template <class R, class C, class... X> struct parameters_of<R (C::*)(X...)> { using type = parameter_list<X...>; };
template <class R, class C, class... X> struct parameters_of<R (C::*)(X...) noexcept> {
  using type = parameter_list<X...>;
};
template <class R, class C, class... X> struct parameters_of<R (C::*)(X...) const> {
  using type = parameter_list<X...>;
};
template <class R, class C, class... X> struct parameters_of<R (C::*)(X...) const noexcept> {
  using type = parameter_list<X...>;
};

template <class F> struct parameters_of_object : parameters_of<F> {};
template <class F>
requires requires { &F::operator(); }
struct parameters_of_object<F> : parameters_of<decltype(&F::operator())> {};
template <class F, class C>
requires std::is_class_v<F>
struct parameters_of<F C::*> : parameters_of_object<F> {
};

/// The type of argument number k, void where it is not known.
template <class Parameters, std::size_t k> HEDDLE_FN constexpr auto parameter_at() {
  if constexpr (k < Parameters::count) {
    return std::type_identity<typename Parameters::template at<k>>{};
  } else {
    return std::type_identity<void>{};
  }
}
template <class Parameters, std::size_t k>
using parameter_type = typename decltype(parameter_at<Parameters, k>())::type;

/// x as argument number k, where that is known: numbers are converted as all values are, and not by the call.
template <class Parameters, std::size_t k, class X> HEDDLE_FN constexpr decltype(auto) as_argument(X const& x) {
  using taken = parameter_type<Parameters, k>;
  if constexpr (truncates<X, taken> ||
                (std::is_arithmetic_v<X> && std::is_arithmetic_v<taken> && !std::is_same_v<X, taken>)) {
    return converted<taken>(x);
  } else {
    return (x);
  }
}

template <class F, std::size_t... k, class... X>
HEDDLE_FN constexpr decltype(auto) called_by(std::index_sequence<k...>, F const& f, X const&... x) {
  return f(as_argument<typename parameters_of_object<F>::type, k>(x)...);
}

/// f(x...), where a number that meets a parameter of another type is converted as all values are.
template <class F, class... X> HEDDLE_FN constexpr decltype(auto) called(F const& f, X const&... x) {
  if constexpr (((floating<X> || std::is_arithmetic_v<X>) || ...)) {
    return called_by(std::index_sequence_for<X...>{}, f, x...);
  } else {
    return f(x...);
  }
}

}  // namespace heddle::detail
