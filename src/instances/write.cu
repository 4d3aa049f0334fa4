// write.cu - loops over elements: writing into an output, conversions, truth of mask values, masks at positions.
#include <heddle/ops/detail/sparse_result.hpp>
#include <heddle/ops/detail/write/dense.hpp>
#include <heddle/ops/detail/write/entries.hpp>
#include <heddle/ops/detail/write/lists.hpp>

#include "src/instances/run.hpp"

namespace heddle::detail {

template <class T> void emit_write() {
  emit_index<written_by_code<T>>();
  emit_index<conversion_by_code<T>>();
}

template <class... Ts> void emit_all_writes(type_list<Ts...>) { (emit_write<Ts>(), ...); }

void emit_writes() {
  emit_all_writes(precompiled_elements{});
  emit_index<written_word<std::uint8_t>>();
  emit_index<written_word<std::uint16_t>>();
  emit_index<written_word<std::uint32_t>>();
  emit_index<written_word<std::uint64_t>>();
  emit_index<flag_open>();
  emit_index<flag_listed>();
  emit_index<row_presence>();
}

}  // namespace heddle::detail
