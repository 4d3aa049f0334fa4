// check.cuh - in place of the header of that name, where memory of a device is the host's.
#pragma once
#include <cstring>
#include <heddle/base/executor.hpp>

namespace emulated {

enum class status { success };
struct stream {};
struct guard {
  explicit guard(heddle::executor const&) {}
};

}  // namespace emulated

namespace heddle::gpu {

using device_guard = emulated::guard;

inline void check(emulated::status, char const*) {}
inline emulated::status cudaMemsetAsync(void* at, int value, std::size_t bytes, emulated::stream) {
  std::memset(at, value, bytes);
  return emulated::status::success;
}
template <class Executor> emulated::stream stream_of(Executor const&) { return {}; }

}  // namespace heddle::gpu
