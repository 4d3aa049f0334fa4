// ewise.cu - element-wise operators on two vectors on the GPU.
#include "src/core/index_instances.hpp"

namespace heddle::detail {
void emit_ewises() { emit_all_pairs(precompiled_elements{}); }
}  // namespace heddle::detail
