// mxv_i32.cu - matrix-vector kernels of the precompiled semirings on i32.
#include "mxv_instances.cuh"

namespace heddle::detail {
void emit_mxv_i32() { emit_narrow(precompiled_i32{}, emit_mxv); }
}  // namespace heddle::detail
