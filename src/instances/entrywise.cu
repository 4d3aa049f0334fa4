// entrywise.cu - functions of entries and of their positions, by code.
#include <heddle/ops/apply/codes.hpp>

#include "src/instances/run.hpp"

namespace heddle::detail {

template <class... Ts> void emit_all_functions(type_list<Ts...>) { (emit_index<function_by_code<Ts>>(), ...); }

void emit_entrywise() {
  emit_all_functions(precompiled_elements{});
  emit_index<position_by_code>();
  emit_index<rule_by_code>();
}

}  // namespace heddle::detail
