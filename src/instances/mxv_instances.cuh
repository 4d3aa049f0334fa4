// mxv_instances.cuh - pull and push kernels for the semirings of a list; one translation unit an element type.
#pragma once
#include <heddle/ops/mxv/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include "src/cuda/by_code.cuh"
#endif

namespace heddle::detail {

template <class SR, class Index, class Offset, class A = domain_of<SR>, class U = domain_of<SR>> void emit_pull() {
  emit<gpu::pull_problem<SR, Index, Offset, A, U>>();
  if constexpr (gpu::pulls_full<SR, Index, Offset, A, U>) emit<gpu::pull_problem<SR, Index, Offset, A, U, true>>();
}

inline constexpr auto emit_mxv = []<class SR, class Index, class Offset>(instance<SR, Index, Offset>) {
  emit_pull<SR, Index, Offset>();
  if constexpr (gpu::can_push<SR>) emit<gpu::push_problem<SR, Index, Offset>>();
};

}  // namespace heddle::detail
