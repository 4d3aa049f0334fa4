// flags.hpp - flags of a byte each, counted and looked for many at a time.
#pragma once
#include <bit>
#include <cstring>
#include <heddle/primitives.hpp>

namespace heddle::host {

using primitives::byte;

/// How many are not 0. A byte counts a block, so that sixteen flags are counted by an instruction.
inline size_type count_flags(byte const* flags, size_type n) {
  constexpr size_type block = 128;
  size_type sum = 0;
  for (size_type begin = 0; begin < n; begin += block) {
    byte count = 0;
    for (size_type k = begin; k < min_of(n, begin + block); ++k) count += flags[k] != 0;
    sum += count;
  }
  return sum;
}

static_assert(std::endian::native == std::endian::little);

/// Bit k is set where flag k of up to 64 is not 0.
class flag_bits {
 public:
  static constexpr size_type most = 64;

  flag_bits(byte const* flags, size_type n) {
    size_type k = 0;
    for (; k + 8 <= n; k += 8) bits_ |= packed(flags + k) << k;
    for (; k < n; ++k) bits_ |= std::uint64_t{flags[k] != 0} << k;
  }
  /// How many of the first k < 64.
  int rank(size_type k) const { return std::popcount(bits_ & ((std::uint64_t{1} << k) - 1)); }
  /// take(k) for those that are set, in ascending k.
  template <class Take> void for_each(Take const& take) const {
    for (std::uint64_t left = bits_; left; left &= left - 1) take(std::countr_zero(left));
  }

 private:
  // Eight flags: 1 in the place of every byte that is not 0, and these bits side by side.
  static std::uint64_t packed(byte const* flags) {
    constexpr std::uint64_t ones = 0x0101010101010101, low_bits = 0x7f * ones, side_by_side = 0x0102040810204080;
    std::uint64_t word;
    std::memcpy(&word, flags, sizeof(word));
    std::uint64_t const set = (((word & low_bits) + low_bits) | word) >> 7 & ones;
    return set * side_by_side >> 56;
  }

  std::uint64_t bits_ = 0;
};

}  // namespace heddle::host
