// shapes.hpp - matrices that only benchmarks need: finite-element blocks, hubs, mostly empty rows, few long rows.
#pragma once
#include <heddle/io/generators.hpp>

namespace heddle::bench {

using entries = io::coordinates<float>;

/// A triangulation of n points with `unknowns` a point: every edge and every point is a dense block.
entries finite_elements(size_type n, int unknowns);

/// `hubs` rows, spread evenly, of `spokes` entries at random columns each; every other row has `few`.
entries hub_and_spoke(size_type n, size_type hubs, size_type spokes, int few);

/// One row of `stride` has `length` entries at random columns, the others have none.
entries mostly_empty(size_type n, int stride, int length);

/// rows x cols, `length` entries a row at random columns.
entries rectangle(size_type rows, size_type cols, size_type length);

}  // namespace heddle::bench
