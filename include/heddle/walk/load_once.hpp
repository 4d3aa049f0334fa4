// load_once.hpp - read data of which every element is used once, such as a matrix's columns and values.
#pragma once
#include <cstring>
#include <heddle/types.hpp>

namespace heddle {

/// *pointer, passing by the GPU's first-level cache, which then keeps what is read again and again: on an H200 worth
/// 10 % on f64 products with random columns. For walks in which neighbouring threads read neighbouring elements once
/// (`streamed` of block_walk's functors); where a thread reads on where it read before, the cache is needed, and this
/// is up to three times slower. Plain on the host, and for types other than 4 or 8 bytes. The data must not change
/// while the kernel runs.
template <class T> HEDDLE_FN inline T load_once(T const* pointer) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4) {
    unsigned bits;
    asm("ld.global.nc.L1::no_allocate.b32 %0, [%1];" : "=r"(bits) : "l"(pointer));
    T value;
    memcpy(&value, &bits, 4);
    return value;
  } else if constexpr (sizeof(T) == 8) {
    unsigned long long bits;
    asm("ld.global.nc.L1::no_allocate.b64 %0, [%1];" : "=l"(bits) : "l"(pointer));
    T value;
    memcpy(&value, &bits, 8);
    return value;
  }
#endif
  return *pointer;
}

}  // namespace heddle
