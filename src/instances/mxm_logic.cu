// mxm_logic.cu - matrix products of the precompiled semirings on bool.
#include "mxm_instances.cuh"

namespace heddle::detail {
void emit_mxm_logic() { emit_narrow(products_logic{}, emit_mxm); }
}  // namespace heddle::detail
