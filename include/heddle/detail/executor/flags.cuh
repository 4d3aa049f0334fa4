// flags.cuh - flags of a byte each, any nonzero value being set, looked at by 16.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::gpu {

// Flags that a thread takes in one load.
inline constexpr int flags_at_once = 16;

/// Flags [0, min(left, 16)), and zeros behind them.
__device__ inline uint4 load_flags(primitives::byte const* flags, size_type left) {
  if (left >= flags_at_once && reinterpret_cast<std::uintptr_t>(flags) % sizeof(uint4) == 0) {
    return *reinterpret_cast<uint4 const*>(flags);
  }
  uint4 four{};
  for (int k = 0; k < flags_at_once && k < left; ++k) reinterpret_cast<primitives::byte*>(&four)[k] = flags[k];
  return four;
}

__device__ inline bool any_set(uint4 four) { return (four.x | four.y | four.z | four.w) != 0; }

__device__ inline int num_set(uint4 four) {
  auto const set = [](unsigned bytes) { return __popc(__vsetne4(bytes, 0)); };
  return set(four.x) + set(four.y) + set(four.z) + set(four.w);
}

/// Bit k: flag k is set.
__device__ inline unsigned bits_set(uint4 four) {
  unsigned bits = 0;
  for (int k = 0; k < flags_at_once; ++k) {
    bits |= unsigned{reinterpret_cast<primitives::byte const*>(&four)[k] != 0} << k;
  }
  return bits;
}

}  // namespace heddle::gpu
