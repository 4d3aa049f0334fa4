// traits.hpp - what walks ask of functors, sinks and monoids at compile time.
#pragma once
#include <heddle/types.hpp>

namespace heddle::detail {

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

}  // namespace heddle::detail
