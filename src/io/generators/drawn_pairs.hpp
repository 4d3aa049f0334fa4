// drawn_pairs.hpp - the edges that random graphs are made of: pair(k) is one of them, the same whenever and wherever it
// is drawn, on the host as on a GPU.
#pragma once
#include <heddle/base/types.hpp>

#include "src/io/generators/counter_random.hpp"

namespace heddle::detail {

struct vertex_pair {
  size_type from, to;
};

/// Both ends uniform among `vertices`.
struct uniform_pairs {
  counter_random random;
  size_type vertices;

  HEDDLE_FN vertex_pair operator()(size_type k) const {
    auto const counter = 2 * static_cast<std::uint64_t>(k);
    return {random.below(counter, vertices), random.below(counter + 1, vertices)};
  }
};

/// One of four quadrants, in that one of its quadrants, and so on. Three levels share one random number: 21 bits decide
/// each, by the sums of the probabilities, in 2^-21.
struct quadrant_pairs {
  counter_random random;
  relabelling relabel;
  int levels;
  std::uint64_t past_a, past_b, past_c;

  HEDDLE_FN vertex_pair operator()(size_type k) const {
    vertex_pair edge{0, 0};
    std::uint64_t bits = 0;
    for (int level = 0; level < levels; ++level) {
      bits = level % 3 == 0 ? random.bits(16 * static_cast<std::uint64_t>(k) + static_cast<std::uint64_t>(level / 3))
                            : bits >> 21;
      auto const draw = bits & 0x1fffff;
      edge.from = 2 * edge.from + (draw >= past_b);
      edge.to = 2 * edge.to + (((draw >= past_a) & (draw < past_b)) | (draw >= past_c));
    }
    return {relabel(edge.from), relabel(edge.to)};
  }
};

/// What a graph is drawn from: pair(k) for k in [0, num_pairs) is an edge of an undirected graph of `vertices`; self
/// loops and duplicates are dropped.
template <class Pair> struct drawn_graph {
  size_type vertices, num_pairs;
  Pair pair;
};

/// A whole number in [low, low + span) for an edge, whichever end comes first.
struct edge_weights {
  counter_random random;
  std::int64_t low, span;

  HEDDLE_FN std::int64_t operator()(size_type row, size_type col) const {
    auto const near = static_cast<std::uint64_t>(min_of(row, col)), far = static_cast<std::uint64_t>(max_of(row, col));
    return low + random.below(mix(near) + far, span);
  }
};

}  // namespace heddle::detail
