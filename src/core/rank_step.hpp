// rank_step.hpp - all that an iteration of PageRank does beside its product, in one pass over the vertices.
#pragma once
#include <heddle/types.hpp>

namespace heddle::detail {

/// Of y = damping P^T x, whose sum is *total: x = y + (1 - *total) / n, in which teleports and what dangling vertices
/// held are spread evenly; how far x moved; x(v) damping / degree(v) for the next product, which adds to a y of zeros.
template <index_type O> struct rank_step {
  static constexpr bool in_library = true;
  O const* offsets;  // of rows, which are what a vertex leads to
  double const* total;
  double *y, *x, *scaled, *change;
  double damping, vertices;

  HEDDLE_FN void operator()(size_type v) const {
    double const rank = y[v] + (1 - *total) / vertices, moved = rank - x[v];
    size_type const degree = offsets[v + 1] - offsets[v];
    change[v] = moved < 0 ? -moved : moved;
    x[v] = rank;
    scaled[v] = degree > 0 ? damping * rank / static_cast<double>(degree) : 0;
    y[v] = 0;
  }
};

}  // namespace heddle::detail
