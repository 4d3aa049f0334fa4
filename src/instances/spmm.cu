// spmm.cu - products with dense matrices over plus and times in float and double.
#include <heddle/ops/detail/write/dense.hpp>
#include <heddle/ops/spmm/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/ops/spmm/device.cuh>
#endif

namespace heddle::detail {

template <class... SRs> void emit_dense_products_of(type_list<SRs...>) {
  (emit<gpu::dense_problem<SRs, std::int32_t, std::int32_t, domain_of<SRs>, domain_of<SRs>>>(), ...);
}

void emit_dense_products() {
  emit_dense_products_of(gpu::precompiled_dense_products{});
  emit_index<row_presence>();
}

}  // namespace heddle::detail
