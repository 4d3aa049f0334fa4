// trace_range.cpp - named ranges in a build without CUDA: there is no GPU work to name.
#include <heddle/detail/executor/trace_range.hpp>

namespace heddle::gpu {

bool begin_range(char const*, schedule const*) noexcept { return false; }

void end_range() noexcept {}

}  // namespace heddle::gpu
