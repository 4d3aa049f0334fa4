// marks.hpp - under nvcc, users' functions that GPUs are to call have to be marked for it; elsewhere no mark is missed.
#pragma once
#if defined(__CUDACC__)
#include <heddle/ops/detail/marks.cuh>
#else
#include <heddle/detail/executor/toolchain.hpp>

namespace heddle::inline HEDDLE_TOOLCHAIN::ops {

template <class F, class... X> constexpr void require_marked() {}
template <class M> constexpr void require_marked_monoid() {}
template <class SR, class A, class B> constexpr void require_marked_semiring() {}

}  // namespace heddle::inline HEDDLE_TOOLCHAIN::ops
#endif
