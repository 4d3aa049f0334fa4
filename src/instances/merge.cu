// merge.cu - values of two sparse operands whose entries are merged, of any element type.
#include <heddle/ops/detail/merge/merge.hpp>

#include "src/instances/run.hpp"

namespace heddle::detail {

template <class... Ts> void emit_all_merges(type_list<Ts...>) {
  (emit<gpu::tiles_problem<merge_fill<values_by_code<Ts>>>>(), ...);
}

void emit_merges() { emit_all_merges(precompiled_elements{}); }

}  // namespace heddle::detail
