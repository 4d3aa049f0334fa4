// properties.hpp - laws that a monoid or a semiring may keep, which operations ask for: known of the library's,
// declared by users for theirs.
#pragma once
#include <heddle/semirings/semirings.hpp>

namespace heddle {

namespace detail {

template <class M> inline constexpr bool known_idempotent = false;
template <class T> inline constexpr bool known_idempotent<min_monoid<T>> = true;
template <class T> inline constexpr bool known_idempotent<max_monoid<T>> = true;
template <class T> inline constexpr bool known_idempotent<any_monoid<T>> = true;
template <class T> inline constexpr bool known_idempotent<bor_monoid<T>> = true;
template <class T> inline constexpr bool known_idempotent<band_monoid<T>> = true;
template <> inline constexpr bool known_idempotent<lor_monoid<bool>> = true;
template <> inline constexpr bool known_idempotent<land_monoid<bool>> = true;

template <class M> inline constexpr bool known_selective = false;
template <class T> inline constexpr bool known_selective<min_monoid<T>> = true;
template <class T> inline constexpr bool known_selective<max_monoid<T>> = true;

// x <= y gives multiply(x, a) <= multiply(y, a) for every a, rounding included.
template <class Multiply> inline constexpr bool known_monotone = false;
template <class T> inline constexpr bool known_monotone<plus<T>> = true;
template <class T> inline constexpr bool known_monotone<minimum<T>> = true;
template <class T> inline constexpr bool known_monotone<maximum<T>> = true;
template <class T> inline constexpr bool known_monotone<take_first<T>> = true;
template <class T> inline constexpr bool known_monotone<take_second<T>> = true;
template <class T> inline constexpr bool known_monotone<pair<T>> = true;
template <class T> inline constexpr bool known_monotone<firsti<T>> = true;
template <class T> inline constexpr bool known_monotone<firstj<T>> = true;
template <class T> inline constexpr bool known_monotone<secondj<T>> = true;

template <class S> inline constexpr bool known_distributive = false;
template <class Add, class Multiply>
inline constexpr bool known_distributive<semiring<Add, Multiply>> = known_selective<Add>&& known_monotone<Multiply>;
template <class T, class Multiply> inline constexpr bool known_distributive<semiring<any_monoid<T>, Multiply>> = true;
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
  if constexpr (requires { M::idempotent; }) {
    return M::idempotent;
  } else {
    return detail::known_idempotent<M>;
  }
}

/// add(x, y) is x or y: an order, in which x is before y if add(x, y) is x. Of a user's monoid:
/// `static constexpr bool selective = true`.
template <class M> HEDDLE_FN constexpr bool is_selective() {
  if constexpr (requires { M::selective; }) {
    return M::selective;
  } else {
    return detail::known_selective<M>;
  }
}

/// multiply(add(x, y), a) == add(multiply(x, a), multiply(y, a)). Of a user's semiring:
/// `static constexpr bool distributes = true`. Of the library's: minimum and maximum with every multiplication that is
/// monotone in its left operand (of floating-point numbers rounded sums are; products are not, since a may be
/// negative), the logical ones on bool, those of bits, and `any`.
template <class S> HEDDLE_FN constexpr bool is_distributive() {
  if constexpr (requires { S::distributes; }) {
    return S::distributes;
  } else {
    return detail::known_distributive<S>;
  }
}

/// add(x, multiply(x, a)) == x, whatever a: a longer way is never a better one. Of a user's semiring:
/// `static constexpr bool non_improving = true`, which is a promise for every matrix that it is used with. Of the
/// library's: minimum and maximum with first, and with each other. (Shortest paths improve only over negative weights,
/// which `fixpoint` looks for.)
template <class S> HEDDLE_FN constexpr bool is_non_improving() {
  if constexpr (requires { S::non_improving; }) {
    return S::non_improving;
  } else {
    return detail::known_non_improving<S>;
  }
}

}  // namespace heddle
