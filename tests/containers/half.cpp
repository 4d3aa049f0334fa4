// half.cpp - f16 and bf16: every pattern to float and back, and rounding against a search among all values.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <heddle/base/half.hpp>
#include <heddle/semirings/monoids.hpp>
#include <random>
#include <sstream>
#include <vector>

using namespace heddle;

namespace {

// The number that a pattern stands for, by its definition: digits times a power of two.
template <class T> double value_of(unsigned bits) {
  int const fraction_bits = std::numeric_limits<T>::digits - 1,
            exponent = static_cast<int>(bits & 0x7fff) >> fraction_bits;
  int const fraction = static_cast<int>(bits & ((1u << fraction_bits) - 1)), top = 0x7fff >> fraction_bits;
  double const sign = bits & 0x8000 ? -1 : 1;
  if (exponent == top) return fraction == 0 ? sign * INFINITY : NAN;
  int const least = std::numeric_limits<T>::min_exponent - 1 - fraction_bits;  // exponent of the last digit
  return exponent == 0 ? sign * std::ldexp(fraction, least)
                       : sign * std::ldexp(fraction + (1 << fraction_bits), least + exponent - 1);
}

// Bits of the nearest value, ties to the even pattern, found by search among all positive ones.
template <class T> unsigned nearest(double x) {
  static std::vector<double> const values = [] {
    std::vector<double> all;
    unsigned const infinity = std::numeric_limits<T>::infinity().bits;
    for (unsigned bits = 0; bits < infinity; ++bits) all.push_back(value_of<T>(bits));
    all.push_back(std::ldexp(1.0, std::numeric_limits<T>::max_exponent));  // where infinity begins
    return all;
  }();
  unsigned const sign = std::signbit(x) ? 0x8000 : 0;
  double const size = std::abs(x);
  if (size >= values.back()) return sign | static_cast<unsigned>(values.size() - 1);
  auto const above = static_cast<unsigned>(std::upper_bound(values.begin(), values.end(), size) - values.begin());
  unsigned const below = above - 1;
  double const down = size - values[below], up = values[above] - size;
  return sign | (down < up || (down == up && below % 2 == 0) ? below : above);
}

template <class T> void reads_every_pattern() {
  unsigned wrong = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    T const stored = T::from_bits(static_cast<std::uint16_t>(bits));
    double const expected = value_of<T>(bits);
    float const found = stored;
    T const back(found);
    if (std::isnan(expected)) {
      wrong += !std::isnan(found) || !std::isnan(static_cast<float>(back));
    } else {
      wrong += found != expected || std::signbit(found) != std::signbit(expected) || back.bits != bits;
    }
  }
  CHECK_EQ(wrong, 0);
}

template <class T> void rounds_to_nearest() {
  unsigned wrong = 0;
  float example = 0;
  auto const expect = [&](float x) {
    if (std::isnan(x)) {
      wrong += !std::isnan(static_cast<float>(T(x)));
    } else if (T(x).bits != nearest<T>(x)) {
      ++wrong;
      example = x;
    }
  };
  std::mt19937 random(5);
  for (int k = 0; k < 200'000; ++k) expect(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
  for (unsigned bits = 0; bits + 1 < std::numeric_limits<T>::infinity().bits; ++bits) {
    auto const tie = static_cast<float>((value_of<T>(bits) + value_of<T>(bits + 1)) / 2);
    for (float x : {tie, std::nextafter(tie, 0.0f), std::nextafter(tie, INFINITY)}) expect(x), expect(-x);
  }
  for (float x : {0.0f, 65504.0f, 65519.99f, 65520.0f, 65536.0f, 3.4e38f, INFINITY, NAN, 1e-45f}) expect(x), expect(-x);
  CAPTURE(example);
  CHECK_EQ(wrong, 0);
}

template <class T> void rounds_doubles_once() {
  unsigned wrong = 0;
  std::mt19937_64 random(6);
  for (unsigned bits = 1; bits + 1 < std::numeric_limits<T>::infinity().bits; ++bits) {
    double const tie = (value_of<T>(bits) + value_of<T>(bits + 1)) / 2;
    for (double x : {tie, tie * (1 - 0x1p-50), tie * (1 + 0x1p-50)}) {
      wrong += T(x).bits != nearest<T>(x) || T(-x).bits != nearest<T>(-x);
    }
  }
  for (int k = 0; k < 100'000; ++k) {
    double const x = std::bit_cast<double>(random());
    if (!std::isnan(x)) wrong += T(x).bits != nearest<T>(x);
  }
  CHECK_EQ(wrong, 0);
}

template <class T> void is_a_number() {
  T a = 1.5f, b = 2;
  CHECK(std::is_same_v<decltype(a + b), float>);
  CHECK_EQ(a * b, 3.0f);
  CHECK((a < b && a != b && a == 1.5f && b == 2));
  a += b;
  a *= 2.0f;
  CHECK_EQ(static_cast<float>(a), 7.0f);
  CHECK_EQ(static_cast<float>(-a), -7.0f);
  std::ostringstream text;
  text << a;
  CHECK_EQ(text.str(), "7");
  CHECK_EQ(std::hash<T>{}(T(0.0f)), std::hash<T>{}(T(-0.0f)));
  constexpr T known = 0.25f;
  static_assert(static_cast<float>(known) == 0.25f);
}

template <class T> void has_monoids() {
  using limits = std::numeric_limits<T>;
  CHECK_EQ(static_cast<float>(min_monoid<T>{}.identity()), INFINITY);
  CHECK_EQ(static_cast<float>(max_monoid<T>{}.identity()), -INFINITY);
  CHECK(max_monoid<T>{}.is_terminal(limits::infinity()));
  CHECK_EQ(static_cast<float>(plus_monoid<T>{}(T(1), T(2))), 3.0f);
  CHECK_EQ(static_cast<float>(min_monoid<T>{}(T(1), limits::quiet_NaN())), 1.0f);
  CHECK(std::isnan(static_cast<float>(limits::quiet_NaN())));
  CHECK_EQ(static_cast<float>(limits::max()), value_of<T>(limits::infinity().bits - 1));
  CHECK_EQ(static_cast<float>(limits::min()), std::ldexp(1.0f, limits::min_exponent - 1));
  CHECK_EQ(static_cast<float>(limits::epsilon()), std::ldexp(1.0f, 1 - limits::digits));
}

}  // namespace

TEST_CASE("every pattern of f16 and bf16 is the number that it stands for, and comes back") {
  reads_every_pattern<f16>();
  reads_every_pattern<bf16>();
}

TEST_CASE("floats become the nearest f16 and bf16, ties the even one") {
  rounds_to_nearest<f16>();
  rounds_to_nearest<bf16>();
}

TEST_CASE("doubles are rounded to f16 and bf16 once") {
  rounds_doubles_once<f16>();
  rounds_doubles_once<bf16>();
}

TEST_CASE("f16 and bf16 calculate as floats, compare, print and hash") {
  is_a_number<f16>();
  is_a_number<bf16>();
}

TEST_CASE("monoids over f16 and bf16 have their identities") {
  has_monoids<f16>();
  has_monoids<bf16>();
}
