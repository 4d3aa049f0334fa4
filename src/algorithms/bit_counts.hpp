// bit_counts.hpp - of many words, how many have bit b: sums of 64 columns at once, kept as the bits of planes.
// Mula, Kurz & Lemire, "Faster Population Counts Using AVX2 Instructions", The Computer Journal 61, 2018 (carry-save
// adders).
#pragma once
#include <array>
#include <bit>
#include <heddle/base/types.hpp>

namespace heddle {

class bit_counts {
 public:
  void add(std::uint64_t word) {
    for (std::size_t p = 0; word; ++p) {
      std::uint64_t const carry = planes_[p] & word;
      planes_[p] ^= word;
      word = carry;
    }
    if (++added_ == limit) flush();
  }
  /// The counts so far, which are taken away.
  std::array<size_type, 64> take() {
    flush();
    auto const result = counts_;
    counts_ = {};
    return result;
  }

 private:
  static constexpr std::size_t num_planes = 16;
  static constexpr int limit = (1 << num_planes) - 1;

  void flush() {
    for (std::size_t p = 0; p < num_planes; ++p) {
      for (std::uint64_t bits = planes_[p]; bits; bits &= bits - 1) {
        counts_[std::countr_zero(bits)] += size_type{1} << p;
      }
      planes_[p] = 0;
    }
    added_ = 0;
  }

  std::array<std::uint64_t, num_planes> planes_{};
  std::array<size_type, 64> counts_{};
  int added_ = 0;
};

}  // namespace heddle
