// mxv_instances.cuh - pull and push kernels for the semirings of a list; one translation unit an element type.
#pragma once
#include <heddle/ops/mxv/device.cuh>

#include "src/cuda/general.cuh"

namespace heddle::cuda {

template <class SR, class Index, class Offset, class A, class U>
void pull(pull_problem<SR, Index, Offset, A, U> const& problem) {
  if constexpr (has_own_masked_kernels<SR, Offset>) {
    pull_body(problem);
  } else {
    if constexpr (has_own_kernels<SR, Offset>) {
      if (is_full(problem)) return pull_full(problem);
    }
    pull_rarely(problem);
  }
}

template <class SR, class Index, class Offset, class A, class U>
push_result<Index> push(push_problem<SR, Index, Offset, A, U> const& problem) {
  if constexpr (has_own_masked_kernels<SR, Offset> || has_own_operators<SR>) {
    return push_body(problem);
  } else {
    return push_body(general(problem));
  }
}

}  // namespace heddle::cuda

#include "src/core/instantiate.hpp"
