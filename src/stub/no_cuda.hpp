// no_cuda.hpp - what every CUDA entry point does in a build without CUDA.
#pragma once
#include <heddle/base/error.hpp>

namespace heddle::gpu {

[[noreturn]] inline void no_cuda() {
  throw not_compiled("this heddle was built without CUDA; build it where nvcc is found, with HEDDLE_CUDA=ON");
}

}  // namespace heddle::gpu
