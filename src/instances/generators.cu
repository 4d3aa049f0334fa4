// generators.cu - weights of drawn edges, for each type of weight.
#include "src/instances/run.hpp"
#include "src/io/generators/drawn_rows.hpp"

namespace heddle::detail {

void emit_generators() {
  emit_index<drawn_weight<float>>();
  emit_index<drawn_weight<double>>();
  emit_index<drawn_weight<std::int32_t>>();
  emit_index<drawn_weight<std::int64_t>>();
  emit_index<drawn_weight<std::uint8_t>>();
  emit_index<narrowed_integer>();
}

}  // namespace heddle::detail
