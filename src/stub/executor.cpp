// executor.cpp - there is no GPU in a build without CUDA.
#include <heddle/base/executor.hpp>

#include "src/stub/no_cuda.hpp"

namespace heddle {

executor cuda_executor(cuda_options const&) { gpu::no_cuda(); }

bool cuda_available() noexcept { return false; }

}  // namespace heddle
