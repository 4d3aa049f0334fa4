// spmv_instances.hpp - emits the precompiled y = alpha A x + beta y: kernels in src/cuda, or, without
// CUDA, stubs that throw.
#pragma once
#include <heddle/ops/spmv/device.hpp>

#include "src/core/run.hpp"

namespace heddle::detail {

template <class Index, class Offset, class... Types> void emit_spmv_of(type_list<Types...>) {
  (emit<cuda::spmv_problem<Types, Index, Offset>>(), ...);
}

inline void emit_all_spmv() {
  emit_spmv_of<std::int32_t, std::int32_t>(cuda::precompiled_spmv{});
  emit_spmv_of<std::int32_t, std::int64_t>(cuda::precompiled_wide_spmv{});
  emit_spmv_of<std::int64_t, std::int64_t>(cuda::precompiled_wide_spmv{});
}

}  // namespace heddle::detail
