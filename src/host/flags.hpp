// flags.hpp - flags of a byte each, counted many at a time.
#pragma once
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/detail/host/flag_bits.hpp>

namespace heddle::host {

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

}  // namespace heddle::host
