// scratch.cuh - the two calls that every CUB algorithm wants, with scratch memory in stream order.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/check.cuh>

namespace heddle::gpu {

// call(scratch, bytes) -> cudaError_t is asked for its needs first, and then run.
template <class Call> void with_scratch(executor const& exec, char const* what, Call const& call) {
  device_guard const guard(exec);
  std::size_t bytes = 0;
  check(call(nullptr, bytes), what);
  buffer<unsigned char> scratch(exec, static_cast<size_type>(max_of(bytes, std::size_t{1})));
  check(call(scratch.data(), bytes), what);
}

}  // namespace heddle::gpu
