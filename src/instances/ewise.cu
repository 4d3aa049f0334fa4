// ewise.cu - operators on two operands, entry by entry, and the pairs of all.
#include <heddle/ops/kronecker/kronecker.hpp>
#include <heddle/ops/select/compared.hpp>

#include "src/instances/run.hpp"

namespace heddle::detail {

template <class T> void emit_pair() {
  emit_index<pair_by_code<T>>();
  if constexpr (is_compared_by_fours<T>) emit_index<compared_four<T>>();
}

template <class... Ts> void emit_all_pairs(type_list<Ts...>) { (emit_pair<Ts>(), ...); }

void emit_ewises() {
  emit_all_pairs(precompiled_elements{});
  emit_index<find_keys>();
  emit_index<kronecker_offsets>();
  emit_index<kronecker_entries>();
}

}  // namespace heddle::detail
