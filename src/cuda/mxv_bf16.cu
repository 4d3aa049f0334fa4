// mxv_bf16.cu - matrix-vector kernels on matrices of bf16, summed in float.
#include "mxv_instances.cuh"

namespace heddle::detail {
void emit_mxv_bf16() { emit_mxv_short<bf16>(); }
}  // namespace heddle::detail
