// mxm_f64.cu - matrix products of the precompiled semirings on f64.
#include "mxm_instances.cuh"

namespace heddle::detail {
void emit_mxm_f64() { emit_narrow(products_f64{}, emit_mxm); }
}  // namespace heddle::detail
