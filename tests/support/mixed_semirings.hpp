// mixed_semirings.hpp - algebras over three types: a float matrix, a vector or matrix of unsigned numbers, and sums of
// a struct to which neither converts. No operand can be copied into the domain, and halves show where one loses its
// type.
#pragma once
#include <limits>

#include "tests/support/affine_map.hpp"
#include "tests/support/random_cases.hpp"

namespace heddle::testing {

/// What something costs, and from where.
struct offer {
  float cost = 0;
  std::uint32_t from = 0;
  explicit HEDDLE_FN constexpr operator double() const { return cost; }
  friend HEDDLE_FN constexpr bool operator==(offer a, offer b) { return a.cost == b.cost && a.from == b.from; }
  friend std::ostream& operator<<(std::ostream& out, offer o) { return out << o.cost << " from " << o.from; }
};

/// The order of operands does not matter, so that a GPU may push.
struct cheaper_offer {
  using value_type = offer;
  static constexpr bool commutative = true, unordered_exact = true;
  HEDDLE_FN constexpr offer identity() const { return {std::numeric_limits<float>::infinity(), ~0u}; }
  HEDDLE_FN constexpr offer operator()(offer a, offer b) const {
    return b.cost < a.cost || (b.cost == a.cost && b.from < a.from) ? b : a;
  }
};

/// The domain's type only by conversion.
struct quote {
  double cost;
  std::uint32_t from;
  HEDDLE_FN constexpr operator offer() const { return {static_cast<float>(cost), from}; }
};

struct cheapest_offer {
  static constexpr bool rare = true;
  cheaper_offer add;
  HEDDLE_FN constexpr quote multiply(float weight, std::uint32_t label) const { return {2.0 * weight, label}; }
  HEDDLE_FN constexpr quote multiply(std::uint32_t label, float weight) const { return {3.0 * weight, label + 100}; }
};

/// Not commutative: a result tells which products came in which order.
struct compose_readings {
  compose_maps add;
  HEDDLE_FN constexpr affine_map multiply(float a, std::uint32_t b) const { return {30 + int(2 * a), 7 + b}; }
  HEDDLE_FN constexpr affine_map multiply(std::uint32_t b, float a) const { return {7 + b, 30 + int(2 * a)}; }
};

/// An accumulator that is no monoid of the semiring's.
struct add_costs {
  HEDDLE_FN constexpr offer operator()(offer a, offer b) const { return {a.cost + b.cost, 2 * a.from + b.from}; }
};

template <> inline offer draw_value<offer>(random_source& random) {
  return {0.5f * static_cast<float>(random.below(40) - 10), static_cast<std::uint32_t>(random.below(9))};
}

/// Multiplications that ask for positions: values, and where they stand, in one number.
struct weigh_places {
  static constexpr bool rare = true;
  plus_monoid<std::int64_t> add;
  template <class A, class B>
  HEDDLE_FN constexpr std::int64_t multiply(A a, B b, size_type i, size_type k, size_type j) const {
    return static_cast<std::int64_t>(2 * a) * (i + 1) + static_cast<std::int64_t>(b) * 1000 * (j + 1) + 1000000 * k;
  }
};

/// The same with a struct that tells the order of products: the first and the last place.
struct compose_places {
  compose_maps add;
  template <class A, class B>
  HEDDLE_FN constexpr affine_map multiply(A a, B b, size_type i, size_type k, size_type j) const {
    return {2 + i + 70000 * k + static_cast<std::int64_t>(3 * b), 5 + 500 * j + static_cast<std::int64_t>(20 + 2 * a)};
  }
};

}  // namespace heddle::testing
