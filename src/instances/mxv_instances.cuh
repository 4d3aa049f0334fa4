// mxv_instances.cuh - pull and push kernels for the semirings of a list; one translation unit an element type.
#pragma once
#include <heddle/ops/mxv/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/ops/mxv/device.cuh>

#include "src/cuda/by_code.cuh"

namespace heddle::gpu {

template <class SR, class Index, class Offset, class A, class U>
void solve_precompiled(pull_problem<SR, Index, Offset, A, U> const& p) {
  if constexpr (has_own_kernels<SR, Offset> && !heddle::detail::needs_presence<add_of<SR>>()) {
    if (is_full(p)) {
      using full = heddle::detail::full_product<SR, A, U, Index>;
      using product = std::conditional_t<has_every_walk<SR, A>, full, heddle::detail::usually<full>>;
      return pull_full(product{full{p.a.indices, p.a.values, p.u, p.sr}}, p);
    }
  }
  if constexpr (has_own_masked_kernels<SR, Offset>) {
    pull_lifted(p);
  } else {
    pull_by_code(p);
  }
}

template <class SR, class Index, class Offset, class A, class U>
heddle::detail::sparse_form<Index> solve_precompiled(push_problem<SR, Index, Offset, A, U> const& problem) {
  if constexpr (has_own_masked_kernels<SR, Offset> || has_own_operators<SR>) {
    return solve(problem);
  } else {
    return solve(by_code(problem));
  }
}

}  // namespace heddle::gpu
#endif

namespace heddle::detail {

template <class SR, class Index, class Offset> void emit_mxv() {
  emit<gpu::pull_problem<SR, Index, Offset>>();
  if constexpr (gpu::can_push<SR>) emit<gpu::push_problem<SR, Index, Offset>>();
}

template <class... SRs> void emit_mxv_all(type_list<SRs...>) { (emit_mxv<SRs, std::int32_t, std::int32_t>(), ...); }

template <class... SRs> void emit_mxv_wide(type_list<SRs...>) {
  (emit_mxv<SRs, std::int32_t, std::int64_t>(), ...);
  (emit_mxv<SRs, std::int64_t, std::int64_t>(), ...);
}

}  // namespace heddle::detail
