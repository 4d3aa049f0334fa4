// write.cu - loops over elements: writing into an output, conversions, truth of mask values, masks at positions.
#include <heddle/ops/detail/sparse_result.hpp>
#include <heddle/ops/detail/write/entries.hpp>
#include <heddle/ops/detail/write/lists.hpp>

#include "src/instances/run.hpp"

namespace heddle::detail {

template <class T> void emit_write() {
  emit_index<written_entry<T, coded_accumulator<T>, T>>();
  emit_index<written_number<T, coded_accumulator<T>>>();
  emit_index<coded_conversion<T>>();
}

template <class... Ts> void emit_all_writes(type_list<Ts...>) { (emit_write<Ts>(), ...); }

void emit_writes() {
  emit_all_writes(precompiled_elements{});
  emit_index<coded_truth>();
  emit_index<flag_open>();
  emit_index<flag_listed>();
}

}  // namespace heddle::detail
