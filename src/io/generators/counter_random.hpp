// counter_random.hpp - random numbers that are hashes of (seed, stream, counter), so that any thread can draw any of
// them. Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014 (SplitMix64's finaliser).
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::detail {

HEDDLE_FN constexpr std::uint64_t mix(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

class counter_random {
 public:
  constexpr counter_random(std::uint64_t seed, std::uint64_t stream) : key_(mix(mix(seed) + stream)) {}

  HEDDLE_FN constexpr std::uint64_t bits(std::uint64_t counter) const { return mix(key_ ^ mix(counter)); }

  /// Uniform in [0, 1).
  HEDDLE_FN constexpr double unit(std::uint64_t counter) const {
    return static_cast<double>(bits(counter) >> 11) * 0x1p-53;
  }

  /// Uniform in [0, bound).
  HEDDLE_FN constexpr std::int64_t below(std::uint64_t counter, std::int64_t bound) const {
    return static_cast<std::int64_t>(
        (static_cast<unsigned __int128>(bits(counter)) * static_cast<std::uint64_t>(bound)) >> 64);
  }

 private:
  std::uint64_t key_;
};

/// A bijection of [0, 2^scale): odd multiplications and folded shifts, each invertible.
class relabelling {
 public:
  constexpr relabelling(int scale, std::uint64_t seed)
      : fold_((scale + 1) / 2), mask_(scale < 2 ? 0 : (std::uint64_t{1} << scale) - 1) {
    counter_random const random(seed, 7);
    for (std::uint64_t round = 0; round < num_rounds; ++round) {
      factor_[round] = random.bits(2 * round) | 1;
      term_[round] = random.bits(2 * round + 1);
    }
  }

  HEDDLE_FN constexpr std::int64_t operator()(std::int64_t vertex) const {
    if (mask_ == 0) return vertex;
    auto label = static_cast<std::uint64_t>(vertex);
    for (int round = 0; round < num_rounds; ++round) {
      label = (label * factor_[round] + term_[round]) & mask_;
      label ^= label >> fold_;
    }
    return static_cast<std::int64_t>(label);
  }

 private:
  static constexpr int num_rounds = 3;
  int fold_;
  std::uint64_t mask_;
  std::uint64_t factor_[num_rounds]{};
  std::uint64_t term_[num_rounds]{};
};

}  // namespace heddle::detail
