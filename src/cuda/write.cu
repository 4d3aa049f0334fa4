// write.cu - element-wise kernels: writing into an output, conversions, truth of mask values, masks at positions.
#include "src/core/index_instances.hpp"

namespace heddle::detail {
void emit_write_kernels() { emit_writes(precompiled_elements{}); }
}  // namespace heddle::detail
