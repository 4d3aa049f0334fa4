// memory.cpp - copies between any two executors.
#include <heddle/base/memory.hpp>

#include "src/executor/backend.hpp"

namespace heddle::detail {

void copy_bytes(executor const& to, void* destination, executor const& from, void const* source, std::size_t bytes) {
  if (bytes == 0) return;
  if (to.is_host() && from.is_host()) {
    host::copy_bytes(to, destination, from, source, bytes);
  } else {
    gpu::copy_bytes(to, destination, from, source, bytes);
  }
}

void copy_lines(executor const& to, executor const& from, line_copy const& asked) {
  if (asked.bytes == 0 || asked.lines == 0) return;
  bool const joined = asked.destination_step == asked.bytes && asked.source_step == asked.bytes;
  if (joined || asked.lines == 1) {
    return copy_bytes(to, asked.destination, from, asked.source, asked.bytes * static_cast<std::size_t>(asked.lines));
  }
  to.is_host() && from.is_host() ? host::copy_lines(to, from, asked) : gpu::copy_lines(to, from, asked);
}

}  // namespace heddle::detail
