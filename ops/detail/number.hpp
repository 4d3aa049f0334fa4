// number.hpp - a number that an operation is given: by the host, or as a scalar that kernels read when they run.
#pragma once
#include <heddle/ops/detail/operand.hpp>
#include <heddle/scalar.hpp>
#include <heddle/seam/views.hpp>

namespace heddle::detail {

/// Of the host's, copied with the functor that holds it.
template <class T> struct given_number {
  using type = T;
  T value;
  HEDDLE_FN constexpr T const& get() const { return value; }
};

/// A scalar's: what stands there when the functor is called.
template <class T> struct stored_number {
  using type = T;
  T const* at;
  HEDDLE_FN constexpr T const& get() const { return *at; }
};

template <class Number> inline constexpr bool is_given = false;
template <class T> inline constexpr bool is_given<given_number<T>> = true;

template <class S> inline constexpr bool is_scalar = false;
template <class T> inline constexpr bool is_scalar<scalar<T>> = true;

/// A number or a scalar as kernels are given it. Throws executor_mismatch, and empty_object: an operator wants a value.
/// What a loop on a GPU reads in an empty scalar is the value that was there last.
template <class T> given_number<T> number_of(char const*, executor const&, T const& number) { return {number}; }
template <class T> stored_number<T> number_of(char const* what, executor const& exec, scalar<T> const& number) {
  check_executor(what, exec, "the scalar", number.exec());
  if (number.is_empty()) throw empty_object(concat(what, ": the scalar is empty"));
  return {number.data()};
}
/// The type of that number.
template <class Number>
using number_in =
    typename decltype(number_of("", std::declval<executor const&>(), std::declval<Number const&>()))::type;

}  // namespace heddle::detail
