// device.hpp - what rows are reduced of, and reductions on a GPU, as a plain C++ compiler sees them.
#pragma once
#include <heddle/detail/dispatch/dispatch.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/detail/walk/entry_walk.hpp>
#include <heddle/seam/plan/plan.hpp>
#include <heddle/seam/sinks.hpp>
#include <heddle/semirings/monoids.hpp>
#include <heddle/semirings/precompiled.hpp>

namespace heddle::detail {

/// The value of an atom (a stored entry) in the domain of a monoid.
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

namespace heddle::gpu {

template <class Monoid, class Offset>
inline constexpr bool has_own_reduction =
    detail::has_own_offsets<Offset>&& detail::contains<Monoid, monoids_with_own_kernels>::value &&
    !std::is_same_v<Monoid, any_monoid<bool>>;

/// Of the library's kernels for rows none of which is masked: whether all walks are compiled.
inline constexpr bool reduces_by_every_walk = detail::all_kernels;

/// 32-bit offsets for every precompiled monoid, wider ones for a few.
template <class Monoid, class Offset>
inline constexpr bool is_reduced_by =
    detail::is_listed<Monoid, precompiled_monoids, precompiled_wide_monoids, Offset, Offset>;

/// sink(i, add over the values of the entries of row i, in order) for every row; a row without entries is absent.
/// Columns are not read, so there is one kernel for all index types, and a list of values is a matrix of one row.
template <class Monoid, class Offset> struct reduce_problem {
  using result = void;
  using domain = typename Monoid::value_type;
  static constexpr bool in_library = is_reduced_by<Monoid, Offset>;
  static constexpr bool by_code = !has_own_reduction<Monoid, Offset>;

  /// What is launched, or by code stands for it: where values carry presence, where no row is masked, and else.
  static constexpr bool lifts = detail::needs_presence<Monoid>() || (in_library && by_code);
  using lifted_value = detail::rarely_if<in_library && by_code, detail::lifted_entry_value<domain, domain>>;
  using full_value = detail::usually_if<in_library && !reduces_by_every_walk, detail::entry_value<domain, domain>>;
  using value = detail::entry_value<domain, domain>;
  /// `masked`: rows may be refused.
  static constexpr reduction_call call(bool masked = false) {
    using sink = vector_sink<domain, Monoid>;
    if constexpr (lifts) {
      auto asked = call_of<lifted_value, lifted<Monoid>, unmasked_sink<sink, Offset>>();
      asked.masked |= masked;
      return asked;
    } else {
      return masked ? call_of<value, Monoid, full_sink<sink, Offset>>()
                    : call_of<full_value, Monoid, unmasked_sink<sink, Offset>>();
    }
  }
  executor exec;
  plan const* chosen;
  offset_tiles<Offset> rows;
  values_view<domain> values;
  vector_sink<domain, Monoid> sink;
  bool empty_rows;  // some row has no entry
  Monoid add;

  static std::string kernel() {
    return heddle::detail::concat("reduce over monoid ", heddle::detail::type_name<Monoid>());
  }
};

}  // namespace heddle::gpu
