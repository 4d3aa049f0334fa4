// mxm_f32.cu - matrix products of the precompiled semirings on f32.
#include "mxm_instances.cuh"

namespace heddle::detail {
void emit_mxm_f32() { emit_narrow(products_f32{}, emit_mxm); }
}  // namespace heddle::detail
