// with_cuda.hpp - the one way from host code of the library to code of a GPU.
#pragma once
#include <heddle/base/error.hpp>

namespace heddle::gpu {

[[noreturn]] inline void no_cuda() {
  throw not_compiled("this heddle was built without CUDA; build it where nvcc is found, with HEDDLE_CUDA=ON");
}

}  // namespace heddle::gpu

namespace heddle::detail {

/// call(), which asks something of a GPU. In a build without CUDA nothing is compiled of it, so that nobody has to
/// define what it names: it throws not_compiled, and no executor leads here.
template <class Call> auto with_cuda([[maybe_unused]] Call const& call) -> decltype(call()) {
#if defined(HEDDLE_WITH_CUDA)
  return call();
#else
  gpu::no_cuda();
#endif
}

}  // namespace heddle::detail
