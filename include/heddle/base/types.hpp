// types.hpp - index types, element requirements, what a monoid declares of itself, and the macros.
#pragma once
#if __cplusplus < 202002L
#error "heddle: C++20 is wanted, such as by -std=c++20"
#endif
#if defined(I) || defined(min) || defined(max)
#error "heddle: a macro is called I (complex.h has one), min or max: include heddle before it, or #undef it"
#endif
#include <heddle/base/std.hpp>

#if defined(__CUDACC__)
#define HEDDLE_FN __host__ __device__
#else
#define HEDDLE_FN
#endif

// Before a loop: all its steps written out, or none; g++ warns of a pragma that it does not know.
#if defined(__CUDA_ARCH__)
#define HEDDLE_UNROLL _Pragma("unroll")
#define HEDDLE_ROLLED _Pragma("unroll 1")
#else
#define HEDDLE_UNROLL
#define HEDDLE_ROLLED
#endif

// The library's parts know one another's names; what says `using namespace heddle` gets none of these.
namespace heddle::seam {}
namespace heddle::schedules {
using namespace seam;
}
namespace heddle::strategies {
using namespace seam;
using namespace schedules;
}  // namespace heddle::strategies
namespace heddle::detail {
using namespace seam;
using namespace schedules;
using namespace strategies;
}  // namespace heddle::detail
namespace heddle::primitives {
using namespace seam;
}
namespace heddle::host {
using namespace seam;
using namespace schedules;
using namespace detail;
}  // namespace heddle::host
namespace heddle::gpu {
using namespace seam;
using namespace schedules;
using namespace detail;
}  // namespace heddle::gpu

namespace heddle {

/// Positions and counts at the interface are 64-bit whatever a container stores.
using size_type = std::int64_t;

namespace primitives {

/// A flag, or a part of a value of which nothing is known but its size.
using byte = unsigned char;

}  // namespace primitives

/// Types that may number rows and columns (`Index`) or stored entries (`Offset`).
template <class I>
concept index_type = std::is_same_v<I, std::int32_t> || std::is_same_v<I, std::int64_t>;

/// What a matrix or vector may store: any trivially copyable type with a default, `bool` and user structs among them.
template <class T>
concept element = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> && !std::is_pointer_v<T>;

/// Lanes may combine what is in no order.
template <class M> HEDDLE_FN constexpr bool is_commutative() {
  return requires { requires M::commutative; };
}

namespace detail {

/// Of values that are not terminal any stands for all, so that a sum is its first terminal value, or any.
template <class M> HEDDLE_FN constexpr bool is_decided_by_one() {
  return requires { requires M::decided_by_one; };
}

/// n elements; the sign of n is of no interest.
template <class T, auto n> using few = T[static_cast<std::size_t>(n)];

/// No element is neutral, so that walks carry presence beside sums.
template <class M> HEDDLE_FN constexpr bool needs_presence() {
  return requires { requires M::needs_presence; };
}

/// The value of an entry of which none is given.
template <class T> HEDDLE_FN constexpr T one_of() {
  if constexpr (requires { T(1); }) {
    return T(1);
  } else {
    return T{};
  }
}

}  // namespace detail

}  // namespace heddle

namespace heddle::seam {

/// a / b, rounded up.
HEDDLE_FN constexpr size_type ceil_div(size_type a, size_type b) { return a / b + (a % b != 0); }

/// The less of two.
template <class T> HEDDLE_FN constexpr T min_of(T a, T b) { return b < a ? b : a; }

/// The greater of two.
template <class T> HEDDLE_FN constexpr T max_of(T a, T b) { return a < b ? b : a; }

}  // namespace heddle::seam
