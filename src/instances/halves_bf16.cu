// halves_bf16.cu - products of matrices of bf16, summed in float.
#include "halves_instances.cuh"

namespace heddle::detail {
void emit_halves_bf16() { emit_halves<bf16>(); }
}  // namespace heddle::detail
