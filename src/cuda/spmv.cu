// spmv.cu - kernels of y = alpha A x + beta y for the precompiled types.
#include <heddle/ops/spmv/device.cuh>

#include "src/core/spmv_instances.hpp"

namespace heddle::detail {
void emit_spmv() { emit_all_spmv(); }
}  // namespace heddle::detail
