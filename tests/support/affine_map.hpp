// affine_map.hpp - composition of affine maps modulo a prime: a monoid that is associative, exact and not commutative,
// so that a walk which reorders, repeats or drops an atom gives itself away.
#pragma once
#include <heddle/base/types.hpp>
#include <ostream>

namespace heddle::testing {

/// x -> scale * x + shift (mod 2^31 - 1).
struct affine_map {
  std::int64_t scale = 1, shift = 0;
  friend HEDDLE_FN constexpr bool operator==(affine_map a, affine_map b) {
    return a.scale == b.scale && a.shift == b.shift;
  }
  friend std::ostream& operator<<(std::ostream& out, affine_map m) {
    return out << "x -> " << m.scale << " x + " << m.shift;
  }
};

inline constexpr std::int64_t affine_prime = 2147483647;

/// First `a`, then `b`.
struct compose_maps {
  using value_type = affine_map;
  HEDDLE_FN constexpr affine_map identity() const { return {}; }
  HEDDLE_FN constexpr affine_map operator()(affine_map a, affine_map b) const {
    return {a.scale * b.scale % affine_prime, (a.shift * b.scale + b.shift) % affine_prime};
  }
};

/// The map of an atom: all different.
struct map_of_atom {
  HEDDLE_FN constexpr affine_map operator()(size_type atom) const {
    return {2 + atom % 1000003, (7 + atom * 48271) % affine_prime};
  }
};

}  // namespace heddle::testing
