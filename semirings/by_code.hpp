// by_code.hpp - operators, monoids and semirings that are chosen at run time, by their codes in the table of operators:
// what kernels are made of that several of them share.
#pragma once
#include <heddle/semirings/semirings.hpp>

namespace heddle::detail {

/// The operator on T of that code; of a code that is of none, or that kernels of this use do not know, b.
template <class T, unsigned Use> struct operator_by_code {
  static constexpr int no_operator = -1;
  int code = no_operator;

  HEDDLE_FN constexpr T operator()(T a, T b) const {
    T result = b;
    by_code<binary_operators<T>, Use>(code, [&]<class Op>(std::type_identity<Op>) { result = Op{}(a, b); });
    return result;
  }
};

/// The same bits as the monoid of that code. `start`: an element that is neutral in it, for pushes; other walks carry
/// presence, so that they need no element that is neutral in all of them.
template <class T> struct monoid_by_code {
  using value_type = T;
  static constexpr bool commutative = true, needs_presence = true;
  int code;
  T start;

  HEDDLE_FN constexpr T identity() const { return start; }
  HEDDLE_FN constexpr T operator()(T a, T b) const {
    T sum = a;
    by_code<monoids<T>, table::sums>(code, [&]<class Add>(std::type_identity<Add>) { sum = Add{}(a, b); });
    return sum;
  }
  HEDDLE_FN constexpr bool is_terminal(T v) const {
    bool terminal = false;
    by_code<monoids<T>, table::sums>(code, [&]<class Add>(std::type_identity<Add>) {
      if constexpr (requires { Add{}.is_terminal(v); }) terminal = Add{}.is_terminal(v);
    });
    return terminal;
  }
};

/// What its multiplication reads is known at run time alone: operands that are not read are null.
template <class T> struct semiring_by_code {
  static constexpr bool read_at_run_time = true, rare = true;
  monoid_by_code<T> add;
  operator_by_code<T, table::products> multiply;
};

}  // namespace heddle::detail
