// mxv_i64.cu - matrix-vector kernels of the precompiled semirings on i64.
#include "mxv_instances.cuh"

namespace heddle::detail {
void emit_mxv_i64() { emit_narrow(precompiled_i64{}, emit_mxv); }
}  // namespace heddle::detail
