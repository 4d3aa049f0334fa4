// spmv.cu - kernels of y = alpha A x + beta y for the precompiled types.
#include <heddle/ops/spmv/device.cuh>

namespace heddle::cuda {

template <class Types, class Index, class Offset> void spmv(spmv_problem<Types, Index, Offset> const& problem) {
  spmv_body(problem);
}

}  // namespace heddle::cuda

#include "src/core/spmv_instances.hpp"

namespace heddle::detail {
void emit_spmv() { emit_all_spmv(); }
}  // namespace heddle::detail
