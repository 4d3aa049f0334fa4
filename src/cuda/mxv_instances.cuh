// mxv_instances.cuh - pull and push kernels for the semirings of a list; one translation unit an element type.
#pragma once
#include <heddle/ops/mxv/device.cuh>

#include "src/cuda/general.cuh"

namespace heddle::cuda {

template <class SR, class Index, class Offset, class A, class U>
void solve_precompiled(pull_problem<SR, Index, Offset, A, U> const& problem) {
  constexpr bool in_domain = std::is_same_v<A, domain_of<SR>> && std::is_same_v<U, domain_of<SR>>;
  if constexpr (has_own_kernels<SR, Offset> || !in_domain) {
    solve(problem);
  } else {
    solve(general(problem));
  }
}

template <class SR, class Index, class Offset, class A, class U>
push_result<Index> solve_precompiled(push_problem<SR, Index, Offset, A, U> const& problem) {
  if constexpr (has_own_kernels<SR, Offset>) {
    return solve(problem);
  } else {
    return solve(general(problem));
  }
}

}  // namespace heddle::cuda

#include "src/core/instantiate.hpp"
