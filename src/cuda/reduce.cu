// reduce.cu - row reductions of the precompiled monoids.
#include <heddle/ops/reduce/device.cuh>

#include "src/cuda/general.cuh"

namespace heddle::cuda {

template <class Monoid, class Offset> void reduce_rows(reduce_problem<Monoid, Offset> const& problem) {
  if constexpr (has_own_reduction<Monoid, Offset>) {
    reduce_rows_body(problem);
  } else {
    reduce_generally(problem);
  }
}

}  // namespace heddle::cuda

#include "src/core/reduce_instances.hpp"

namespace heddle::detail {
void emit_reductions() { emit_all_reductions(); }
}  // namespace heddle::detail
