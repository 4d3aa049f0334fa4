// ewise.cu - element-wise operators on two vectors.
#include <heddle/ops/ewise/pairs.hpp>

#include "src/instances/run.hpp"

namespace heddle::detail {

template <class T> void emit_pairs() {
  emit_index<coded_pair<T, std::int32_t>>();
  emit_index<coded_pair<T, std::int64_t>>();
}

template <class... Ts> void emit_all_pairs(type_list<Ts...>) { (emit_pairs<Ts>(), ...); }

void emit_ewises() { emit_all_pairs(precompiled_elements{}); }

}  // namespace heddle::detail
