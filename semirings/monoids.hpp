// monoids.hpp - the monoids of GraphBLAS: operator, identity and, where there is one, the terminal value.
// GraphBLAS C API 2.1, table 3.6. `any` is SuiteSparse's: it keeps whichever operand is at hand, here the first.
//
// What a sum is: the sum of its products alone, in order. No element of the monoid takes part in it, so the minimum of
// NaNs alone is NaN, a sum of -0 is -0, and a logical sum of one product is that product. Walks, which must start from
// some element and pad with it, take one that changes no other, bit for bit: neutral(), where it differs from
// identity(), which is what a reduction of nothing gives. It is -0 for floating-point plus, and a quiet NaN for minimum
// and maximum, which are those of IEEE 754-2019: so their results do not depend on the order of products either. Then
// every method, direction, form, schedule and executor gives the same bits where the operator is exact. All NaNs count
// as one value. `any` keeps a product of its choice.
#pragma once
#include <heddle/semirings/concepts.hpp>
#include <heddle/semirings/operators.hpp>

namespace heddle {

namespace detail {

template <class T> HEDDLE_FN constexpr T highest() {
  if constexpr (std::numeric_limits<T>::has_infinity)
    return std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::max();
}

template <class T> HEDDLE_FN constexpr T lowest() {
  if constexpr (std::numeric_limits<T>::has_infinity)
    return -std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::lowest();
}

template <class T> HEDDLE_FN constexpr T nan_or(T other) {
  if constexpr (floating<T>)
    return std::numeric_limits<T>::quiet_NaN();
  else
    return other;
}

}  // namespace detail

template <class T> struct plus_monoid : plus<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN constexpr T identity() const { return T(0); }
  HEDDLE_FN constexpr T neutral() const {
    if constexpr (detail::floating<T>)
      return -T(0);
    else
      return identity();
  }
};

template <class T> struct times_monoid : times<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN constexpr T identity() const { return T(1); }
};

template <class T> struct min_monoid : minimum<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN constexpr T identity() const { return detail::highest<T>(); }
  HEDDLE_FN constexpr T neutral() const { return detail::nan_or(identity()); }
  HEDDLE_FN constexpr bool is_terminal(T v) const { return v == detail::lowest<T>(); }
};

template <class T> struct max_monoid : maximum<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN constexpr T identity() const { return detail::lowest<T>(); }
  HEDDLE_FN constexpr T neutral() const { return detail::nan_or(identity()); }
  HEDDLE_FN constexpr bool is_terminal(T v) const { return v == detail::highest<T>(); }
};

/// Logical monoids over numbers: two products or more sum to 0 or 1, and one that stands alone stays what it is. So
/// there no element is neutral, and walks carry presence (`needs_presence`); over bool the identity is.
template <class T> struct lor_monoid : logical_or<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  static constexpr bool decided_by_one = std::is_same_v<T, bool>;
  static constexpr bool needs_presence = !std::is_same_v<T, bool>;
  HEDDLE_FN constexpr T identity() const { return T(0); }
  HEDDLE_FN constexpr bool is_terminal(T v) const { return v == T(1); }
};

template <class T> struct land_monoid : logical_and<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  static constexpr bool decided_by_one = std::is_same_v<T, bool>;
  static constexpr bool needs_presence = !std::is_same_v<T, bool>;
  HEDDLE_FN constexpr T identity() const { return T(1); }
  HEDDLE_FN constexpr bool is_terminal(T v) const {
    if constexpr (detail::floating<T>)
      return v == T(0) && !detail::sign_bit(v);  // of -0 and another product the sum is +0
    else
      return v == T(0);
  }
};

template <class T> struct lxor_monoid : logical_xor<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  static constexpr bool needs_presence = !std::is_same_v<T, bool>;
  HEDDLE_FN constexpr T identity() const { return T(0); }
};

template <class T> struct lxnor_monoid : logical_xnor<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  static constexpr bool needs_presence = !std::is_same_v<T, bool>;
  HEDDLE_FN constexpr T identity() const { return T(1); }
};

template <class T> struct bor_monoid : bitwise_or<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN constexpr T identity() const { return T(0); }
  HEDDLE_FN constexpr bool is_terminal(T v) const { return v == static_cast<T>(~T(0)); }
};

template <class T> struct band_monoid : bitwise_and<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN constexpr T identity() const { return static_cast<T>(~T(0)); }
  HEDDLE_FN constexpr bool is_terminal(T v) const { return v == T(0); }
};

template <class T> struct bxor_monoid : bitwise_xor<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN constexpr T identity() const { return T(0); }
};

template <class T> struct bxnor_monoid : bitwise_xnor<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN constexpr T identity() const { return static_cast<T>(~T(0)); }
};

/// Keeps the first operand. It has no identity among its values, so walks always carry presence beside it, and any
/// present value is terminal.
template <class T> struct any_monoid : take_first<T> {
  using value_type = T;
  static constexpr bool commutative = true, decided_by_one = true;
  static constexpr bool needs_presence = true;
  HEDDLE_FN constexpr T identity() const { return T{}; }
  HEDDLE_FN constexpr bool is_terminal(T) const { return true; }
};

/// A monoid from a callable and its identity, which is trusted to be neutral:
/// monoid_of{0, [] HEDDLE_FN (int a, int b) { return a + b; }}.
template <element T, class Op> struct monoid_of {
  using value_type = T;
  T identity_value;
  Op op;
  HEDDLE_FN constexpr T identity() const { return identity_value; }
  HEDDLE_FN constexpr T operator()(T a, T b) const { return detail::converted<T>(detail::called(op, a, b)); }
};
template <class T, class Op> monoid_of(T, Op) -> monoid_of<T, Op>;

namespace detail {

/// A truth that fills what lies between a struct and the next one: words are copied whole, and somebody should have
/// written what they hold.
template <class V>
using presence_beside =
    std::conditional_t<std::is_class_v<V> && alignof(V) == 4, std::uint32_t,
                       std::conditional_t<std::is_class_v<V> && alignof(V) == 8, std::uint64_t, bool>>;

}  // namespace detail

/// A value that may be absent; what walks reduce when not every atom contributes.
template <class V> struct maybe {
  V value;
  detail::presence_beside<V> present;
};

/// `Monoid` on values that may be absent: absent is identity and neutral, so the monoid's own are not needed.
template <monoid Monoid> struct lifted {
  using value_type = maybe<typename Monoid::value_type>;
  static constexpr bool commutative = is_commutative<Monoid>(), carries_presence = true;
  static constexpr bool decided_by_one = is_decided_by_one<Monoid>();
  Monoid add;
  HEDDLE_FN constexpr value_type identity() const { return {typename Monoid::value_type{}, false}; }
  HEDDLE_FN constexpr value_type operator()(value_type a, value_type b) const {
    if (!a.present) return b;
    if (!b.present) return a;
    return {add(a.value, b.value), true};
  }
  HEDDLE_FN constexpr bool is_terminal(value_type v) const {
    if constexpr (requires { add.is_terminal(v.value); }) {
      return v.present && add.is_terminal(v.value);
    } else {
      return false;
    }
  }
};

}  // namespace heddle
