// index_operators.hpp - the index-unary operators of GraphBLAS: of a position and a scalar s, whatever the value there.
// Those that compare values with s are `less<T>` and its like. GraphBLAS C API 2.1, table 3.9.
#pragma once
#include <heddle/semirings/rows.hpp>

namespace heddle {

namespace detail {

enum class position_number : std::uint8_t { row, column, diagonal };
enum class position_rule : std::uint8_t { tril, triu, on_diagonal, off_diagonal, row_le, row_gt, column_le, column_gt };

// Sums wrap where they leave 64 bits, as those of unsigned numbers do.
HEDDLE_FN constexpr size_type number_at(position_number what, size_type i, size_type j, size_type s) {
  size_type const at = what == position_number::row ? i : what == position_number::column ? j : j - i;
  return static_cast<size_type>(static_cast<std::uint64_t>(at) + static_cast<std::uint64_t>(s));
}

// Positions are not negative, so their difference overflows nowhere, whatever s is.
HEDDLE_FN constexpr bool holds_at(position_rule rule, size_type i, size_type j, size_type s) {
  switch (rule) {
    case position_rule::tril:
      return j - i <= s;
    case position_rule::triu:
      return j - i >= s;
    case position_rule::on_diagonal:
      return j - i == s;
    case position_rule::off_diagonal:
      return j - i != s;
    case position_rule::row_le:
      return i <= s;
    case position_rule::row_gt:
      return i > s;
    case position_rule::column_le:
      return j <= s;
    default:
      return j > s;
  }
}

}  // namespace detail

/// A number made of a position, for apply_index: op(value, i, j, s), of a vector's entry op(value, i, s).
template <class T, detail::position_number What> struct position_of {
  static_assert(std::integral<T>, "heddle: positions are integers");
  template <class X, std::convertible_to<size_type> S>
  HEDDLE_FN constexpr T operator()(X const&, size_type i, size_type j, S const& s) const {
    return static_cast<T>(detail::number_at(What, i, j, detail::converted<size_type>(s)));
  }
  template <class X, std::convertible_to<size_type> S>
  requires(What == detail::position_number::row) HEDDLE_FN constexpr T operator()(X const&, size_type i,
                                                                                  S const& s) const {
    return static_cast<T>(detail::number_at(What, i, 0, detail::converted<size_type>(s)));
  }
};
/// i + s (GrB_ROWINDEX); of a vector's entry too.
template <class T> using row_index = position_of<T, detail::position_number::row>;
/// j + s (GrB_COLINDEX).
template <class T> using column_index = position_of<T, detail::position_number::column>;
/// j - i + s (GrB_DIAGINDEX).
template <class T> using diagonal_index = position_of<T, detail::position_number::diagonal>;

/// Whether a position keeps a rule, for select: keep(value, i, j, s), of a vector's entry keep(value, i, s).
template <detail::position_rule Rule> struct position_keeps {
  template <class X, std::convertible_to<size_type> S>
  HEDDLE_FN constexpr bool operator()(X const&, size_type i, size_type j, S const& s) const {
    return detail::holds_at(Rule, i, j, detail::converted<size_type>(s));
  }
  template <class X, std::convertible_to<size_type> S>
  requires(Rule == detail::position_rule::row_le || Rule == detail::position_rule::row_gt) HEDDLE_FN constexpr bool
  operator()(X const&, size_type i, S const& s) const {
    return detail::holds_at(Rule, i, 0, detail::converted<size_type>(s));
  }
};
/// On diagonal s or below it: j <= i + s.
using tril = position_keeps<detail::position_rule::tril>;
/// On diagonal s or above it: j >= i + s.
using triu = position_keeps<detail::position_rule::triu>;
/// j = i + s (GrB_DIAG).
using on_diagonal = position_keeps<detail::position_rule::on_diagonal>;
/// j != i + s (GrB_OFFDIAG).
using off_diagonal = position_keeps<detail::position_rule::off_diagonal>;
/// i <= s and i > s, of vectors' entries too (GrB_ROWLE, GrB_ROWGT).
using row_le = position_keeps<detail::position_rule::row_le>;
/// i > s, of vectors' entries too (GrB_ROWGT).
using row_gt = position_keeps<detail::position_rule::row_gt>;
/// j <= s and j > s (GrB_COLLE, GrB_COLGT).
using column_le = position_keeps<detail::position_rule::column_le>;
/// j > s (GrB_COLGT).
using column_gt = position_keeps<detail::position_rule::column_gt>;

namespace detail {

namespace table {

template <class T> constexpr row row_of<row_index<T>>{"row_index", "GrB_ROWINDEX", functions, std::is_integral_v<T>};
template <class T>
constexpr row row_of<column_index<T>>{"column_index", "GrB_COLINDEX", functions, std::is_integral_v<T>};
template <class T>
constexpr row row_of<diagonal_index<T>>{"diagonal_index", "GrB_DIAGINDEX", functions, std::is_integral_v<T>};
template <> inline constexpr row row_of<tril>{"tril", "GrB_TRIL", functions};
template <> inline constexpr row row_of<triu>{"triu", "GrB_TRIU", functions};
template <> inline constexpr row row_of<on_diagonal>{"on_diagonal", "GrB_DIAG", functions};
template <> inline constexpr row row_of<off_diagonal>{"off_diagonal", "GrB_OFFDIAG", functions};
template <> inline constexpr row row_of<row_le>{"row_le", "GrB_ROWLE", functions};
template <> inline constexpr row row_of<row_gt>{"row_gt", "GrB_ROWGT", functions};
template <> inline constexpr row row_of<column_le>{"column_le", "GrB_COLLE", functions};
template <> inline constexpr row row_of<column_gt>{"column_gt", "GrB_COLGT", functions};

}  // namespace table

template <class T> using position_operators = type_list<row_index<T>, column_index<T>, diagonal_index<T>>;
using position_rules = type_list<tril, triu, on_diagonal, off_diagonal, row_le, row_gt, column_le, column_gt>;

template <class Keep> inline constexpr bool is_position_rule = false;
template <position_rule Rule> inline constexpr bool is_position_rule<position_keeps<Rule>> = true;
template <position_rule Rule> HEDDLE_FN constexpr position_rule rule_of_keep(position_keeps<Rule>) { return Rule; }

}  // namespace detail
}  // namespace heddle
