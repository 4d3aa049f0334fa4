// reduce_instances.hpp - emits the precompiled row reductions: kernels in src/cuda, or, without CUDA, stubs that throw.
#pragma once
#include <heddle/ops/reduce/device.hpp>

#include "src/core/run.hpp"

namespace heddle::detail {

template <class Offset, class... Monoids> void emit_reductions_of(type_list<Monoids...>) {
  (emit<cuda::reduce_problem<Monoids, Offset>>(), ...);
}

inline void emit_all_reductions() {
  emit_reductions_of<std::int32_t>(precompiled_monoids{});
  emit_reductions_of<std::int64_t>(precompiled_wide_monoids{});
}

}  // namespace heddle::detail
