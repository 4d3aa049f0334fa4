// convert_run.hpp - many values converted on a CPU, side by side: floating-point numbers of which all fit are converted
// by plain instructions, so that a loop over memory is as fast as if none were looked at.
#pragma once
#include <heddle/converted.hpp>

namespace heddle::host {

/// Whether all n values are in the range of To, but for some at its very ends. Only their signs and exponents are
/// compared: those of numbers in the range are less than those of 2^digits.
template <class To, std::floating_point From> bool all_fit(From const* from, size_type n) {
  constexpr int fraction = sizeof(From) == 4 ? 23 : 20;  // bits below the exponent, in the upper half of a double
  constexpr int bias = std::numeric_limits<From>::max_exponent - 1;
  constexpr std::uint32_t last = (std::uint32_t(bias + std::numeric_limits<To>::digits) << fraction) - 1;
  std::uint32_t outside = 0;  // its highest bit: some are
  for (size_type i = 0; i < n; ++i) {
    std::uint32_t high = 0;
    if constexpr (sizeof(From) == 4) {
      std::memcpy(&high, from + i, sizeof(high));
    } else {
      std::uint64_t all = 0;
      std::memcpy(&all, from + i, sizeof(all));
      high = static_cast<std::uint32_t>(all >> 32);
    }
    if constexpr (std::is_signed_v<To>) {
      high &= 0x7fffffffu;
    } else {
      outside |= high;
    }
    outside |= last - high;
  }
  return (outside >> 31) == 0;
}

/// to[i] = converted<To>(from[i]) for i < n.
template <class To, class From> void convert_run(To* to, From const* from, size_type n) {
  if constexpr (detail::truncates<From, To> && (std::is_same_v<From, float> || std::is_same_v<From, double>)) {
    constexpr size_type at_once = 512;  // they stay in the nearest cache between two looks
    for (size_type begin = 0; begin < n; begin += at_once) {
      size_type const end = min_of(n, begin + at_once);
      if (all_fit<To>(from + begin, end - begin)) {
        for (size_type i = begin; i < end; ++i) to[i] = static_cast<To>(from[i]);
      } else {
        for (size_type i = begin; i < end; ++i) to[i] = detail::converted<To>(from[i]);
      }
    }
  } else {
    for (size_type i = 0; i < n; ++i) to[i] = detail::converted<To>(from[i]);
  }
}

}  // namespace heddle::host
