// properties.hpp - laws that a monoid or a semiring may keep, which operations ask for: known of the library's,
// declared by users for theirs.
#pragma once
#include <heddle/semirings/semirings.hpp>

namespace heddle {

namespace detail {

template <class S> inline constexpr bool known_distributive = false;
template <class Add, class Multiply>
inline constexpr bool known_distributive<semiring<Add, Multiply>> = table::has<Add, table::takes_any> ||
                                                                    (table::has<Add, table::selective> &&
                                                                     table::has<Multiply, table::monotone>);
template <> inline constexpr bool known_distributive<lor_land> = true;
template <> inline constexpr bool known_distributive<land_lor> = true;
template <class T> inline constexpr bool known_distributive<semiring<bor_monoid<T>, bitwise_and<T>>> = true;
template <class T> inline constexpr bool known_distributive<semiring<band_monoid<T>, bitwise_or<T>>> = true;

template <class S> inline constexpr bool known_non_improving = false;
template <class T> inline constexpr bool known_non_improving<min_first<T>> = true;
template <class T> inline constexpr bool known_non_improving<max_first<T>> = true;
template <class T> inline constexpr bool known_non_improving<min_max<T>> = true;
template <class T> inline constexpr bool known_non_improving<max_min<T>> = true;

}  // namespace detail

/// add(x, x) == x. Of a user's monoid: `static constexpr bool idempotent = true`.
template <class M> HEDDLE_FN constexpr bool is_idempotent() {
  return detail::table::has<M, detail::table::idempotent> || requires { requires M::idempotent; };
}

/// add(x, y) is x or y: an order, in which x is before y if add(x, y) is x. Of a user's monoid:
/// `static constexpr bool selective = true`.
template <class M> HEDDLE_FN constexpr bool is_selective() {
  return detail::table::has<M, detail::table::selective> || requires { requires M::selective; };
}

/// Sums in whatever order are the same, bit for bit, so that atomics may be used: of minimum and maximum of
/// floating-point numbers too, as they order zeros and pass over NaNs (NaNs alone give some NaN). Of a user's monoid:
/// `static constexpr bool unordered_exact = true`.
template <class M> HEDDLE_FN constexpr bool is_unordered_exact() {
  return detail::table::has<M, detail::table::any_order> || requires { requires M::unordered_exact; };
}

/// multiply(add(x, y), a) == add(multiply(x, a), multiply(y, a)). Of a user's semiring:
/// `static constexpr bool distributes = true`. Of the library's: minimum and maximum with every multiplication that is
/// monotone in its left operand (of floating-point numbers rounded sums are; products are not, since a may be
/// negative), the logical ones on bool, those of bits, and `any`.
template <class S> HEDDLE_FN constexpr bool is_distributive() {
  return detail::known_distributive<S> || requires { requires S::distributes; };
}

/// add(x, multiply(x, a)) == x, whatever a: a longer way is never a better one. Of a user's semiring:
/// `static constexpr bool non_improving = true`, which is a promise for every matrix that it is used with. Of the
/// library's: minimum and maximum with first, and with each other. (Shortest paths improve only over negative weights,
/// which `fixpoint` looks for.)
template <class S> HEDDLE_FN constexpr bool is_non_improving() {
  return detail::known_non_improving<S> || requires { requires S::non_improving; };
}

}  // namespace heddle
