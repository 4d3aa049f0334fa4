// load_either.hpp - read from shared or from global memory, whichever holds the element, without a branch.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::seam {

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

}  // namespace heddle::seam
