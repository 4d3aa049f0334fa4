// mxv_f16.cu - matrix-vector kernels on matrices of f16, summed in float.
#include "mxv_instances.cuh"

namespace heddle::detail {
void emit_mxv_f16() { emit_mxv_short<f16>(); }
}  // namespace heddle::detail
