// std.hpp - the standard headers that the pure headers use: tiles, partitions, walks, semirings, views, sinks. Run-time
// compilation has no host library, so under NVRTC the same names come from cuda/std, which comes with the toolkit.
#pragma once
#if defined(__CUDACC_RTC__)
#include <cuda/std/bit>
#include <cuda/std/concepts>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/cstring>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>

namespace heddle {

/// What heddle's headers mean by std:: there; with a std of its own beside it a program cannot use namespace heddle
/// whole.
namespace std {

using namespace ::cuda::std;

/// Names and texts are left out.
struct string_view {
  __host__ __device__ constexpr string_view(char const*) {}
};

}  // namespace std

/// Where the templates are declared, for those who specialise them.
namespace standard = ::cuda::std;

}  // namespace heddle
#else
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace heddle {
/// Where the templates are declared, for those who specialise them.
namespace standard = ::std;
}  // namespace heddle
#endif
