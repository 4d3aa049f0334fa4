// drawn_rows.hpp - drawn graphs as compressed rows in the memory of a GPU, and the weights of their entries.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/semirings/rows.hpp>

#include "src/io/generators/drawn_pairs.hpp"
#include "src/with_cuda.hpp"

namespace heddle::detail {

using drawn_weights = type_list<float, double, std::int32_t, std::int64_t, std::uint8_t>;

/// values[a] = the weight of entry a of rows that are counted from `first` on: numbers of a type of those above.
struct drawn_weight {
  static constexpr bool in_library = true;
  integer_tiles rows;
  size_type first;
  integers columns;
  edge_weights weight;
  void* values;
  int type;

  HEDDLE_FN void operator()(size_type a) const {
    auto const drawn = weight(first + tile_of_atom(rows, a, 0, rows.num_tiles()), columns[a]);
    by_code<drawn_weights>(type,
                           [&]<class T>(std::type_identity<T>) { static_cast<T*>(values)[a] = static_cast<T>(drawn); });
  }
};

struct narrowed_integer {
  static constexpr bool in_library = true;
  std::int64_t const* from;
  std::int32_t* to;

  HEDDLE_FN void operator()(size_type i) const { to[i] = static_cast<std::int32_t>(from[i]); }
};

}  // namespace heddle::detail

namespace heddle::gpu {

struct drawn_rows {
  buffer<std::int64_t> offsets;
  buffer<primitives::byte> columns;  // of `index_width` bytes each
};

/// before[v]: how many ends of drawn edges the vertices before v have, duplicates among them.
template <class Pair> buffer<std::int64_t> drawn_before(executor const& exec, detail::drawn_graph<Pair> const& graph);

/// Rows [first, last) of the graph with both directions of every edge that is drawn, but for self loops and duplicates.
/// They are made in stripes, whose keys take up to `key_bytes`, or what one row needs. Columns have room for every end
/// that is drawn, or, where a quarter of these is left out, no more than they need. Reads back.
template <class Pair>
drawn_rows draw_rows(executor const& exec, detail::drawn_graph<Pair> const& graph, buffer<std::int64_t> const& before,
                     size_type first, size_type last, std::size_t index_width, size_type key_bytes);

}  // namespace heddle::gpu
