// user_semirings.hpp - algebras as a user would write them: over a struct, and with a monoid that is not commutative.
#pragma once
#include "tests/support/affine_map.hpp"
#include "tests/support/random_cases.hpp"

namespace heddle::testing {

/// The length of the shortest walks between two vertices, and how many have it.
struct walks {
  std::int32_t length = 0, count = 0;
  friend HEDDLE_FN constexpr bool operator==(walks a, walks b) { return a.length == b.length && a.count == b.count; }
  friend std::ostream& operator<<(std::ostream& out, walks w) { return out << w.count << " of " << w.length; }
};

struct shorter_walks {
  using value_type = walks;
  static constexpr bool commutative = true;
  HEDDLE_FN constexpr walks identity() const { return {1 << 30, 0}; }
  HEDDLE_FN constexpr walks operator()(walks a, walks b) const {
    if (a.length != b.length) return a.length < b.length ? a : b;
    return {a.length, a.count + b.count};
  }
};

struct count_walks {
  shorter_walks add;
  HEDDLE_FN constexpr walks multiply(walks a, walks b) const { return {a.length + b.length, a.count * b.count}; }
};

/// Sums are compositions, in ascending k: a result tells which products came in which order.
struct compose_affine {
  compose_maps add;
  HEDDLE_FN constexpr affine_map multiply(affine_map a, affine_map b) const { return add(a, b); }
};

template <> inline walks draw_value<walks>(random_source& random) { return {random.below(9), 1 + random.below(3)}; }
template <> inline affine_map draw_value<affine_map>(random_source& random) {
  return {2 + random.below(1000003), random.below(1000003)};
}

}  // namespace heddle::testing
