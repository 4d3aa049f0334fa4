// halves_instances.cuh - kernels on matrices of two-byte numbers; one translation unit a type.
#pragma once
#include <heddle/ops/spmv/device.hpp>

#include "src/instances/mxv_instances.cuh"
#if defined(__CUDACC__)
#include "src/cuda/halves.cuh"
#endif

namespace heddle::detail {

/// Of a matrix of two-byte numbers: y = alpha A x + beta y, and pulls with u in float or of the same.
template <class H> void emit_halves() {
  using I = std::int32_t;
  emit_narrow(precompiled_spmv_of_halves<H>{},
              []<class Types, class Index, class Offset>(instance<Types, Index, Offset>) {
                emit<gpu::spmv_problem<Types, I, I>>();
              });
  emit_pull<plus_times<float>, I, I, H, float>();
  emit_pull<plus_times<float>, I, I, H, H>();
}

}  // namespace heddle::detail
