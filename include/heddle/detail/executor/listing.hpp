// listing.hpp - beside a bitmap, where it has entries: kept up in device_loops by products that push, so that what they
// list, count and clear costs their entries, and not the length of the vector.
#pragma once
#include <heddle/detail/executor/integers.hpp>

namespace heddle::detail {

/// How far a list is right.
struct listing_state {
  static constexpr unsigned long long unknown = ~0ull;

  unsigned long long count = unknown;  // of positions; unknown: the last writer did not say where it wrote
  std::uint64_t neutral = 0;           // what values are where there is no entry
  std::uint32_t neutral_bytes = 0;     // so many bytes of it; 0: they may be anything
  std::uint32_t arrived = 0;           // blocks of the kernel that runs; 0 between kernels
};

/// As kernels are given it. state null: there is none.
struct listing_view {
  integers positions;
  listing_state const* state = nullptr;

  /// How many positions there are; below 0: nobody knows.
  HEDDLE_FN size_type count() const { return state ? static_cast<size_type>(state->count) : -1; }
};

}  // namespace heddle::detail
