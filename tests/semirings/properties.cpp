// properties.cpp - laws that monoids and semirings are said to keep: they hold, and users may declare theirs.
#include <doctest/doctest.h>

#include <heddle/detail/dispatch/dispatch.hpp>
#include <heddle/seam/laws.hpp>
#include <limits>
#include <vector>

#include "tests/support/operators.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

namespace {

// Whatever sums neither overflow nor meet infinity less infinity: there no law holds.
template <class T> std::vector<T> lawful_values() {
  if constexpr (std::is_same_v<T, bool>) return {false, true};
  std::vector<T> values{T(0), T(1), T(2), T(3), T(7)};
  if constexpr (std::is_signed_v<T>) values.insert(values.end(), {T(-1), T(-5)});
  if constexpr (std::is_floating_point_v<T>) {
    values.insert(values.end(), {T(-0.0), T(0.1), T(-0.3), T(1e30), std::numeric_limits<T>::infinity()});
  }
  return values;
}

template <class T> void check_laws() {
  for_each_operator<detail::monoids<T>>([]<class Add>(Add const& add) {
    INFO(detail::type_name<Add>());
    CHECK_EQ(broken_law(add, lawful_values<T>()), "");
    for_each_operator<detail::binary_operators<T>>([&]<class Multiply>(Multiply const& multiply) {
      using both = semiring<Add, Multiply>;
      INFO(detail::type_name<Multiply>());
      if constexpr (is_distributive<both>() || is_non_improving<both>()) {
        CHECK_EQ(broken_law(both{add, multiply}, lawful_values<T>(), lawful_values<T>()), "");
      }
    });
  });
}

// Greatest common divisors: no multiple changes them.
struct gcd {
  using value_type = int;
  static constexpr bool idempotent = true, selective = false;
  int identity() const { return 0; }
  int operator()(int a, int b) const { return b == 0 ? a : (*this)(b, a % b); }
};
struct gcd_times {
  static constexpr bool distributes = true, non_improving = true;
  gcd add;
  int multiply(int a, int b) const { return a * b; }
};
struct undeclared {
  plus_monoid<int> add;
  int multiply(int a, int b) const { return a * b; }
};

static_assert(is_idempotent<gcd>() && !is_selective<gcd>() && is_distributive<gcd_times>());
static_assert(is_non_improving<gcd_times>() && !is_distributive<undeclared>() && !is_non_improving<undeclared>());

// Each declares one law too many.
struct idempotent_sum : plus_monoid<int> {
  static constexpr bool idempotent = true;
};
struct selective_gcd : gcd {
  static constexpr bool selective = true;
};
struct commutative_first {
  using value_type = int;
  static constexpr bool commutative = true, needs_presence = true;
  int identity() const { return 0; }
  int operator()(int a, int) const { return a; }
};
struct sum_from_one : plus_monoid<int> {
  int identity() const { return 1; }
  int neutral() const { return 1; }
};
struct hasty_minimum : min_monoid<int> {
  bool is_terminal(int x) const { return x <= 0; }
};
struct exact_sum : plus_monoid<double> {
  static constexpr bool unordered_exact = true;
};
struct min_of_products {  // falls with the sign of a
  static constexpr bool distributes = true;
  min_monoid<int> add;
  int multiply(int x, int a) const { return x * a; }
};
struct falling_paths {
  static constexpr bool distributes = true, non_improving = true;
  min_monoid<int> add;
  int multiply(int x, int a) const { return x + a; }
};

// What fixpoint is for.
static_assert(is_distributive<min_plus<double>>() && is_distributive<max_min<float>>() && is_distributive<lor_land>());
static_assert(is_distributive<any_pair<bool>>() && is_distributive<min_firsti<std::int32_t>>());
static_assert(is_non_improving<min_first<std::int64_t>>() && is_non_improving<max_min<double>>());
static_assert(is_selective<max_monoid<int>>() && is_idempotent<band_monoid<unsigned>>());

}  // namespace

TEST_CASE("laws that the library's monoids and semirings are said to keep hold, but for overflow and NaN") {
  check_laws<bool>();
  check_laws<std::int32_t>();
  check_laws<std::uint16_t>();
  check_laws<double>();
}

TEST_CASE("a law that is declared and does not hold is named, with the values that break it") {
  std::vector<int> const some{3, 5, -1};
  CHECK_EQ(broken_law(gcd{}, {4, 6, 9, 0}), "");
  CHECK_EQ(broken_law(gcd_times{}, {4, 6, 9}, std::vector<int>{2, 7}), "");
  CHECK_EQ(broken_law(idempotent_sum{}, some),
           "idempotent: add(x, x) == x does not hold for x = values[0], y = values[0]");
  CHECK_EQ(broken_law(selective_gcd{}, {4, 6}),
           "selective: add(x, y) is x or y does not hold for x = values[0], y = values[1]");
  CHECK_EQ(broken_law(commutative_first{}, some),
           "commutative: add(x, y) == add(y, x) does not hold for x = values[0], y = values[1]");
  CHECK_EQ(broken_law(sum_from_one{}, some),
           "neutral element: add(neutral, x) == x == add(x, neutral) does not hold for x = values[0], y = values[0]");
  CHECK_EQ(broken_law(hasty_minimum{}, {0, -1}),
           "is_terminal: add(x, y) == x does not hold for x = values[0], y = values[1]");
  CHECK_EQ(broken_law(exact_sum{}, {1e30, -1e30, 1}),
           "associative: add(add(x, y), z) == add(x, add(y, z)) for every z does not hold for x = values[0], y = "
           "values[1]");
  CHECK_EQ(
      broken_law(min_of_products{}, {1, 2}, std::vector<int>{3, -1}),
      "distributes: multiply(add(x, y), a) == add(multiply(x, a), multiply(y, a)) does not hold for x = values[0], "
      "y = values[1], a = entries[1]");
  CHECK_EQ(broken_law(falling_paths{}, some, std::vector<int>{0, -4}),
           "non_improving: add(x, multiply(x, a)) == x does not hold for x = values[0], y = values[0], a = entries[1]");
}
