// codes.hpp - which functions of entries the library has kernels for: unary operators by code, binary ones with an
// operand bound, which are those of pairs, and positions.
#pragma once
#include <heddle/ops/apply/functions.hpp>
#include <heddle/ops/detail/merge/pairs.hpp>
#include <heddle/semirings/bind.hpp>
#include <heddle/semirings/index_operators.hpp>

namespace heddle::detail {

/// What functions of entries are given: values, which of them there are, and where they stand.
template <class T> struct entries_read {
  values_view<T> values;
  byte const* present = nullptr;     // null: everywhere
  integers rows = {}, columns = {};  // without data: k itself, and 0
};

/// out[k] = f(value of entry k), f the unary operator of code `op`.
template <class T> struct function_by_code {
  static constexpr bool in_library = true;
  values_view<T> values;
  byte const* present;
  void* out;
  int op;
  static constexpr int at_once = 4;
  HEDDLE_FN void some(size_type const (&elements)[at_once], int count) const {
    byte there[at_once];
    T value[at_once];
    for (int k = 0; k < at_once; ++k) there[k] = present ? present[elements[k]] : byte{1};
    for (int k = 0; k < at_once; ++k) value[k] = values.load(there[k] != 0, elements[k]);
    by_code<unary_operators<T>, table::functions>(op, [&]<class F>(std::type_identity<F>) {
      HEDDLE_UNROLL
      for (int k = 0; k < at_once; ++k) {
        if (k < count && there[k]) static_cast<std::invoke_result_t<F const&, T>*>(out)[elements[k]] = F{}(value[k]);
      }
    });
  }
};

/// out[k] = a number of the position of entry k.
struct position_by_code {
  static constexpr bool in_library = true;
  integers rows, columns;
  size_type thunk;
  position_number what;
  integers_out out;
  HEDDLE_FN void operator()(size_type k) const {
    out.set(k, number_at(what, rows.data ? rows[k] : k, columns.data ? columns[k] : 0, thunk));
  }
};

/// flags[k] = whether there is an entry k whose position keeps a rule.
struct rule_by_code {
  static constexpr bool in_library = true;
  integers rows, columns;
  byte const* present;
  size_type thunk;
  position_rule rule;
  byte* flags;
  static constexpr int at_once = 4;
  HEDDLE_FN void some(size_type const (&elements)[at_once], int count) const {
    size_type i[at_once], j[at_once];
    byte there[at_once];
    for (int k = 0; k < at_once; ++k) i[k] = elements[k], j[k] = 0;
    if (rows.data) rows.load(elements, i);
    if (columns.data) columns.load(elements, j);
    for (int k = 0; k < at_once; ++k) there[k] = present ? present[elements[k]] : byte{1};
    for (int k = 0; k < at_once; ++k) {
      if (k < count) flags[elements[k]] = there[k] && holds_at(rule, i[k], j[k], thunk);
    }
  }
};

/// The functor of the library's that writes f of the entries.
template <class F, class T>
requires(is_precompiled_element<T>&& table::has<F, table::functions>&& contains<F, unary_operators<T>>::value)
    function_by_code<T> entries_by_code(F const&, entries_read<T> const& from, void* out) {
  return {from.values, from.present, out, code_of<F, unary_operators<T>>};
}
template <class Op, bool First, class T>
pair_by_code<T> bound_by_code(paired_operand<T> const& number, entries_read<T> const& from, void* out) {
  paired_operand<T> const entries{from.values, from.present};
  // Apart from what is returned: nvcc 13.0 breaks down over a choice between two lists in braces.
  paired_operands<T> const operands{First ? number : entries, First ? entries : number, out};
  return {operands, {}, pair_code<Op, T>()};
}
template <class Op, class S, bool First, class T>
requires(has_pair_code<Op, T, T>&& std::is_convertible_v<S, T>)
    pair_by_code<T> entries_by_code(bound<Op, S, First> const& f, entries_read<T> const& from, void* out) {
  return bound_by_code<Op, First, T>({{nullptr, converted<T>(f.value)}}, from, out);
}
template <index_type To, position_number What, class S, class T>
requires std::is_convertible_v<S, size_type> position_by_code
entries_by_code(bound_scalar<position_of<To, What>, S> const& f, entries_read<T> const& from, void* out) {
  return {from.rows, from.columns, converted<size_type>(f.value), What, static_cast<To*>(out)};
}

template <class F, class T>
concept has_entry_code = requires(F const& f, entries_read<T> const& from, void* out) {
  entries_by_code(f, from, out);
};

/// Whether a processor takes no longer for f than for what it is given and gives.
template <class F, class T>
inline constexpr bool is_cheap_function = has_entry_code<F, T> && !table::has<F, table::costly>;

}  // namespace heddle::detail
