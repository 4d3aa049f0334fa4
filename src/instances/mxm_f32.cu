// mxm_f32.cu - matrix products of the precompiled semirings on f32.
#include "mxm_instances.cuh"

namespace heddle::detail {
void emit_mxm_f32() { emit_products(gpu::products_f32{}); }
}  // namespace heddle::detail
