// mxm_instances.cuh - product kernels for the semirings of a list; one translation unit an element type.
#pragma once
#include <heddle/ops/mxm/device.cuh>

namespace heddle::cuda {

template <class SR, class A, class B, class Index, class Offset>
std::shared_ptr<heddle::detail::compressed<Index, Offset>> expand(
    expand_problem<SR, A, B, Index, Offset> const& problem) {
  return expand_body(problem);
}

template <class SR, class A, class B, class Index, class Offset>
void dot(dot_problem<SR, A, B, Index, Offset> const& problem) {
  dot_body(problem);
}

template <class SR, class A, class B, class Index, class Offset>
void multiply_full(full_problem<SR, A, B, Index, Offset> const& problem) {
  multiply_full_body(problem);
}

}  // namespace heddle::cuda

#include "src/core/mxm_instances.hpp"
