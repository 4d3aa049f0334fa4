// mxm_f64.cu - matrix products of the precompiled semirings on f64.
#include "mxm_instances.cuh"

namespace heddle::detail {
void emit_mxm_f64() { emit_products(gpu::products_f64{}); }
}  // namespace heddle::detail
