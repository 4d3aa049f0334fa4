// mxv_logic.cu - matrix-vector kernels of the precompiled semirings on bool.
#include "mxv_instances.cuh"

namespace heddle::detail {
void emit_mxv_logic() { emit_narrow(precompiled_logic{}, emit_mxv); }
}  // namespace heddle::detail
