// indices.cu - loops over chosen positions: of either width, and of values of any type.
#include <heddle/ops/assign/part.hpp>
#include <heddle/ops/expand/expand.hpp>

#include "src/instances/run.hpp"
#include "src/plan/compact_steps.hpp"

namespace heddle::detail {

void emit_indices() {
  emit_index<copy_offsets>();
  emit_index<cyclic_columns>();
  emit_index<chosen_position>();
  emit_index<flag_repeated>();
  emit_index<looked_up>();
  emit_index<found_entry>();
  emit_index<sliced_row>();
  emit_index<renamed_entry>();
  emit_index<flag_chosen_entry>();
  emit_index<chosen_entry>();
  emit_index<counted_entry>();
  emit_index<repeated_entry>();
  emit_index<flag_in_part>();
  emit_index<replaced_offsets>();
  emit_index<expanded_edge>();
  emit_index<compact_range>();
  emit_index<compact_entry>();
  emit_index<copied_block>();
}

}  // namespace heddle::detail
