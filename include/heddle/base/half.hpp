// half.hpp - floating-point numbers of two bytes, to be stored and moved; arithmetic on them is float's.
// IEEE 754-2019, binary16; Kalamkar et al., "A Study of BFLOAT16 for Deep Learning Training", 2019.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle {

namespace detail {

/// IEEE 754 binary16: 5 bits of exponent, 11 significant ones.
struct binary16 {
  static constexpr int digits = 11, max_exponent = 16;
  static constexpr std::uint16_t infinity = 0x7c00;

  HEDDLE_FN static constexpr float widen(std::uint16_t bits) {
#if defined(__CUDA_ARCH__)
    if (!std::is_constant_evaluated()) {
      float value;
      asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
      return value;
    }
#endif
    std::uint32_t const sign = (bits & 0x8000u) << 16, rest = bits & 0x7fffu;
    if (rest < 0x0400) {  // zero, and numbers below the normal ones: multiples of 2^-24
      return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(static_cast<float>(rest) * 0x1p-24f));
    }
    std::uint32_t const bias = rest < infinity ? 127 - 15 : 255 - 31;
    return std::bit_cast<float>(sign | ((rest << 13) + (bias << 23)));
  }

  HEDDLE_FN static constexpr std::uint16_t narrow(float value) {
#if defined(__CUDA_ARCH__)
    if (!std::is_constant_evaluated()) {
      std::uint16_t bits;
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
      return bits;
    }
#endif
    std::uint32_t const all = std::bit_cast<std::uint32_t>(value), sign = all >> 16 & 0x8000u;
    std::uint32_t rest = all & 0x7fffffffu;
    if (rest > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
    if (rest >= 0x477ff000u) return static_cast<std::uint16_t>(sign | infinity);  // 65520 and more
    if (rest < 0x38800000u) {  // below 2^-14: the addition rounds to a multiple of 2^-24
      rest = std::bit_cast<std::uint32_t>(std::bit_cast<float>(rest) + 0.5f) - 0x3f000000u;
      return static_cast<std::uint16_t>(sign | rest);
    }
    rest += 0xfffu + (rest >> 13 & 1u) - ((127u - 15u) << 23);
    return static_cast<std::uint16_t>(sign | rest >> 13);
  }
};

/// The upper half of a binary32: its 8 bits of exponent, 8 significant ones.
struct upper_half {
  static constexpr int digits = 8, max_exponent = 128;
  static constexpr std::uint16_t infinity = 0x7f80;

  HEDDLE_FN static constexpr float widen(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }

  HEDDLE_FN static constexpr std::uint16_t narrow(float value) {
#if defined(__CUDA_ARCH__)
#if __CUDA_ARCH__ >= 900
    if (!std::is_constant_evaluated()) {
      std::uint16_t bits;
      asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
      return bits;
    }
#endif
#endif
    std::uint32_t const bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((bits >> 16 & 0x8000u) | 0x7fc0u);
    return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
  }
};

/// A float that rounds to the same number of at most 22 digits as `value` does: where it is not exact, its last digit
/// is odd, so that no tie appears which was none. Boldo & Melquiond, "When double rounding is odd", 2005.
HEDDLE_FN constexpr float rounded_to_odd(double value) {
  float const nearest = static_cast<float>(value);
  std::uint32_t const bits = std::bit_cast<std::uint32_t>(nearest);
  if (static_cast<double>(nearest) == value || value != value || bits % 2 == 1) return nearest;
  bool const too_large = (static_cast<double>(nearest) > value) != (value < 0);  // in magnitude
  return std::bit_cast<float>(too_large ? bits - 1 : bits + 1);
}

}  // namespace detail

/// Two bytes that are a floating-point number. Converts to float exactly and from any number by rounding to the nearest
/// (ties to even; beyond the largest, infinity; integers of more than 53 bits and long double are made double first),
/// so `a + b` is the sum of floats, and storing it rounds. Of a NaN only that it is one survives. On a GPU conversions
/// are single instructions.
template <class Format> struct short_real {
  std::uint16_t bits;

  short_real() = default;
  template <class Number>
  requires std::is_arithmetic_v<Number> HEDDLE_FN constexpr short_real(Number value) : bits(narrowed(value)) {}
  template <class Other>
  HEDDLE_FN constexpr explicit short_real(short_real<Other> value) : short_real(static_cast<float>(value)) {}
  HEDDLE_FN constexpr operator float() const { return Format::widen(bits); }

  HEDDLE_FN static constexpr short_real from_bits(std::uint16_t bits) {
    short_real result{};
    result.bits = bits;
    return result;
  }

  HEDDLE_FN constexpr short_real operator-() const { return from_bits(static_cast<std::uint16_t>(bits ^ 0x8000u)); }
  HEDDLE_FN constexpr short_real& operator+=(float other) { return *this = float(*this) + other; }
  HEDDLE_FN constexpr short_real& operator-=(float other) { return *this = float(*this) - other; }
  HEDDLE_FN constexpr short_real& operator*=(float other) { return *this = float(*this) * other; }
  HEDDLE_FN constexpr short_real& operator/=(float other) { return *this = float(*this) / other; }

 private:
  template <class Number> HEDDLE_FN static constexpr std::uint16_t narrowed(Number value) {
    if constexpr (std::is_same_v<Number, float> || (std::is_integral_v<Number> && sizeof(Number) <= 2)) {
      return Format::narrow(static_cast<float>(value));
    } else {
      return Format::narrow(detail::rounded_to_odd(static_cast<double>(value)));
    }
  }
};

/// IEEE 754 half precision: 3 decimal digits, up to 65504.
using f16 = short_real<detail::binary16>;
/// The range of float with 2 decimal digits.
using bf16 = short_real<detail::upper_half>;

static_assert(sizeof(f16) == 2 && std::is_trivially_copyable_v<f16> && std::is_trivially_default_constructible_v<f16>);

namespace detail {

template <class T> inline constexpr bool is_short_real = false;
template <class Format> inline constexpr bool is_short_real<short_real<Format>> = true;

/// A type of real numbers that matrices may store.
template <class T>
concept real_element = std::is_same_v<T, float> || std::is_same_v<T, double> || is_short_real<T>;

}  // namespace detail
}  // namespace heddle

// What is not said here is as with float.
template <class Format>
struct heddle::standard::numeric_limits<heddle::short_real<Format>> : heddle::standard::numeric_limits<float> {
  using type = heddle::short_real<Format>;
  static constexpr bool is_iec559 = false, has_signaling_NaN = false;
  static constexpr int digits = Format::digits, max_exponent = Format::max_exponent, min_exponent = 3 - max_exponent;
  static constexpr int digits10 = (digits - 1) * 301 / 1000, max_digits10 = digits * 301 / 1000 + 2;
  static constexpr int max_exponent10 = max_exponent * 301 / 1000, min_exponent10 = -((1 - min_exponent) * 301 / 1000);

  HEDDLE_FN static constexpr type infinity() { return type::from_bits(Format::infinity); }
  HEDDLE_FN static constexpr type signaling_NaN() { return quiet_NaN(); }
  HEDDLE_FN static constexpr type round_error() { return type(0.5f); }
  HEDDLE_FN static constexpr type quiet_NaN() { return type::from_bits(Format::infinity | 1u << (digits - 2)); }
  HEDDLE_FN static constexpr type max() { return type::from_bits(Format::infinity - 1); }
  HEDDLE_FN static constexpr type lowest() { return -max(); }
  HEDDLE_FN static constexpr type min() { return type::from_bits(1u << (digits - 1)); }
  HEDDLE_FN static constexpr type denorm_min() { return type::from_bits(1); }
  HEDDLE_FN static constexpr type epsilon() { return type(1.0f / (1 << (digits - 1))); }
};

#if !defined(__CUDACC_RTC__)
template <class Format> struct std::hash<heddle::short_real<Format>> {
  std::size_t operator()(heddle::short_real<Format> value) const noexcept {
    return std::hash<float>{}(static_cast<float>(value));  // equal for both zeros
  }
};
#endif
