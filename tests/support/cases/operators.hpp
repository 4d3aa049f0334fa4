// operators.hpp - operators chosen at run time, so that one instantiation of an operation serves many algebras.
#pragma once
#include <array>
#include <vector>

#include "tests/support/cases/codes.hpp"

namespace heddle::testing {

/// The library's operator of that name, for every arithmetic type.
template <class T> T applied(op_code op, T a, T b);

template <class T> struct drawn_op {
  op_code op = op_code::none;
  T operator()(T a, T b) const { return applied(op, a, b); }
};

template <class T> struct drawn_predicate {
  op_code op = op_code::less;
  bool operator()(T a, T b) const {
    return op == op_code::less ? less<T>{}(a, b) : op == op_code::equal ? equal<T>{}(a, b) : not_equal<T>{}(a, b);
  }
};

/// One of the library's monoids, as a user would write it.
template <class T> struct drawn_monoid : drawn_op<T> {
  using value_type = T;
  static constexpr bool commutative = true;
  T identity() const {
    switch (this->op) {
      case op_code::times:
      case op_code::logical_and:
      case op_code::logical_xnor:
        return T(1);
      case op_code::minimum:
        return min_monoid<T>{}.identity();
      case op_code::maximum:
        return max_monoid<T>{}.identity();
      default:
        return T(0);
    }
  }
};

template <class T> using drawn_semiring = semiring<drawn_monoid<T>, drawn_op<T>>;

template <class Op> inline constexpr bool is_drawn = false;
template <class T> inline constexpr bool is_drawn<drawn_op<T>> = true;
template <class T> inline constexpr bool is_drawn<drawn_predicate<T>> = true;
template <class T> inline constexpr bool is_drawn<drawn_monoid<T>> = true;
template <class T> inline constexpr bool is_drawn<drawn_semiring<T>> = true;

/// An operator of type Op for a case that asks for `op`.
template <class Op> Op operator_for(op_code op) {
  Op result{};
  if constexpr (is_drawn<Op>) result.op = op;
  return result;
}
template <class SR> SR semiring_for(op_code add, op_code multiply) {
  SR result{};
  if constexpr (is_drawn<SR>) {
    result.add.op = add;
    result.multiply.op = multiply;
  }
  return result;
}

/// What may be drawn for numbers, and for bool.
std::vector<std::array<op_code, 2>> drawn_algebras(type_code domain);
std::vector<std::array<op_code, 2>> drawn_monoids(type_code domain);
std::vector<op_code> drawn_accumulators();

}  // namespace heddle::testing
