// mxv_wide.cu - matrix-vector kernels for matrices of 2^31 entries, or rows, and more.
#include "mxv_instances.cuh"

namespace heddle::detail {
void emit_mxv_of_wide() { emit_wide(precompiled_wide{}, emit_mxv); }
}  // namespace heddle::detail
