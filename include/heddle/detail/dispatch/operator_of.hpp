// operator_of.hpp - which accumulators a kernel that sums by a monoid may apply as that monoid.
#pragma once
#include <heddle/semirings/monoids.hpp>

namespace heddle::detail {

/// The operator that a monoid of the library is made of.
template <class Monoid> struct operator_of { using type = void; };
template <class T> struct operator_of<plus_monoid<T>> { using type = plus<T>; };
template <class T> struct operator_of<times_monoid<T>> { using type = times<T>; };
template <class T> struct operator_of<min_monoid<T>> { using type = minimum<T>; };
template <class T> struct operator_of<max_monoid<T>> { using type = maximum<T>; };
template <class T> struct operator_of<lor_monoid<T>> { using type = logical_or<T>; };
template <class T> struct operator_of<land_monoid<T>> { using type = logical_and<T>; };
template <class T> struct operator_of<lxor_monoid<T>> { using type = logical_xor<T>; };
template <class T> struct operator_of<lxnor_monoid<T>> { using type = logical_xnor<T>; };
template <class T> struct operator_of<bor_monoid<T>> { using type = bitwise_or<T>; };
template <class T> struct operator_of<band_monoid<T>> { using type = bitwise_and<T>; };
template <class T> struct operator_of<bxor_monoid<T>> { using type = bitwise_xor<T>; };
template <class T> struct operator_of<bxnor_monoid<T>> { using type = bitwise_xnor<T>; };
template <class T> struct operator_of<any_monoid<T>> { using type = take_first<T>; };

/// accum(x, y) is add(x, y), for any objects of these types. Types that derive from one another may compute what they
/// like, and two objects with members may differ, so only the library's own pairs and stateless equals count.
template <class Accum, class Monoid>
inline constexpr bool accumulates_as = std::is_same_v<Accum, typename operator_of<Monoid>::type> ||
                                       (std::is_same_v<Accum, Monoid> && std::is_empty_v<Monoid>);

}  // namespace heddle::detail
