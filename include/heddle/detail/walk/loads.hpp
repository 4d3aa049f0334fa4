// loads.hpp - how kernels read: what every element of is used once, such as a matrix's columns and values, and what
// lies in shared or in global memory, without a branch.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::detail {

/// *pointer, passing by the GPU's first-level cache, which then keeps what is read again and again: on an H200 worth
/// 10 % on f64 products with random columns. For walks in which neighbouring threads read neighbouring elements once
/// (`streamed` of block_walk's functors); where a thread reads on where it read before, the cache is needed, and this
/// is up to three times slower. Plain on the host, and for types other than 2, 4 or 8 bytes. The data must not change
/// while the kernel runs.
template <class T> HEDDLE_FN inline T load_once(T const* pointer) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 2) {
    unsigned short bits;
    asm("ld.global.nc.L1::no_allocate.b16 %0, [%1];" : "=h"(bits) : "l"(pointer));
    T value;
    memcpy(&value, &bits, 2);
    return value;
  } else if constexpr (sizeof(T) == 4) {
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

/// wanted ? load_once(pointer) : otherwise, without a branch, which would keep the loads of other elements waiting.
template <class T> HEDDLE_FN inline T load_once_if(bool wanted, T const* pointer, T const& otherwise) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4) {
    unsigned bits;
    memcpy(&bits, &otherwise, 4);
    asm("{\n .reg .pred p;\n setp.ne.s32 p, %1, 0;\n @p ld.global.nc.L1::no_allocate.b32 %0, [%2];\n}"
        : "+r"(bits)
        : "r"(static_cast<int>(wanted)), "l"(pointer));
    T value;
    memcpy(&value, &bits, 4);
    return value;
  } else if constexpr (sizeof(T) == 8) {
    unsigned long long bits;
    memcpy(&bits, &otherwise, 8);
    asm("{\n .reg .pred p;\n setp.ne.s32 p, %1, 0;\n @p ld.global.nc.L1::no_allocate.b64 %0, [%2];\n}"
        : "+l"(bits)
        : "r"(static_cast<int>(wanted)), "l"(pointer));
    T value;
    memcpy(&value, &bits, 8);
    return value;
  }
#endif
  return wanted ? load_once(pointer) : otherwise;
}

/// The same for data that the first-level cache should keep.
template <class T> HEDDLE_FN inline T load_if(bool wanted, T const* pointer, T const& otherwise) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4) {
    unsigned bits;
    memcpy(&bits, &otherwise, 4);
    asm("{\n .reg .pred p;\n setp.ne.s32 p, %1, 0;\n @p ld.global.nc.b32 %0, [%2];\n}"
        : "+r"(bits)
        : "r"(static_cast<int>(wanted)), "l"(pointer));
    T value;
    memcpy(&value, &bits, 4);
    return value;
  } else if constexpr (sizeof(T) == 8) {
    unsigned long long bits;
    memcpy(&bits, &otherwise, 8);
    asm("{\n .reg .pred p;\n setp.ne.s32 p, %1, 0;\n @p ld.global.nc.b64 %0, [%2];\n}"
        : "+l"(bits)
        : "r"(static_cast<int>(wanted)), "l"(pointer));
    T value;
    memcpy(&value, &bits, 8);
    return value;
  }
#endif
  return wanted ? *pointer : otherwise;
}

/// near ? *shared : *global. `shared` points into the block's shared memory, `global` to data that does not change
/// while the kernel runs. As two loads under a predicate and a selection: a branch would keep a thread from asking for
/// its next element before this one is there, which was measured to halve the speed of products with hubs. Plain on the
/// host, and for types other than 4 or 8 bytes.
template <class T> HEDDLE_FN inline T load_either(bool near, T const* shared, T const* global) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4) {
    unsigned a = 0, b = 0;
    asm volatile("{\n .reg .pred p;\n setp.ne.s32 p, %1, 0;\n @p ld.shared.b32 %0, [%2];\n}"
                 : "+r"(a)
                 : "r"(static_cast<int>(near)), "r"(static_cast<unsigned>(__cvta_generic_to_shared(shared))));
    asm("{\n .reg .pred p;\n setp.eq.s32 p, %1, 0;\n @p ld.global.nc.b32 %0, [%2];\n}"
        : "+r"(b)
        : "r"(static_cast<int>(near)), "l"(global));
    unsigned const bits = near ? a : b;
    T value;
    memcpy(&value, &bits, 4);
    return value;
  } else if constexpr (sizeof(T) == 8) {
    unsigned long long a = 0, b = 0;
    asm volatile("{\n .reg .pred p;\n setp.ne.s32 p, %1, 0;\n @p ld.shared.b64 %0, [%2];\n}"
                 : "+l"(a)
                 : "r"(static_cast<int>(near)), "r"(static_cast<unsigned>(__cvta_generic_to_shared(shared))));
    asm("{\n .reg .pred p;\n setp.eq.s32 p, %1, 0;\n @p ld.global.nc.b64 %0, [%2];\n}"
        : "+l"(b)
        : "r"(static_cast<int>(near)), "l"(global));
    unsigned long long const bits = near ? a : b;
    T value;
    memcpy(&value, &bits, 8);
    return value;
  }
#endif
  return near ? *shared : *global;
}

}  // namespace heddle::detail
