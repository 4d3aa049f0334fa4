// multiply.hpp - how the multiplication of a semiring is called: with entries of which types, and with positions where
// it asks for them. GraphBLAS C API 2.1, section 2.5: D1 x D2 -> D3.
#pragma once
#include <heddle/semirings/semirings.hpp>

namespace heddle::detail {

// Does multiply(a, b) read a, read b? A matrix whose values are not read serves any semiring as a pattern; multiply is
// given some `unread` in their place.
template <class S> struct reads {
  static constexpr bool left = true, right = true;
  using unread = void;
};
template <class Add, template <class> class Multiply, class T> struct reads<semiring<Add, Multiply<T>>> {
  static constexpr bool left = !table::has<Multiply<T>, table::skips_left>;
  static constexpr bool right = !table::has<Multiply<T>, table::skips_right>;
  using unread = T;
};

/// What multiply is given of operands that hold A and B: these, where it reads them.
template <class S, class A> using left_of = std::conditional_t<reads<S>::left, A, typename reads<S>::unread>;
template <class S, class B> using right_of = std::conditional_t<reads<S>::right, B, typename reads<S>::unread>;

/// What multiply takes, by argument: of one that is a template, or overloaded, nothing is known, and it is given what
/// there is.
template <class S> struct multiply_parameters { using type = parameter_list<>; };
template <class S>
requires requires { &S::multiply; }
struct multiply_parameters<S> : parameters_of<decltype(&S::multiply)> {};

/// Whether multiply reads an element as an integer of which the operand holds a floating-point number: such a product
/// is one of whole parts, and mostly 0.
template <class S, class A, class B>
inline constexpr bool truncates_operands = (reads<S>::left &&
                                            truncates<A, parameter_type<typename multiply_parameters<S>::type, 0>>) ||
                                           (reads<S>::right &&
                                            truncates<B, parameter_type<typename multiply_parameters<S>::type, 1>>);

/// Compiling this says so.
template <class S, class A, class B> HEDDLE_FN constexpr void require_no_truncation() {
  static_assert(!truncates_operands<S, A, B>,
                "heddle: multiply of this semiring reads integers, and this operand holds floating-point values; "
                "cast<std::int64_t>(A) converts them, or take a semiring over floats");
}

/// `multiply(a, b, i, k, j)` in place of `multiply(a, b)`.
template <class S, class A, class B>
concept asks_positions = requires(S const& s, A const& a, B const& b, size_type position) {
  s.multiply(a, b, position, position, position);
};

template <class S, class A, class B>
concept takes_entries = requires(S const& s, A const& a, B const& b) {
  s.multiply(a, b);
};

/// multiply(a, b), or multiply(a, b, at...), where numbers are converted to what its parameters say.
template <class S, class A, class B, class... At>
HEDDLE_FN constexpr decltype(auto) multiplied(S const& s, A const& a, B const& b, At... at) {
  using taken = typename multiply_parameters<S>::type;
  return s.multiply(as_argument<taken, 0>(a), as_argument<taken, 1>(b), at...);
}

/// The same in the semiring's domain.
template <class S, class A, class B> HEDDLE_FN constexpr domain_of<S> product_of(S const& s, A const& a, B const& b) {
  return converted<domain_of<S>>(multiplied(s, a, b));
}

/// The product of a = A(i, k) and b = B(k, j), in the semiring's domain. Of a column vector j is 0, of a row vector i.
template <class S, class A, class B>
HEDDLE_FN constexpr domain_of<S> product_of(S const& s, A const& a, B const& b, [[maybe_unused]] size_type i,
                                            [[maybe_unused]] size_type k, [[maybe_unused]] size_type j) {
  if constexpr (asks_positions<S, A, B>) {
    return converted<domain_of<S>>(multiplied(s, a, b, i, k, j));
  } else {
    return product_of(s, a, b);
  }
}

template <class S, class A, class B> HEDDLE_FN constexpr auto product_type_of() {
  if constexpr (asks_positions<S, A, B>) {
    return std::type_identity<decltype(std::declval<S const&>().multiply(std::declval<A const&>(),
                                                                         std::declval<B const&>(), 0, 0, 0))>{};
  } else {
    return std::type_identity<decltype(std::declval<S const&>().multiply(std::declval<A const&>(),
                                                                         std::declval<B const&>()))>{};
  }
}
/// What multiply gives of an A and a B that it takes.
template <class S, class A, class B> using product_type = typename decltype(product_type_of<S, A, B>())::type;

template <class S, class A, class B>
inline constexpr bool gives_domain = std::is_constructible_v<domain_of<S>, product_type<S, A, B>>;

/// Whether multiply gives floating-point numbers, and the monoid makes integers of them before they are added.
template <class S, class A, class B> inline constexpr bool truncates_products = false;
template <class S, class A, class B>
requires(takes_entries<S, left_of<S, A>, right_of<S, B>> ||
         asks_positions<S, left_of<S, A>, right_of<S, B>>) inline constexpr bool truncates_products<S, A, B> =
    truncates<std::remove_cvref_t<product_type<S, left_of<S, A>, right_of<S, B>>>, domain_of<S>>;

/// Whether operands that hold A and B have a product. Where they have none, compiling this says why.
template <class S, class A, class B> HEDDLE_FN constexpr bool can_multiply() {
  using left = left_of<S, A>;
  using right = right_of<S, B>;
  constexpr bool takes = takes_entries<S, left, right> || asks_positions<S, left, right>;
  static_assert(
      takes,
      "heddle: the semiring's multiply takes neither (a, b), an element of the left and one of the right operand, "
      "nor (a, b, i, k, j) with their positions");
  if constexpr (takes) {
    static_assert(gives_domain<S, left, right>,
                  "heddle: what the semiring's multiply gives does not convert to the domain of its monoid");
    require_no_truncation<S, A, B>();
    return gives_domain<S, left, right> && !truncates_operands<S, A, B> && !truncates_products<S, A, B>;
  } else {
    return false;
  }
}

}  // namespace heddle::detail
