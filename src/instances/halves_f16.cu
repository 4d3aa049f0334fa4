// halves_f16.cu - products of matrices of f16, summed in float.
#include "halves_instances.cuh"

namespace heddle::detail {
void emit_halves_f16() { emit_halves<f16>(); }
}  // namespace heddle::detail
