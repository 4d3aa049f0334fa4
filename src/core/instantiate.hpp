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

}  // namespace heddle::detail
