// reduce.cu - row reductions of the precompiled monoids.
#include <heddle/ops/reduce/device.cuh>

#include "src/cuda/general.cuh"

namespace heddle::cuda {

template <class Monoid, class Offset> void solve_precompiled(reduce_problem<Monoid, Offset> const& problem) {
  if constexpr (has_own_reduction<Monoid, Offset>) {
    solve(problem);
  } else {
    solve(general(problem));
  }
}

}  // namespace heddle::cuda

#include "src/core/reduce_instances.hpp"

namespace heddle::detail {
void emit_reductions() { emit_all_reductions(); }
}  // namespace heddle::detail
