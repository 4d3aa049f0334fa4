// entrywise.cu - functions of entries and of their positions, by code.
#include <heddle/ops/apply/codes.hpp>

#include "src/instances/run.hpp"

namespace heddle::detail {

template <class... Ts> void emit_all_functions(type_list<Ts...>) { (emit_index<coded_unary<Ts>>(), ...); }

void emit_entrywise() {
  emit_all_functions(precompiled_elements{});
  emit_index<coded_position>();
  emit_index<coded_rule>();
}

}  // namespace heddle::detail
