// print.hpp - vectors, matrices and scalars as text for people: `std::cout << x`, and print(x, {.entries = 100}).
#pragma once
#include <heddle/dense_matrix.hpp>
#include <heddle/matrix.hpp>
#include <heddle/vector.hpp>
#include <iosfwd>
#include <string>

namespace heddle {

/// How much of a container is shown.
struct print_options {
  /// So many entries at most, and then how many more there are. What has no more rows and columns than that is shown
  /// position by position instead, a point where there is no entry.
  size_type entries = 20;
};

namespace detail {

/// What is shown of a container, by rows: where entries stand, and their values as text.
struct shown {
  char const* what;  // "vector" or "matrix"
  size_type rows, cols, entries;
  struct entry {
    size_type row, col;
    std::string value;
  };
  std::vector<entry> first = {};

  bool by_position(print_options const& options) const { return rows <= options.entries && cols <= options.entries; }
};
void show(std::ostream& out, shown const& x, print_options const& options);
std::ostream& standard_output();
void end_line(std::ostream& out);

/// As the stream writes numbers.
void put_number(std::ostream& out, bool value);
void put_number(std::ostream& out, std::int64_t value);
void put_number(std::ostream& out, std::uint64_t value);
void put_number(std::ostream& out, float value);
void put_number(std::ostream& out, double value);
void put_number(std::ostream& out, long double value);
void put_unknown(std::ostream& out);

/// An element of any type: without operator<< it is a star.
template <class T> void put_element(std::ostream& out, void const* element) {
  T const& value = *static_cast<T const*>(element);
  if constexpr (std::is_same_v<T, bool> || std::is_floating_point_v<T>) {
    put_number(out, value);
  } else if constexpr (is_short_real<T>) {
    put_number(out, static_cast<float>(value));
  } else if constexpr (std::is_integral_v<T>) {  // int8_t is a number here, and no letter
    put_number(out, static_cast<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>(value));
  } else if constexpr (requires { out << value; }) {
    out << value;
  } else {
    put_unknown(out);
  }
}
/// put(out, element) as a string, in the format that `like` has.
std::string text_of(std::ostream const& like, void (*put)(std::ostream&, void const*), void const* element);
template <class T> std::string text_of(std::ostream const& like, T const& value) {
  return text_of(like, &put_element<T>, &value);
}

template <class T, index_type I> void print_to(std::ostream& out, vector<T, I> const& v, print_options const& options) {
  auto const entries = v.entries();
  shown x{"vector", 1, v.size(), v.nvals()};
  for (auto [i, value] : entries) {
    if (static_cast<size_type>(x.first.size()) >= options.entries) break;
    x.first.push_back({0, i, text_of(out, value)});
  }
  show(out, x, options);
}
template <class T, index_type I, index_type O>
void print_to(std::ostream& out, matrix<T, I, O> const& a, print_options const& options) {
  auto const entries = a.entries();
  shown x{"matrix", a.rows(), a.cols(), a.nnz()};
  for (auto [i, j, value] : entries) {
    if (static_cast<size_type>(x.first.size()) >= options.entries && !x.by_position(options)) break;
    x.first.push_back({i, j, text_of(out, value)});
  }
  show(out, x, options);
}
template <class T> void print_to(std::ostream& out, dense_matrix<T> const& a, print_options const& options) {
  auto const here = a.to(executor{});
  auto const at = here.view();
  shown x{"matrix", a.rows(), a.cols(), a.rows() * a.cols()};
  size_type const most = x.by_position(options) ? x.entries : seam::min_of(x.entries, options.entries);
  for (size_type k = 0; k < most; ++k) {
    size_type const i = k / a.cols(), j = k % a.cols();
    x.first.push_back({i, j, text_of(out, at(i, j))});
  }
  show(out, x, options);
}
template <class T> void print_to(std::ostream& out, scalar<T> const& s, print_options const& options) {
  shown x{"scalar", 1, 1, 0};
  if (auto const value = s.value()) x = {"scalar", 1, 1, 1, {{0, 0, text_of(out, *value)}}};
  show(out, x, options);
}

template <class X> inline constexpr bool is_shown = false;
template <class T, index_type I> inline constexpr bool is_shown<vector<T, I>> = true;
template <class T, index_type I, index_type O> inline constexpr bool is_shown<matrix<T, I, O>> = true;
template <class T> inline constexpr bool is_shown<dense_matrix<T>> = true;
template <class T> inline constexpr bool is_shown<scalar<T>> = true;

}  // namespace detail

/// Shape, number of entries, and the first of them: of a vector, matrix, dense_matrix or scalar, numbers in the format
/// of the stream. From a GPU x is copied to the host. Work O(entries shown), and where x is a bitmap O(positions).
template <class X>
requires detail::is_shown<X>
void print(std::ostream& out, X const& x, print_options const& options = {}) { detail::print_to(out, x, options); }

/// The same on standard output, and an end of line.
template <class X>
requires detail::is_shown<X>
void print(X const& x, print_options const& options = {}) {
  detail::print_to(detail::standard_output(), x, options);
  detail::end_line(detail::standard_output());
}

template <class X>
requires detail::is_shown<X> std::ostream& operator<<(std::ostream& out, X const& x) {
  detail::print_to(out, x, {});
  return out;
}

}  // namespace heddle
