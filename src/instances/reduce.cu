// reduce.cu - row reductions of the precompiled monoids.
#include <heddle/ops/reduce/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/ops/reduce/device.cuh>

#include "src/cuda/by_code.cuh"
#endif

namespace heddle::detail {

template <class Offset, class... Monoids> void emit_reductions_of(type_list<Monoids...>) {
  (emit<gpu::reduce_problem<Monoids, Offset>>(), ...);
}

void emit_reductions() {
  emit_reductions_of<std::int32_t>(precompiled_monoids{});
  emit_reductions_of<std::int64_t>(precompiled_wide_monoids{});
}

}  // namespace heddle::detail
