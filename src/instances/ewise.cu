// ewise.cu - element-wise operators on two vectors.
#include <heddle/ops/ewise/pairs.hpp>

#include "src/instances/run.hpp"

namespace heddle::detail {

template <class... Ts> void emit_all_pairs(type_list<Ts...>) { (emit_index<coded_pair<Ts>>(), ...); }

void emit_ewises() { emit_all_pairs(precompiled_elements{}); }

}  // namespace heddle::detail
