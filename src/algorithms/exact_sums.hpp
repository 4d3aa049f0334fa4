// exact_sums.hpp - sums of floating-point numbers without rounding: whole multiples of one power of two, wide enough.
// Kulisch, "Computer Arithmetic and Validity", 2008, with a width that fits the numbers at hand.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace heddle::detail {

/// A signed number in two's complement, the lowest 64 bits first.
using exact_number = std::vector<std::uint64_t>;

/// -1, 0 or 1 as a is below, equal to or above b, which are of one width.
inline int compare(exact_number const& a, exact_number const& b) {
  for (std::size_t i = a.size(); i-- > 0;) {
    if (a[i] == b[i]) continue;
    bool const top = i + 1 == a.size();
    bool const below = top ? static_cast<std::int64_t>(a[i]) < static_cast<std::int64_t>(b[i]) : a[i] < b[i];
    return below ? -1 : 1;
  }
  return 0;
}

inline bool is_negative(exact_number const& a) { return static_cast<std::int64_t>(a.back()) < 0; }

/// Knows how wide sums of some numbers get: first include() all of them, then zero() and add().
/// Up to 2^62 terms fit. Minus infinity counts as a number below every sum of finite ones; no other infinity, no NaN.
class exact_sums {
 public:
  void include(double value) {
    if (value == 0 || !std::isfinite(value)) return;
    int exponent = 0;
    std::frexp(value, &exponent);
    lowest_ = std::min(lowest_, exponent - digits);
    highest_ = std::max(highest_, exponent);
  }

  exact_number zero() const { return exact_number(static_cast<std::size_t>(highest_ - lowest_ + spare_bits) / 64 + 1); }

  /// sum += value
  void add(exact_number& sum, double value) const {
    if (value == 0) return;
    if (std::isinf(value)) return add_bits(sum, 1, highest_ + 64 - lowest_, true);
    int exponent = 0;
    auto const bits = static_cast<std::uint64_t>(std::ldexp(std::abs(std::frexp(value, &exponent)), digits));
    add_bits(sum, bits, exponent - digits - lowest_, value < 0);
  }

  /// Close to the sum, for messages; minus infinity if that is among its terms.
  double rounded(exact_number sum) const {
    bool const negative = is_negative(sum);
    if (negative) {
      for (auto& bits : sum) bits = ~bits;
      add_bits(sum, 1, 0, false);
    }
    double value = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      value += std::ldexp(static_cast<double>(sum[i]), 64 * static_cast<int>(i) + lowest_);
    }
    if (value >= std::ldexp(1.0, highest_ + 63)) value = std::numeric_limits<double>::infinity();
    return negative ? -value : value;
  }

 private:
  static constexpr int digits = std::numeric_limits<double>::digits;
  static constexpr int spare_bits = 128;  // 2^62 times minus infinity, which is -2^(highest + 64), and a sign

  /// sum += or -= bits * 2^shift
  static void add_bits(exact_number& sum, std::uint64_t bits, int shift, bool subtract) {
    auto const first = static_cast<std::size_t>(shift / 64);
    int const within = shift % 64;
    std::uint64_t const parts[2] = {bits << within, within == 0 ? 0 : bits >> (64 - within)};
    std::uint64_t carry = 0;
    for (std::size_t i = first; i < sum.size() && (i < first + 2 || carry != 0); ++i) {
      unsigned __int128 const part = i < first + 2 ? parts[i - first] : 0;
      unsigned __int128 const whole = subtract ? sum[i] - part - carry : sum[i] + part + carry;
      sum[i] = static_cast<std::uint64_t>(whole);
      carry = static_cast<std::uint64_t>(whole >> 64) & 1;
    }
  }

  int lowest_ = 0, highest_ = 0;  // every number is a multiple of 2^lowest below 2^highest
};

}  // namespace heddle::detail
