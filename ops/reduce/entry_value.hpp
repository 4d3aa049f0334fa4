// entry_value.hpp - the value of an atom (a stored entry) in the domain of a monoid, as a functor.
#pragma once
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/detail/walk/entry_walk.hpp>
#include <heddle/semirings/monoids.hpp>

namespace heddle::detail {

template <class D, class T> struct entry_value {
  values_view<T> values;

  HEDDLE_FN constexpr D operator()(size_type atom) const { return converted<D>(values[atom]); }
  HEDDLE_FN D streamed(size_type atom) const { return converted<D>(values.streamed(atom)); }
  HEDDLE_FN constexpr entry_arrays<no_columns, T> entries() const { return {nullptr, values.data, values.one}; }
  HEDDLE_FN constexpr D of(no_columns, T const& value) const { return converted<D>(value); }
};

/// For monoids without a neutral element.
template <class D, class T> struct lifted_entry_value {
  values_view<T> values;

  HEDDLE_FN constexpr maybe<D> operator()(size_type atom) const { return {converted<D>(values[atom]), true}; }
  HEDDLE_FN maybe<D> streamed(size_type atom) const { return {converted<D>(values.streamed(atom)), true}; }
  HEDDLE_FN constexpr entry_arrays<no_columns, T> entries() const { return {nullptr, values.data, values.one}; }
  HEDDLE_FN constexpr maybe<D> of(no_columns, T const& value) const { return {converted<D>(value), true}; }
};

}  // namespace heddle::detail
