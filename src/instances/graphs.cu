// graphs.cu - what algorithms do by element beside their operations: trees of components, ends of PageRank, words
// of sources, edges turned.
#include "src/instances/run.hpp"
#include "src/traverse/component_links.hpp"
#include "src/traverse/descending_pair.hpp"
#include "src/traverse/joined_pieces.hpp"
#include "src/traverse/rank_search.hpp"
#include "src/traverse/rank_step.hpp"
#include "src/traverse/source_words.hpp"

namespace heddle::detail {

template <index_type I> static void emit_graph_steps_of() {
  emit_index<joined_rows<I>>();
  emit_index<joined_entries<I>>();
  emit_index<joined_labels<I>>();
  emit_index<jumped_to_root<I>>();
}

void emit_graph_steps() {
  emit_graph_steps_of<std::int32_t>();
  emit_graph_steps_of<std::int64_t>();
  emit_index<joined_offsets>();
  emit<gpu::tiles_problem<joined_columns>>();
  emit_index<joined_roots>();
  emit_index<first_passes>();
  emit_index<ranks_of_passes>();
  emit_index<active_passes>();
  emit_index<ranks_of_active>();
  emit_index<new_sources>();
  emit_index<descending_pair>();
  emit_index<words_of_flags>();
  emit_index<offered_by_entry>();
  emit_index<taken_offer>();
  emit_index<pulled_vertex>();
}

}  // namespace heddle::detail
