// mxm_i32.cu - matrix products of the precompiled semirings on i32.
#include "mxm_instances.cuh"

namespace heddle::detail {
void emit_mxm_i32() { emit_narrow(products_i32{}, emit_mxm); }
}  // namespace heddle::detail
