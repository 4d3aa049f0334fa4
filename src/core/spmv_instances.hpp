// spmv_instances.hpp - emits the precompiled y = alpha A x + beta y, and what else reads two-byte numbers: kernels in
// src/cuda, or, without CUDA, stubs that throw in src/stub.
#pragma once
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/spmv/device.hpp>

#include "src/core/run.hpp"

namespace heddle::detail {

template <class Index, class Offset, class... Types> void emit_spmv_of(type_list<Types...>) {
  (emit<cuda::spmv_problem<Types, Index, Offset>>(), ...);
}

template <class Reals = cuda::precompiled_wide_spmv> void emit_spmv_of_reals() {
  emit_spmv_of<std::int32_t, std::int32_t>(Reals{});
  emit_spmv_of<std::int32_t, std::int64_t>(Reals{});
  emit_spmv_of<std::int64_t, std::int64_t>(Reals{});
}

/// Of a matrix of two-byte numbers: y = alpha A x + beta y, and pulls with u in float or of the same.
template <class H> void emit_halves() {
  using I = std::int32_t;
  emit_spmv_of<I, I>(cuda::precompiled_spmv_of_halves<H>{});
  emit<cuda::pull_problem<plus_times<float>, I, I, H, float>>();
  emit<cuda::pull_problem<plus_times<float>, I, I, H, H>>();
}

}  // namespace heddle::detail
