// std.hpp - the standard headers that the pure headers use: tiles, walks, semirings, sinks. Run-time compilation has no
// host library, so under NVRTC the same names come from cuda/std, which lies beside the toolkit's own headers.
#pragma once
#if defined(__CUDACC_RTC__)
#include <cuda/std/bit>
#include <cuda/std/concepts>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/cstring>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

namespace heddle {
namespace std = ::cuda::std;       // what heddle's headers mean by std::
namespace standard = ::cuda::std;  // the same from outside namespace heddle, to specialise its templates
}  // namespace heddle
#else
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

namespace heddle {
namespace standard = ::std;
}  // namespace heddle
#endif
