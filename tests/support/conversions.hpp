// conversions.hpp - what a value is as another type, worked out by long double in place of the library's comparisons,
// and the values on which conversions differ.
#pragma once
#include <cmath>
#include <heddle/semirings/precompiled.hpp>
#include <vector>

#include "tests/support/same_value.hpp"

namespace heddle::testing {

/// Its 64 bits of significand hold every number of every element type.
template <class T> long double exactly(T value) {
  if constexpr (detail::is_short_real<T>) {
    return static_cast<float>(value);
  } else {
    return value;
  }
}

template <class To, class From> To expected_conversion(From from) {
  if constexpr (std::is_same_v<To, bool>) {
    return exactly(from) != 0;  // so that NaN is true
  } else if constexpr (detail::floating<From> && std::is_integral_v<To>) {
    using limits = std::numeric_limits<To>;
    long double const whole = std::trunc(exactly(from));
    if (std::isnan(whole)) return 0;
    if (whole > static_cast<long double>(limits::max())) return limits::max();
    if (whole < static_cast<long double>(limits::lowest())) return limits::lowest();
    return static_cast<To>(whole);
  } else if constexpr (std::is_integral_v<From> && std::is_integral_v<To>) {
    constexpr int above = 64 - 8 * static_cast<int>(sizeof(To));  // bits that To does not have
    auto const bits = static_cast<std::uint64_t>(from) << above;
    return std::is_signed_v<To> ? static_cast<To>(static_cast<std::int64_t>(bits) >> above)
                                : static_cast<To>(bits >> above);
  } else {
    return static_cast<To>(from);
  }
}

/// What is not a number, infinite, negative, a fraction, and about the bounds of every integer type.
template <class From> std::vector<From> telling_values() {
  using limits = std::numeric_limits<From>;
  std::vector<From> values;
  auto const add = [&](double value) { values.push_back(static_cast<From>(value)); };
  if constexpr (detail::floating<From>) {
    values = {limits::quiet_NaN(), -limits::quiet_NaN(), limits::infinity(),   -limits::infinity(),  limits::max(),
              limits::lowest(),    limits::min(),        limits::denorm_min(), -limits::denorm_min()};
    for (double const value :
         {-0.0, 0.0, 0.5, -0.5, 0.999, -0.999, 1.0, -1.0, 1.5, -1.5, 300.0, -300.0, 1e300, -1e300}) {
      add(value);
    }
    for (int const bits : {7, 8, 15, 16, 31, 32, 63, 64}) {
      double const power = std::ldexp(1.0, bits);
      for (double const bound : {power, -power}) {
        for (double const step : {0.0, 0.5, -0.5, 1.0, -1.0, 1.5}) add(bound + step);
        add(std::nextafter(bound, 0.0));
        add(std::nextafterf(static_cast<float>(bound), 0.0f));
      }
    }
  } else {
    for (int bits = 0; bits <= static_cast<int>(8 * sizeof(From)); ++bits) {
      std::uint64_t const power = bits < 64 ? std::uint64_t{1} << bits : 0;
      for (std::uint64_t const value : {power, power - 1, power + 1, std::uint64_t{0} - power}) {
        values.push_back(static_cast<From>(value));
      }
    }
  }
  return values;
}

/// visit(From{}, To{}) for every pair of element types that the library knows.
template <class... Ts, class Visit> void for_each_type(detail::type_list<Ts...>, Visit const& visit) {
  (visit(Ts{}), ...);
}
template <class Visit> void for_each_pair(Visit const& visit) {
  for_each_type(detail::precompiled_elements{}, [&]<class From>(From) {
    for_each_type(detail::precompiled_elements{}, [&]<class To>(To) { visit(From{}, To{}); });
  });
}

}  // namespace heddle::testing
