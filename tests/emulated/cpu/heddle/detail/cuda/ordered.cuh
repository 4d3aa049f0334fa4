// ordered.cuh - in place of the header of that name, for kernels that a CPU runs.
#pragma once
#include <chrono>

#include "tests/emulated/cpu/emulated.hpp"

namespace heddle::gpu {

using counter = unsigned long long;

inline void prefetch(void const*) {}
inline void add_release(counter* sum, counter value) { __atomic_fetch_add(sum, value, __ATOMIC_SEQ_CST); }
inline counter load_acquire(counter const* at) {
  emulated::wait_for_others();
  return __atomic_load_n(at, __ATOMIC_SEQ_CST);
}
inline bool comes_last(unsigned* arrived, unsigned of) {
  if (__atomic_add_fetch(arrived, 1, __ATOMIC_SEQ_CST) != of) return false;
  __atomic_store_n(arrived, 0, __ATOMIC_SEQ_CST);
  return true;
}
template <class T> T add_alone(T* sum, T value) { return atomicAdd(sum, value); }

// Ranks are threads of the system, each with a kernel of its own.
inline void store_release_system(counter* at, counter value) { __atomic_store_n(at, value, __ATOMIC_SEQ_CST); }
inline counter load_acquire_system(counter const* at) {
  emulated::wait_for_others();
  std::this_thread::yield();
  return __atomic_load_n(at, __ATOMIC_SEQ_CST);
}
template <class T> T load_far(T const* at) { return *at; }
inline counter nanoseconds() {
  return static_cast<counter>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
}

}  // namespace heddle::gpu
