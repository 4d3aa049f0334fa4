// operands.hpp - what the examples of docs/operations.md are about, and how their results are shown there.
#pragma once
#include <heddle/heddle.hpp>
#include <sstream>

#include "tests/support/executors.hpp"

namespace heddle::testing {

/// The page shows them at its beginning.
struct example_operands {
  explicit example_operands(executor const& exec)
      : A(matrix<float>::build(3, 3, {0, 0, 1, 2}, {0, 1, 2, 0}, {1, 2, 3, 4}, plus<float>{}, exec)),
        B(matrix<float>::build(3, 3, {0, 1, 2}, {1, 1, 2}, {5, 6, 7}, plus<float>{}, exec)),
        u(vector<float>::build(3, {0, 2}, {10, 30}, plus<float>{}, exec)),
        v(vector<float>::dense({1.0f, 2.0f, 3.0f}, exec)),
        seen(vector<bool>::build(3, {0, 1}, {true, false}, plus<bool>{}, exec)) {}
  matrix<float> A, B;
  vector<float> u, v;
  vector<bool> seen;
};

/// Element by element, a point where there is none: "1 . 3".
template <class T> std::string shown(vector<T> const& w) {
  std::ostringstream text;
  for (size_type i = 0; i < w.size(); ++i) {
    if (i > 0) text << ' ';
    auto const value = w.get(i);
    value ? text << *value : text << '.';
  }
  return text.str();
}

/// Row by row: "1 2 / . 3".
template <class T> std::string shown(matrix<T> const& c) {
  std::ostringstream text;
  for (size_type i = 0; i < c.rows(); ++i) {
    if (i > 0) text << " / ";
    for (size_type j = 0; j < c.cols(); ++j) {
      if (j > 0) text << ' ';
      auto const value = c.get(i, j);
      value ? text << *value : text << '.';
    }
  }
  return text.str();
}

template <class T> std::string shown(heddle::dense_matrix<T> const& c) {
  std::ostringstream text;
  for (size_type i = 0; i < c.rows(); ++i) {
    if (i > 0) text << " / ";
    for (size_type j = 0; j < c.cols(); ++j) text << (j > 0 ? " " : "") << c.get(i, j);
  }
  return text.str();
}

template <class T>
requires std::is_arithmetic_v<T> std::string shown(T value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

}  // namespace heddle::testing
