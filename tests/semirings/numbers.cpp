// numbers.cpp - what sums are of NaNs and of zeros of both signs: minimum and maximum against a table, and the neutral
// elements from which walks start.
#include <doctest/doctest.h>

#include <cmath>
#include <heddle/base/half.hpp>
#include <heddle/seam/walk/traits.hpp>
#include <heddle/semirings/semirings.hpp>

#include "tests/support/same_value.hpp"

using namespace heddle;
using namespace heddle::seam;
using namespace heddle::testing;

namespace {

template <class T> constexpr T quiet = std::numeric_limits<T>::quiet_NaN();
template <class T> constexpr T infinite = std::numeric_limits<T>::infinity();

/// IEEE 754-2019, section 9.6: what is less comes first; a NaN is neither.
template <class T> std::vector<T> ascending() {
  using limits = std::numeric_limits<T>;
  return {-infinite<T>, limits::lowest(),     T(-1), -limits::denorm_min(), -T(0.0f),
          T(0.0f),      limits::denorm_min(), T(1),  limits::max(),         infinite<T>};
}

template <class M> void check_neutral(M const& add) {
  using T = typename M::value_type;
  auto values = ascending<T>();
  values.push_back(quiet<T>);
  for (T const v : values) {
    INFO("of ", static_cast<float>(v));
    CHECK(same_value(add(neutral_of(add), v), v));
    CHECK(same_value(add(v, neutral_of(add)), v));
  }
}

// Every element of a small integral type, beside the neutral one.
template <class M> void check_neutral_of_bytes() {
  using T = typename M::value_type;
  for (int v = std::numeric_limits<T>::lowest(); v <= std::numeric_limits<T>::max(); ++v) {
    CHECK_EQ(M{}(neutral_of(M{}), static_cast<T>(v)), static_cast<T>(v));
    CHECK_EQ(M{}(static_cast<T>(v), neutral_of(M{})), static_cast<T>(v));
  }
}

struct no_neutral {
  using value_type = double;
  HEDDLE_FN constexpr int identity() const { return 3; }
  HEDDLE_FN constexpr double operator()(double a, double) const { return a; }
};

/// Other operators than those of what they derive from, whose neutral elements are not theirs.
struct own_minimum : min_monoid<float> {
  HEDDLE_FN constexpr float operator()(float a, float b) const { return b < a ? b : a; }
};
struct own_product : plus_monoid<double> {
  HEDDLE_FN constexpr double identity() const { return 1; }
  HEDDLE_FN constexpr double operator()(double a, double b) const { return a * b; }
};
struct own_neutral : plus_monoid<double> {
  HEDDLE_FN constexpr double neutral() const { return 0; }
};

/// A sum that is terminal stays as it is, whatever follows.
template <class M> void check_terminal(std::vector<typename M::value_type> const& values) {
  for (auto const v : values) {
    if (!M{}.is_terminal(v)) continue;
    INFO("of ", static_cast<float>(v));
    for (auto const other : values) CHECK(same_value(M{}(v, other), v));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("minimum and maximum order numbers with -0 below +0, whichever comes first", T, float, double, f16,
                   bf16) {
  auto const values = ascending<T>();
  for (std::size_t low = 0; low < values.size(); ++low) {
    for (std::size_t high = low; high < values.size(); ++high) {
      INFO("of ", static_cast<float>(values[low]), " and ", static_cast<float>(values[high]));
      CHECK(same_value(minimum<T>{}(values[low], values[high]), values[low]));
      CHECK(same_value(minimum<T>{}(values[high], values[low]), values[low]));
      CHECK(same_value(maximum<T>{}(values[low], values[high]), values[high]));
      CHECK(same_value(maximum<T>{}(values[high], values[low]), values[high]));
    }
  }
}

TEST_CASE_TEMPLATE("minimum and maximum prefer any number to any NaN, and of NaNs alone are NaN", T, float, double, f16,
                   bf16) {
  for (T const no_number : {quiet<T>, -quiet<T>}) {
    for (T const v : ascending<T>()) {
      INFO("of ", static_cast<float>(v));
      CHECK(same_value(minimum<T>{}(no_number, v), v));
      CHECK(same_value(minimum<T>{}(v, no_number), v));
      CHECK(same_value(maximum<T>{}(no_number, v), v));
      CHECK(same_value(maximum<T>{}(v, no_number), v));
    }
    CHECK(same_value(minimum<T>{}(no_number, quiet<T>), quiet<T>));
    CHECK(same_value(maximum<T>{}(quiet<T>, no_number), quiet<T>));
  }
}

TEST_CASE("minimum and maximum of long double order zeros and pass over NaNs too") {
  CHECK(std::signbit(minimum<long double>{}(0.0L, -0.0L)));
  CHECK(std::signbit(minimum<long double>{}(-0.0L, 0.0L)));
  CHECK_FALSE(std::signbit(maximum<long double>{}(0.0L, -0.0L)));
  CHECK_FALSE(std::signbit(maximum<long double>{}(-0.0L, 0.0L)));
  CHECK_EQ(minimum<long double>{}(quiet<long double>, 1.0L), 1.0L);
  CHECK_EQ(maximum<long double>{}(1.0L, quiet<long double>), 1.0L);
  CHECK(std::isnan(minimum<long double>{}(quiet<long double>, quiet<long double>)));
}

TEST_CASE("minimum and maximum are constant expressions") {
  static_assert(minimum<float>{}(2.0f, 1.0f) == 1.0f && maximum<double>{}(quiet<double>, 1.0) == 1.0);
  static_assert(1.0f / maximum<float>{}(1.0f, quiet<float>) == 1.0f && minimum<int>{}(3, -3) == -3);
  static_assert(std::bit_cast<std::uint32_t>(minimum<float>{}(0.0f, -0.0f)) == 0x80000000u);
  static_assert(std::bit_cast<std::uint64_t>(maximum<double>{}(-0.0, 0.0)) == 0);
}

TEST_CASE_TEMPLATE("a neutral element changes no floating-point number, -0 and NaN included", T, float, double, f16,
                   bf16) {
  check_neutral(plus_monoid<T>{});
  check_neutral(times_monoid<T>{});
  check_neutral(min_monoid<T>{});
  check_neutral(max_monoid<T>{});
}

TEST_CASE("a neutral element changes no integer and no truth value") {
  check_neutral_of_bytes<plus_monoid<std::int8_t>>();
  check_neutral_of_bytes<times_monoid<std::uint8_t>>();
  check_neutral_of_bytes<min_monoid<std::int8_t>>();
  check_neutral_of_bytes<max_monoid<std::uint8_t>>();
  check_neutral_of_bytes<bor_monoid<std::int8_t>>();
  check_neutral_of_bytes<band_monoid<std::uint8_t>>();
  check_neutral_of_bytes<bxor_monoid<std::int8_t>>();
  check_neutral_of_bytes<lor_monoid<bool>>();
  check_neutral_of_bytes<land_monoid<bool>>();
  check_neutral_of_bytes<lxor_monoid<bool>>();
  check_neutral_of_bytes<lxnor_monoid<bool>>();
  check_neutral_of_bytes<plus_monoid<bool>>();
  check_neutral_of_bytes<times_monoid<bool>>();
  check_neutral_of_bytes<min_monoid<bool>>();
  check_neutral_of_bytes<max_monoid<bool>>();
}

TEST_CASE("a reduction of nothing is the identity still, and a user's identity is trusted to be neutral") {
  CHECK(same_value(plus_monoid<float>{}.identity(), 0.0f));
  CHECK(same_value(min_monoid<float>{}.identity(), infinite<float>));
  CHECK(same_value(max_monoid<double>{}.identity(), -infinite<double>));
  CHECK(same_value(neutral_of(no_neutral{}), 3.0));
  static_assert(std::is_same_v<decltype(neutral_of(no_neutral{})), double>);
}

TEST_CASE("a monoid that derives from another and overrides its operator or identity has not its neutral element") {
  CHECK(same_value(neutral_of(own_minimum{}), infinite<float>));
  CHECK(same_value(neutral_of(own_product{}), 1.0));
  CHECK(same_value(neutral_of(own_neutral{}), 0.0));
  CHECK(same_value(neutral_of(monoid_of{7, [](int a, int b) { return a + b; }}), 7));
}

TEST_CASE("logical monoids over other types than bool have no neutral element, so presence goes with their sums") {
  static_assert(lor_monoid<int>::needs_presence && land_monoid<float>::needs_presence);
  static_assert(lxor_monoid<std::int8_t>::needs_presence && lxnor_monoid<double>::needs_presence);
  static_assert(!lor_monoid<bool>::needs_presence && !land_monoid<bool>::needs_presence);
  static_assert(!lxor_monoid<bool>::needs_presence && !lxnor_monoid<bool>::needs_presence);
}

TEST_CASE("a sum that is terminal stays as it is") {
  auto reals = ascending<float>();
  reals.push_back(quiet<float>);
  check_terminal<min_monoid<float>>(reals);
  check_terminal<max_monoid<float>>(reals);
  check_terminal<lor_monoid<float>>(reals);
  check_terminal<land_monoid<float>>(reals);
  check_terminal<lor_monoid<int>>({0, 1, 5, -5});
  check_terminal<land_monoid<int>>({0, 1, 5, -5});
  check_terminal<lor_monoid<bool>>({false, true});
  check_terminal<land_monoid<bool>>({false, true});
}
