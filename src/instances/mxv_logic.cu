// mxv_logic.cu - matrix-vector kernels of the precompiled semirings on bool.
#include "mxv_instances.cuh"

namespace heddle::detail {
void emit_mxv_logic() { emit_mxv_all(precompiled_logic{}); }
}  // namespace heddle::detail
