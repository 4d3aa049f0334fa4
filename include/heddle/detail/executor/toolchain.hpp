// toolchain.hpp - keeps what nvcc and a plain C++ compiler make of one template apart.
// A front end instantiates kernels under nvcc and looks precompiled ones up elsewhere; the inline namespace makes these
// two different functions, so that a program may contain both.
#pragma once

#if defined(__CUDACC__)
#define HEDDLE_TOOLCHAIN with_nvcc
#else
#define HEDDLE_TOOLCHAIN host_compiler
#endif

namespace heddle::seam {}
namespace heddle::schedules {}
namespace heddle::detail {}

namespace heddle::inline HEDDLE_TOOLCHAIN {

// What is not for users of the operations.
namespace ops {
using namespace seam;
using namespace schedules;
using namespace detail;
}  // namespace ops

}  // namespace heddle::inline HEDDLE_TOOLCHAIN
