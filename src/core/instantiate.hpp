// instantiate.hpp - emits the precompiled matrix-vector products: kernels in src/cuda, or, without CUDA, stubs that
// throw in src/stub.
#pragma once
#include <heddle/ops/mxv/device.hpp>

#include "src/core/run.hpp"

namespace heddle::detail {

template <class SR, class Index, class Offset> void emit_mxv() {
  emit<cuda::pull_problem<SR, Index, Offset>>();
  if constexpr (cuda::can_push<SR>) emit<cuda::push_problem<SR, Index, Offset>>();
}

template <class... SRs> void emit_mxv_all(type_list<SRs...>) { (emit_mxv<SRs, std::int32_t, std::int32_t>(), ...); }

template <class... SRs> void emit_mxv_wide(type_list<SRs...>) {
  (emit_mxv<SRs, std::int32_t, std::int64_t>(), ...);
  (emit_mxv<SRs, std::int64_t, std::int64_t>(), ...);
}

// Matrices of two-byte numbers, with u in float or of the same.
template <class H> void emit_mxv_short() {
  emit<cuda::pull_problem<plus_times<float>, std::int32_t, std::int32_t, H, float>>();
  emit<cuda::pull_problem<plus_times<float>, std::int32_t, std::int32_t, H, H>>();
}

}  // namespace heddle::detail
