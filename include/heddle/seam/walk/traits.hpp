// traits.hpp - what walks ask of functors, sinks and monoids.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::detail {

template <class Class, class R, class... Args>
HEDDLE_FN std::type_identity<Class> declares(R (Class::*)(Args...) const);

// Whether `neutral()` was declared with the identity and the operator that a monoid has: one that derives from another
// and overrides these has not.
template <class M> HEDDLE_FN constexpr bool has_own_neutral() {
  if constexpr (requires { declares(&M::neutral), declares(&M::identity), declares(&M::operator()); }) {
    using giver = typename decltype(declares(&M::neutral))::type;
    return std::is_base_of_v<typename decltype(declares(&M::identity))::type, giver> &&
           std::is_base_of_v<typename decltype(declares(&M::operator()))::type, giver>;
  } else {
    return requires(M const& add) { add.neutral(); };
  }
}

}  // namespace heddle::detail

namespace heddle::seam {

/// The element from which walks start a sum and with which they pad: add(neutral_of(add), x) == x bit for bit. Monoids
/// may have `neutral()`; without one that belongs to their operator and identity, the identity is trusted to be such.
template <class Monoid> HEDDLE_FN constexpr typename Monoid::value_type neutral_of(Monoid const& add) {
  if constexpr (detail::has_own_neutral<Monoid>()) {
    return add.neutral();
  } else {
    return add.identity();
  }
}

/// For operations that read no columns.
struct no_columns {};

/// The arrays that hold a matrix's entries. `values` null: all are `one`.
template <class Column, class Entry> struct entry_arrays {
  using column = Column;
  using entry = Entry;
  Column const* columns;
  Entry const* values;
  Entry one;
};

/// Functors with `entries()`, an entry_arrays, and `of(column, entry)`, which is value(atom) for the atom's column and
/// entry, wherever these were read.
template <class Value>
concept reads_entries = requires(Value const& value) {
  value.of(*value.entries().columns, value.entries().one);
};

}  // namespace heddle::seam

namespace heddle::detail {

template <class Value>
concept takes_tile = requires(Value const& value, size_type i) {
  value(i, i);
};
template <class Close>
concept has_open = requires(Close const& close, size_type tile) {
  close.open(tile);
};

/// Functors, and semirings for theirs, may declare `rare = true`: only the walks that serve every call are compiled for
/// them, with one kernel each, which takes any share.
template <class Value> HEDDLE_FN constexpr bool is_rare() {
  return requires { requires Value::rare; };
}

/// The same functor, by one kernel a walk.
template <class Value> struct rarely : Value { static constexpr bool rare = true; };
template <bool Rare, class Value> using rarely_if = std::conditional_t<Rare, rarely<Value>, Value>;

/// Functors may declare `general_walks = true`: they are so rare, or so large, that only the walks which serve every
/// call are compiled for them, not those for full products, nor one for whole tiles alone.
template <class Value> HEDDLE_FN constexpr bool takes_general_walks() {
  return is_rare<Value>() || requires { requires Value::general_walks; };
}

/// Functors may declare `usual_walks = true`: of the walks for full products only those that `auto` chooses from are
/// compiled for them; that between marks only where they declare `marked = true` too.
template <class Value> HEDDLE_FN constexpr bool takes_usual_walks() {
  return requires { requires Value::usual_walks; };
}

template <class Value> HEDDLE_FN constexpr bool takes_marks() {
  return !takes_usual_walks<Value>() || requires { requires Value::marked; };
}

/// The same functor, without the walks that `auto` never chooses.
template <class Value, bool Marked = false> struct usually : Value {
  static constexpr bool usual_walks = true, marked = Marked;
};
template <bool Usual, class Value, bool Marked = false>
using usually_if = std::conditional_t<Usual, usually<Value, Marked>, Value>;

/// Values that may be absent, which a monoid of `carries_presence` combines.
template <class Monoid> HEDDLE_FN constexpr bool carries_presence() {
  return requires { requires Monoid::carries_presence; };
}

template <class Monoid>
concept has_terminal = requires(Monoid const& add, typename Monoid::value_type v) {
  add.is_terminal(v);
};

}  // namespace heddle::detail
