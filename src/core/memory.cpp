// memory.cpp - copies between any two executors.
#include <heddle/memory.hpp>

#include "src/core/backend.hpp"

namespace heddle::detail {

void copy_bytes(executor const& to, void* destination, executor const& from, void const* source, std::size_t bytes) {
  if (bytes == 0) return;
  if (to.is_host() && from.is_host()) {
    host::copy_bytes(to, destination, from, source, bytes);
  } else {
    cuda::copy_bytes(to, destination, from, source, bytes);
  }
}

}  // namespace heddle::detail
