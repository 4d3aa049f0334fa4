// mxm_i64.cu - matrix products of the precompiled semirings on i64.
#include "mxm_instances.cuh"

namespace heddle::detail {
void emit_mxm_i64() { emit_products(gpu::products_i64{}); }
}  // namespace heddle::detail
