// comes_soon.hpp - to wait awake for what takes no longer than a thread takes to fall asleep and wake.
#pragma once
#include <chrono>

namespace heddle::detail {

/// Whether `done` comes true within 50 us.
template <class Done> bool comes_soon(Done const& done) {
  for (auto const late = std::chrono::steady_clock::now() + std::chrono::microseconds(50);;) {
    for (int k = 0; k < 64; ++k) {
      if (done()) return true;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    if (std::chrono::steady_clock::now() > late) return false;
  }
}

}  // namespace heddle::detail
