// generators.cu - weights of drawn edges, and their offsets.
#include "src/instances/run.hpp"
#include "src/io/generators/drawn_rows.hpp"

namespace heddle::detail {

void emit_generators() {
  emit_index<drawn_weight>();
  emit_index<narrowed_integer>();
}

}  // namespace heddle::detail
