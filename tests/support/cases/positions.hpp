// positions.hpp - index-unary operators chosen at run time: numbers made of a position, and rules that it keeps or not.
#pragma once
#include <array>
#include <heddle/semirings/index_operators.hpp>
#include <vector>

#include "tests/support/cases/operators.hpp"

namespace heddle::testing {

/// Numbers of matrices' entries, or of vectors', which have a row alone.
template <class T> struct drawn_number {
  op_code op = op_code::row_index;
  template <class X> T operator()(X const& x, size_type i, size_type j, size_type s) const {
    if (op == op_code::row_index) return row_index<T>{}(x, i, j, s);
    return op == op_code::column_index ? column_index<T>{}(x, i, j, s) : diagonal_index<T>{}(x, i, j, s);
  }
  template <class X> T operator()(X const& x, size_type i, size_type s) const { return row_index<T>{}(x, i, s); }
};

/// The library's rule of that name.
struct drawn_rule {
  op_code op = op_code::tril;
  template <class X> bool operator()(X const& x, size_type i, size_type j, size_type s) const {
    switch (op) {
      case op_code::tril:
        return tril{}(x, i, j, s);
      case op_code::triu:
        return triu{}(x, i, j, s);
      case op_code::on_diagonal:
        return on_diagonal{}(x, i, j, s);
      case op_code::off_diagonal:
        return off_diagonal{}(x, i, j, s);
      case op_code::row_le:
        return row_le{}(x, i, j, s);
      case op_code::row_gt:
        return row_gt{}(x, i, j, s);
      case op_code::column_le:
        return column_le{}(x, i, j, s);
      default:
        return column_gt{}(x, i, j, s);
    }
  }
  template <class X> bool operator()(X const& x, size_type i, size_type s) const {
    return op == op_code::row_le ? row_le{}(x, i, s) : row_gt{}(x, i, s);
  }
};

template <class T> inline constexpr bool is_drawn<drawn_number<T>> = true;
template <> inline constexpr bool is_drawn<drawn_rule> = true;

/// Rules of positions, whose number is one too; the other operators of a selection compare values.
inline bool is_rule(op_code op) { return op >= op_code::tril; }

}  // namespace heddle::testing
