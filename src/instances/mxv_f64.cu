// mxv_f64.cu - matrix-vector kernels of the precompiled semirings on f64.
#include "mxv_instances.cuh"

namespace heddle::detail {
void emit_mxv_f64() { emit_narrow(precompiled_f64{}, emit_mxv); }
}  // namespace heddle::detail
