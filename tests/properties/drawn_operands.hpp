// drawn_operands.hpp - sparse operands of hundreds of rows, some of thousands, for properties that need no oracle.
#pragma once
#include <doctest/doctest.h>

#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/random_cases.hpp"
#include "tests/support/same_value.hpp"
#include "tests/support/schedules.hpp"

namespace heddle::testing {

/// Entries of a matrix in no order; some positions come twice, and the first counts.
template <class T> struct drawn_matrix {
  size_type rows = 0, cols = 0;
  std::vector<std::int32_t> row, col;
  std::vector<T> value;

  matrix<T> on(executor const& exec) const {
    if (row.empty()) return matrix<T>(rows, cols, exec);
    return matrix<T>::build(rows, cols, row, col, value, take_first<T>{}, exec);
  }
};

/// One row in sixteen holds a third of the entries.
template <class T> drawn_matrix<T> draw_entries(random_source& random, size_type rows, size_type cols, int entries) {
  drawn_matrix<T> a{rows, cols, {}, {}, {}};
  if (rows == 0 || cols == 0) return a;
  for (int e = 0; e < entries; ++e) {
    int row = random.below(static_cast<int>(rows));
    if (random.chance(33)) row -= row % 16;
    a.row.push_back(row);
    a.col.push_back(random.below(static_cast<int>(cols)));
    a.value.push_back(draw_value<T>(random));
  }
  return a;
}

/// Small, dozens, hundreds; one in eight of thousands, which run in parallel.
inline size_type draw_length(random_source& random) {
  int const kind = random.below(8);
  if (kind == 0) return 1 + random.below(4);
  if (kind == 7) return 2000 + random.below(3000);
  return 10 + random.below(kind < 4 ? 60 : 600);
}

inline schedule draw_variant(random_source& random) {
  static std::vector<schedule> const variants = schedule_variants();
  return variants[static_cast<std::size_t>(random.below(static_cast<int>(variants.size())))];
}

template <class T> vector<T> draw_operand(random_source& random, size_type size, int percent, executor const& exec) {
  auto const cells = draw_vector<T>(random, size, percent);
  return make_vector<T>(cells, draw_held(random), exec);
}

/// Bit for bit, position by position; empty where they agree.
template <class T> std::string difference(vector<T> const& found, vector<T> const& expected) {
  auto const a = to_dense(found), b = to_dense(expected);
  if (a.size() != b.size()) return detail::concat("sizes ", a.size(), " and ", b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same_value(a[i], b[i])) return detail::concat("position ", i, " of ", a.size());
  }
  return {};
}
template <class T> std::string difference(matrix<T> const& found, matrix<T> const& expected) {
  auto const a = found.tuples(), b = expected.tuples();
  if (found.rows() != expected.rows() || found.cols() != expected.cols()) return "shapes";
  if (a.row != b.row || a.col != b.col) return detail::concat("positions of ", a.row.size(), " and ", b.row.size());
  for (std::size_t k = 0; k < a.value.size(); ++k) {
    if (!same_value<T>(a.value[k], b.value[k])) return detail::concat("the value at ", a.row[k], ", ", a.col[k]);
  }
  return {};
}

}  // namespace heddle::testing
