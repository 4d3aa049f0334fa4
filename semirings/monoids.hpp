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

/// What monoids of the library have in common: the operator that they are made of.
template <class Op, class T> struct monoid_of_operator : Op {
  using made_of = Op;
  using value_type = T;
  static constexpr bool commutative = true;
};

/// Logical monoids over numbers: two products or more sum to 0 or 1, and one that stands alone stays what it is. So
/// there no element is neutral, and walks carry presence (`needs_presence`); over bool the identity is.
template <class Op, class T> struct logical_monoid : monoid_of_operator<Op, T> {
  static constexpr bool needs_presence = !std::is_same_v<T, bool>;
};

}  // namespace detail

/// Sums; 0 of nothing.
template <class T> struct plus_monoid : detail::monoid_of_operator<plus<T>, T> {
  HEDDLE_FN constexpr T identity() const { return T(0); }
  HEDDLE_FN constexpr T neutral() const {
    if constexpr (detail::floating<T>)
      return -T(0);
    else
      return identity();
  }
};

/// Products; 1 of nothing.
template <class T> struct times_monoid : detail::monoid_of_operator<times<T>, T> {
  HEDDLE_FN constexpr T identity() const { return T(1); }
};

/// The minimum, a number before NaN; infinity, or the largest number, of nothing.
template <class T> struct min_monoid : detail::monoid_of_operator<minimum<T>, T> {
  HEDDLE_FN constexpr T identity() const { return detail::highest<T>(); }
  HEDDLE_FN constexpr T neutral() const { return detail::nan_or(identity()); }
  HEDDLE_FN constexpr bool is_terminal(T v) const { return v == detail::lowest<T>(); }
};

/// The maximum, a number before NaN; minus infinity, or the least number, of nothing.
template <class T> struct max_monoid : detail::monoid_of_operator<maximum<T>, T> {
  HEDDLE_FN constexpr T identity() const { return detail::lowest<T>(); }
  HEDDLE_FN constexpr T neutral() const { return detail::nan_or(identity()); }
  HEDDLE_FN constexpr bool is_terminal(T v) const { return v == detail::highest<T>(); }
};

/// Whether any is not 0; false of nothing.
template <class T> struct lor_monoid : detail::logical_monoid<logical_or<T>, T> {
  static constexpr bool decided_by_one = std::is_same_v<T, bool>;
  HEDDLE_FN constexpr T identity() const { return T(0); }
  HEDDLE_FN constexpr bool is_terminal(T v) const { return v == T(1); }
};

/// Whether none is 0; true of nothing.
template <class T> struct land_monoid : detail::logical_monoid<logical_and<T>, T> {
  static constexpr bool decided_by_one = std::is_same_v<T, bool>;
  HEDDLE_FN constexpr T identity() const { return T(1); }
  HEDDLE_FN constexpr bool is_terminal(T v) const {
    if constexpr (detail::floating<T>)
      return v == T(0) && !detail::sign_bit(v);  // of -0 and another product the sum is +0
    else
      return v == T(0);
  }
};

/// Whether an odd number are not 0; false of nothing.
template <class T> struct lxor_monoid : detail::logical_monoid<logical_xor<T>, T> {
  HEDDLE_FN constexpr T identity() const { return T(0); }
};

/// Whether an even number are 0; true of nothing.
template <class T> struct lxnor_monoid : detail::logical_monoid<logical_xnor<T>, T> {
  HEDDLE_FN constexpr T identity() const { return T(1); }
};

/// The bits of any; none of nothing.
template <class T> struct bor_monoid : detail::monoid_of_operator<bitwise_or<T>, T> {
  HEDDLE_FN constexpr T identity() const { return T(0); }
  HEDDLE_FN constexpr bool is_terminal(T v) const { return v == static_cast<T>(~T(0)); }
};

/// The bits of all; all of nothing.
template <class T> struct band_monoid : detail::monoid_of_operator<bitwise_and<T>, T> {
  HEDDLE_FN constexpr T identity() const { return static_cast<T>(~T(0)); }
  HEDDLE_FN constexpr bool is_terminal(T v) const { return v == T(0); }
};

/// The bits of an odd number; none of nothing.
template <class T> struct bxor_monoid : detail::monoid_of_operator<bitwise_xor<T>, T> {
  HEDDLE_FN constexpr T identity() const { return T(0); }
};

/// The bits that an even number lack; all of nothing.
template <class T> struct bxnor_monoid : detail::monoid_of_operator<bitwise_xnor<T>, T> {
  HEDDLE_FN constexpr T identity() const { return static_cast<T>(~T(0)); }
};

/// Keeps the first operand. It has no identity among its values, so walks always carry presence beside it, and any
/// present value is terminal.
template <class T> struct any_monoid : detail::monoid_of_operator<take_first<T>, T> {
  static constexpr bool decided_by_one = true, needs_presence = true;
  HEDDLE_FN constexpr T identity() const { return T{}; }
  HEDDLE_FN constexpr bool is_terminal(T) const { return true; }
};

namespace detail {
namespace table {

template <class T> constexpr unsigned on_numbers = when(std::is_arithmetic_v<T>, any_order);
template <class T> constexpr unsigned on_integers = when(std::is_integral_v<T>, any_order);
template <class T> constexpr unsigned on_bool = when(std::is_same_v<T, bool>, idempotent | any_order);

template <class T> constexpr row row_of<plus_monoid<T>>{"plus_monoid", "GrB_PLUS_MONOID", sums | on_integers<T>};
template <class T> constexpr row row_of<times_monoid<T>>{"times_monoid", "GrB_TIMES_MONOID", on_integers<T>};
template <class T>
constexpr row row_of<min_monoid<T>>{"min_monoid", "GrB_MIN_MONOID", sums | idempotent | selective | on_numbers<T>};
template <class T>
constexpr row row_of<max_monoid<T>>{"max_monoid", "GrB_MAX_MONOID", sums | idempotent | selective | on_numbers<T>};
template <class T> constexpr row row_of<any_monoid<T>>{"any_monoid", "GxB_ANY_MONOID", sums | idempotent | takes_any};
template <class T> constexpr row row_of<lor_monoid<T>>{"lor_monoid", "GrB_LOR_MONOID", sums | on_bool<T>};
template <class T> constexpr row row_of<land_monoid<T>>{"land_monoid", "GrB_LAND_MONOID", sums | on_bool<T>};
template <class T> constexpr row row_of<lxor_monoid<T>>{"lxor_monoid", "GrB_LXOR_MONOID", sums};
template <class T> constexpr row row_of<lxnor_monoid<T>>{"lxnor_monoid", "GrB_LXNOR_MONOID"};
template <class T>
constexpr row row_of<bor_monoid<T>>{"bor_monoid", "GxB_BOR_MONOID", sums | idempotent | any_order, wraps<T>};
template <class T>
constexpr row row_of<band_monoid<T>>{"band_monoid", "GxB_BAND_MONOID", idempotent | any_order, wraps<T>};
template <class T> constexpr row row_of<bxor_monoid<T>>{"bxor_monoid", "GxB_BXOR_MONOID", any_order, wraps<T>};
template <class T> constexpr row row_of<bxnor_monoid<T>>{"bxnor_monoid", "GxB_BXNOR_MONOID", any_order, wraps<T>};

}  // namespace table

/// Every monoid of the library; a code is a place here.
template <class T>
using monoids = type_list<plus_monoid<T>, times_monoid<T>, min_monoid<T>, max_monoid<T>, any_monoid<T>, lor_monoid<T>,
                          land_monoid<T>, lxor_monoid<T>, lxnor_monoid<T>, bor_monoid<T>, band_monoid<T>,
                          bxor_monoid<T>, bxnor_monoid<T>>;

/// The operator that a monoid of the library is made of, of others void; and what an operator is called by: itself, or
/// that.
template <class Monoid> struct operator_of { using type = void; };
template <class Monoid>
requires table::is_known<Monoid> && requires { typename Monoid::made_of; }
struct operator_of<Monoid> {
  using type = typename Monoid::made_of;
};
template <class Op>
using plain_operator = typename std::conditional_t<std::is_void_v<typename operator_of<Op>::type>,
                                                   std::type_identity<Op>, operator_of<Op>>::type;

/// accum(x, y) is add(x, y), for any objects of these types. Types that derive from one another may compute what they
/// like, and two objects with members may differ, so only the library's own pairs and stateless equals count.
template <class Accum, class Monoid>
inline constexpr bool accumulates_as = std::is_same_v<Accum, typename operator_of<Monoid>::type> ||
                                       (std::is_same_v<Accum, Monoid> && std::is_empty_v<Monoid>);

}  // namespace detail

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

/// monoid_of{0, f}, where f gives floating-point numbers of elements T: the identity makes integers of them.
template <class Monoid, class T> inline constexpr bool truncates_sums = false;
template <class D, class Op, class T>
requires truncates<T, D> && std::is_invocable_v<Op const&, T, T>
inline constexpr bool truncates_sums<monoid_of<D, Op>, T> =
    truncates<std::remove_cvref_t<std::invoke_result_t<Op const&, T, T>>, D>;

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
  static constexpr bool decided_by_one = detail::is_decided_by_one<Monoid>();
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
