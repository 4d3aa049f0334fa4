// mxv_f32.cu - matrix-vector kernels of the precompiled semirings on f32.
#include "mxv_instances.cuh"

namespace heddle::detail {
void emit_mxv_f32() { emit_narrow(precompiled_f32{}, emit_mxv); }
}  // namespace heddle::detail
