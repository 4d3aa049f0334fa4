// mxv_f64.cu - matrix-vector kernels of the precompiled semirings on f64.
#include "mxv_instances.cuh"

namespace heddle::detail {
void emit_mxv_f64() { emit_mxv_all(precompiled_f64{}); }
}  // namespace heddle::detail
