// mxv_instances.cuh - pull and push kernels for the semirings of a list; one translation unit an element type.
#pragma once
#include <heddle/ops/mxv/device.cuh>

namespace heddle::cuda {

template <class SR, class Index, class Offset, class A, class U>
void pull(pull_problem<SR, Index, Offset, A, U> const& problem) {
  pull_body(problem);
}

template <class SR, class Index, class Offset, class A, class U>
push_result<Index> push(push_problem<SR, Index, Offset, A, U> const& problem) {
  return push_body(problem);
}

}  // namespace heddle::cuda

#include "src/core/instantiate.hpp"
