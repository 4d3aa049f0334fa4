// run.hpp - what the library does with problems of its own: it launches kernels, or, in a build without CUDA, says that
// there are none. A source that includes this makes the kernels of whatever problem it emits or dispatches.
#pragma once
#include <heddle/ops/dispatch.hpp>
#if !defined(__CUDACC__)
#include "src/stub/no_cuda.hpp"
#endif

namespace heddle {

namespace cuda {

// Kernels that several problems share are launched by solve_precompiled(problem), where there is one.
template <class Problem> typename Problem::result run([[maybe_unused]] Problem const& problem) {
#if !defined(__CUDACC__)
  no_cuda();
#else
  if constexpr (requires { solve_precompiled(problem); }) {
    return solve_precompiled(problem);
  } else {
    return solve(problem);
  }
#endif
}

}  // namespace cuda

namespace detail {

// A function whose address is stored where the compiler cannot see it unused must be emitted.
template <class Problem> void emit() {
  using function = typename Problem::result(Problem const&);
  [[maybe_unused]] static function* volatile kept;
  kept = &cuda::run<Problem>;
}

}  // namespace detail
}  // namespace heddle
