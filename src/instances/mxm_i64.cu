// mxm_i64.cu - matrix products of the precompiled semirings on i64.
#include "mxm_instances.cuh"

namespace heddle::detail {
void emit_mxm_i64() { emit_narrow(products_i64{}, emit_mxm); }
}  // namespace heddle::detail
