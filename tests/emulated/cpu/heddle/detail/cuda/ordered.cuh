// ordered.cuh - in place of the header of that name, for kernels that a CPU runs.
#pragma once
#include "tests/emulated/cpu/emulated.hpp"

namespace heddle::gpu {

using counter = unsigned long long;

inline void prefetch(void const*) {}
inline void add_release(counter* sum, counter value) { __atomic_fetch_add(sum, value, __ATOMIC_SEQ_CST); }
inline counter load_acquire(counter const* at) {
  emulated::wait_for_others();
  return __atomic_load_n(at, __ATOMIC_SEQ_CST);
}
inline counter take_one(counter* listed) { return __atomic_fetch_add(listed, counter{1}, __ATOMIC_SEQ_CST); }

}  // namespace heddle::gpu
