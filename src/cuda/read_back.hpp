// read_back.hpp - the few bytes that the host must see, through pinned memory of the executor.
#pragma once
#include <heddle/executor.hpp>

namespace heddle::cuda {

inline constexpr std::size_t max_read_back = 4096;

// Copies `bytes` <= max_read_back of device memory to `destination`, after all work given to the executor so far.
void read_back(executor const& exec, void* destination, void const* source, std::size_t bytes);

template <class T> T read_back(executor const& exec, T const* source) {
  static_assert(sizeof(T) <= max_read_back);
  T value;
  read_back(exec, &value, source, sizeof(T));
  return value;
}

}  // namespace heddle::cuda
