// reduce.cu - row reductions of the precompiled monoids.
#include <heddle/ops/reduce/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/ops/reduce/device.cuh>

#include "src/cuda/by_code.cuh"

namespace heddle::gpu {

template <class Monoid, class Offset> void solve_precompiled(reduce_problem<Monoid, Offset> const& p) {
  using D = typename Monoid::value_type;
  using value = heddle::detail::entry_value<D, D>;
  if constexpr (!has_own_reduction<Monoid, Offset>) {
    reduce_by_code(p);
  } else if constexpr (reduces_by_every_walk) {
    solve(p);
  } else {
    if (p.sink.mask.trivial()) return reduce_all_rows(heddle::detail::usually<value>{value{p.values}}, p);
    full_sink<vector_sink<D, Monoid>, Offset> const close{p.sink, p.empty_rows ? p.rows.offsets : nullptr};
    reduce_tiles(p.exec, *p.chosen, p.rows, value{p.values}, p.add, close);
  }
}

}  // namespace heddle::gpu
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
