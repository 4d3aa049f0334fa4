// reduce.cu - row reductions of the precompiled monoids.
#include <heddle/ops/reduce/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/ops/reduce/device.cuh>

#include "src/cuda/by_code.cuh"
#endif

namespace heddle::detail {

void emit_reductions() {
  auto const one = []<class Monoid, class Index, class Offset>(instance<Monoid, Index, Offset>) {
    emit<gpu::reduce_problem<Monoid, Offset>>();
  };
  emit_narrow(precompiled_monoids{}, one);
  emit_wide(precompiled_wide_monoids{}, one);
}

}  // namespace heddle::detail
