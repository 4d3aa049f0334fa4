// flag_bits.hpp - flags of a byte each as the bits of a word, 64 at a time: which positions have an entry.
#pragma once
#include <bit>
#include <cstring>
#include <heddle/detail/host/vector_loop.hpp>

namespace heddle::host {

using primitives::byte;

static_assert(std::endian::native == std::endian::little);

/// Bit k is set where flag k of up to 64 is not 0.
class flag_bits {
 public:
  static constexpr size_type most = block_length;

  flag_bits(byte const* flags, size_type n) {
    size_type k = 0;
    for (; k + 8 <= n; k += 8) bits_ |= packed(flags + k) << k;
    for (; k < n; ++k) bits_ |= std::uint64_t{flags[k] != 0} << k;
  }
  std::uint64_t word() const { return bits_; }
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

/// The first n <= 64 bits.
constexpr std::uint64_t all_bits(size_type n) { return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1; }

/// Where n positions from `i` on have an entry; present null: everywhere.
inline std::uint64_t bits_at(byte const* present, size_type i, size_type n) {
  return present ? flag_bits(present + i, n).word() : all_bits(n);
}

/// take(i + k) for every bit k that is set.
template <class Take> void for_each_bit(std::uint64_t bits, size_type i, Take const& take) {
  for (; bits; bits &= bits - 1) take(i + std::countr_zero(bits));
}

/// flags[k] = bit k, for n <= 64 of them.
inline void put_flags(byte* flags, std::uint64_t bits, size_type n) {
  constexpr std::uint64_t ones = 0x0101010101010101, one_each = 0x8040201008040201, low_bits = 0x7f * ones;
  size_type k = 0;
  for (; k + 8 <= n; k += 8, bits >>= 8) {
    std::uint64_t const eight = (((bits & 255) * ones & one_each) + low_bits) >> 7 & ones;
    std::memcpy(flags + k, &eight, sizeof(eight));
  }
  for (; k < n; ++k, bits >>= 1) flags[k] = bits & 1;
}

/// all(from, to) for runs of [begin, end) at all of whose positions bits(i, n) has a bit, and some(i, n) for other
/// blocks of n <= 64 positions; every position once.
template <class Bits, class All, class Some>
void for_each_block(size_type begin, size_type end, Bits const& bits, All const& all, Some const& some) {
  size_type from = begin;  // of a run that is under way
  for (size_type i = begin; i < end; i += block_length) {
    size_type const n = min_of(block_length, end - i);
    std::uint64_t const here = bits(i, n);
    if (here == all_bits(n)) continue;
    if (from < i) all(from, i);
    some(i, n, here);
    from = i + n;
  }
  if (from < end) all(from, end);
}

}  // namespace heddle::host
