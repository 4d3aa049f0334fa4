// dense_lanes.hpp - how lanes share out the columns of a dense operand, and where shares leave parts of the rows that
// they cut.
#pragma once
#include <heddle/seam/walk/traits.hpp>

namespace heddle::seam {

/// Columns that a lane has of a row where they are read one by one, and those of a value so large that registers would
/// not hold more.
template <class V> HEDDLE_FN constexpr int columns_of_lane() { return sizeof(V) <= 8 ? 4 : 1; }

/// Lanes that have all of `columns`, up to a warp, as the exponent of a power of two: kernels shift by it.
HEDDLE_FN constexpr int lane_bits_for(size_type columns, int of_lane) {
  int bits = 0;
  while (bits < 5 && (static_cast<size_type>(of_lane) << bits) < columns) ++bits;
  return bits;
}

/// Parts of the rows that shares cut: of share w and column j heads[w * columns + j], of the row that it found open,
/// and tails[w * columns + j], of the one that it leaves open. Null where no row is cut.
template <class V> struct dense_cuts {
  V* heads = nullptr;
  V* tails = nullptr;
};

}  // namespace heddle::seam
