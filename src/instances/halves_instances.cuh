// halves_instances.cuh - kernels on matrices of two-byte numbers; one translation unit a type.
#pragma once
#include <heddle/ops/mxv/device.hpp>
#include <heddle/ops/spmv/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include "src/cuda/halves.cuh"

namespace heddle::gpu {

template <class SR, class Index, class Offset, class A, class U>
void solve_precompiled(pull_problem<SR, Index, Offset, A, U> const& p) {
  if (!is_full(p)) {
    product_of_either_half const product{p.a.indices, {p.a.values.data, p.a.values.one}, p.u, p.u_present};
    return pull_halves(p.exec, *p.chosen, p.a.tiles(), product, p.sink);
  }
  unmasked_sink<float_sums, Offset> const close{p.sink, p.empty_rows ? p.a.offsets : nullptr};
  multiply_halves(p.exec, *p.chosen, p.a, p.u, half_sink<A>(close));
}

template <class Types, class Index, class Offset> void solve_precompiled(spmv_problem<Types, Index, Offset> const& p) {
  multiply_halves(p.exec, *p.chosen, p.a, p.x, half_sink<typename Types::stored>(p.close));
}

}  // namespace heddle::gpu
#endif

namespace heddle::detail {

template <class... Types> void emit_spmv_of_halves(type_list<Types...>) {
  (emit<gpu::spmv_problem<Types, std::int32_t, std::int32_t>>(), ...);
}

/// Of a matrix of two-byte numbers: y = alpha A x + beta y, and pulls with u in float or of the same.
template <class H> void emit_halves() {
  using I = std::int32_t;
  emit_spmv_of_halves(gpu::precompiled_spmv_of_halves<H>{});
  emit<gpu::pull_problem<plus_times<float>, I, I, H, float>>();
  emit<gpu::pull_problem<plus_times<float>, I, I, H, H>>();
}

}  // namespace heddle::detail
