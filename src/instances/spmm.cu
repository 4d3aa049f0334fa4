// spmm.cu - products with dense matrices over plus and times in float and double.
#include <heddle/ops/detail/write/dense.hpp>
#include <heddle/ops/spmm/device.hpp>

#include "src/instances/run.hpp"
#if defined(__CUDACC__)
#include <heddle/ops/spmm/device.cuh>
#endif

namespace heddle::detail {

void emit_dense_products() {
  emit_narrow(precompiled_dense_products{}, []<class SR, class I, class O>(instance<SR, I, O>) {
    emit<gpu::dense_problem<SR, I, O, domain_of<SR>, domain_of<SR>>>();
  });
  emit_index<row_presence>();
}

}  // namespace heddle::detail
