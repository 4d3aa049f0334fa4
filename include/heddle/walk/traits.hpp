// traits.hpp - what walks ask of functors, sinks and monoids.
#pragma once
#include <heddle/types.hpp>

namespace heddle {

/// The element from which walks start a sum and with which they pad: add(neutral_of(add), x) == x bit for bit. Monoids
/// may have `neutral()`; without it their identity is trusted to be such an element.
template <class Monoid> HEDDLE_FN constexpr typename Monoid::value_type neutral_of(Monoid const& add) {
  if constexpr (requires { add.neutral(); }) {
    return add.neutral();
  } else {
    return add.identity();
  }
}

namespace detail {

// Lanes may combine atoms out of order only where the monoid says so.
template <class Monoid> HEDDLE_FN constexpr bool may_interleave() {
  if constexpr (requires { Monoid::commutative; }) {
    return Monoid::commutative;
  } else {
    return false;
  }
}

template <class Value>
concept takes_tile = requires(Value const& value, size_type i) {
  value(i, i);
};
template <class Close>
concept has_open = requires(Close const& close, size_type tile) {
  close.open(tile);
};
template <class Monoid>
concept has_terminal = requires(Monoid const& add, typename Monoid::value_type v) {
  add.is_terminal(v);
};

}  // namespace detail
}  // namespace heddle
