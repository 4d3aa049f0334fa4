// tile_matrices.hpp - the adversarial tile sets as the rows of matrices, and their products entry by entry.
#pragma once
#include <sstream>

#include "tests/support/random_cases.hpp"
#include "tests/support/tile_battery.hpp"

namespace heddle::testing {

using namespace seam;

/// A matrix as the list of its entries, by rows, then columns.
template <class T> struct listed_matrix {
  std::string name;
  size_type rows = 0, cols = 0;
  std::vector<std::int64_t> row, col;
  std::vector<T> value;

  template <index_type I = std::int32_t, index_type O = std::int32_t> matrix<T, I, O> on(executor const& exec) const {
    return built<I, O>(exec, value);
  }
  /// All entries are `one`, which is not stored.
  template <index_type I = std::int32_t, index_type O = std::int32_t>
  matrix<T, I, O> pattern_on(executor const& exec, T one) const {
    return built<I, O>(exec, {}, one);
  }

 private:
  template <index_type I, index_type O>
  matrix<T, I, O> built(executor const& exec, std::vector<T> const& values, T one = T{}) const {
    if (row.empty()) return matrix<T, I, O>(rows, cols, exec);
    return matrix<T, I, O>::build(rows, cols, {row.begin(), row.end()}, {col.begin(), col.end()}, values,
                                  take_first<T>{}, exec, one);
  }
};

/// Row r holds as many entries as tile r atoms, side by side from a column that changes with r.
template <class T> listed_matrix<T> matrix_of(tile_case const& tiles, unsigned seed = 1) {
  random_source random(seed);
  listed_matrix<T> result{tiles.name, tiles.tiles(), 13, {}, {}, {}};
  for (size_type r = 0; r < result.rows; ++r) {
    result.cols = max_of(result.cols, tiles.offsets[r + 1] - tiles.offsets[r] + 5);
  }
  for (size_type r = 0; r < result.rows; ++r) {
    size_type const length = tiles.offsets[r + 1] - tiles.offsets[r];
    size_type const first = r * 7 % (result.cols - length + 1);
    for (size_type k = 0; k < length; ++k) {
      result.row.push_back(r);
      result.col.push_back(first + k);
      result.value.push_back(draw_value<T>(random));
    }
  }
  return result;
}

namespace reference {

/// t(i) = (+) over k of A(i, k) (*) u(k); with `one`, every entry of A counts as that.
template <class SR, class A, class U>
dense_vector<domain_of<SR>> mxv(SR const& sr, listed_matrix<A> const& a, dense_vector<U> const& u,
                                std::optional<A> one = {}) {
  dense_vector<domain_of<SR>> t(static_cast<std::size_t>(a.rows));
  for (std::size_t e = 0; e < a.row.size(); ++e) {
    size_type const i = a.row[e], k = a.col[e];
    if (u[k]) add_to<SR>(t[i], sr, reference::multiplied(sr, one ? *one : A(a.value[e]), *u[k], i, k, 0));
  }
  return t;
}

/// t(i) = (+) over k of A(k, i) (*) u(k): the product of the transpose.
template <class SR, class A, class U>
dense_vector<domain_of<SR>> mxv_transposed(SR const& sr, listed_matrix<A> const& a, dense_vector<U> const& u) {
  dense_vector<domain_of<SR>> t(static_cast<std::size_t>(a.cols));
  for (std::size_t e = 0; e < a.row.size(); ++e) {
    size_type const k = a.row[e], i = a.col[e];
    if (u[k]) add_to<SR>(t[i], sr, reference::multiplied(sr, A(a.value[e]), *u[k], i, k, 0));
  }
  return t;
}

/// t(j) = (+) over k of u(k) (*) A(k, j).
template <class SR, class U, class A>
dense_vector<domain_of<SR>> vxm(SR const& sr, dense_vector<U> const& u, listed_matrix<A> const& a) {
  dense_vector<domain_of<SR>> t(static_cast<std::size_t>(a.cols));
  for (std::size_t e = 0; e < a.row.size(); ++e) {
    size_type const k = a.row[e], j = a.col[e];
    if (u[k]) add_to<SR>(t[j], sr, reference::multiplied(sr, *u[k], A(a.value[e]), 0, k, j));
  }
  return t;
}

}  // namespace reference

/// Empty where the vectors are equal, else how many positions differ and the first of them.
template <class T> std::string difference(dense_vector<T> const& found, dense_vector<T> const& expected) {
  if (found.size() != expected.size()) return "lengths differ";
  std::size_t differing = 0, first = 0;
  for (std::size_t i = found.size(); i-- > 0;) {
    if (found[i] == expected[i]) continue;
    ++differing;
    first = i;
  }
  if (differing == 0) return {};
  std::ostringstream text;
  text << differing << " of " << found.size() << " positions differ, first " << first << ": "
       << print(dense_vector<T>{found[first]}) << " instead of " << print(dense_vector<T>{expected[first]});
  return text.str();
}

}  // namespace heddle::testing
