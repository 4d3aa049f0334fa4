// dense_lanes.hpp - how lanes share out the columns of a dense operand, and where shares leave parts of the rows that
// they cut.
#pragma once
#include <heddle/walk/traits.hpp>

namespace heddle {

/// Columns that a lane of a team has of a row, and those of a value so large that registers would not hold more.
template <class V> HEDDLE_FN constexpr int columns_of_lane() { return sizeof(V) <= 8 ? 4 : 1; }

/// Lanes that have all of `columns`, up to a warp, as the exponent of a power of two: kernels shift by it.
HEDDLE_FN constexpr int team_bits_for(size_type columns, int of_lane) {
  int bits = 0;
  while (bits < 5 && (static_cast<size_type>(of_lane) << bits) < columns) ++bits;
  return bits;
}

/// Whether teams may take entries in turns: the order of entries does not matter then, and a team may have none.
template <class Monoid> HEDDLE_FN constexpr bool may_form_teams() {
  return detail::may_interleave<Monoid>() && detail::has_neutral_element<Monoid>();
}

/// Parts of the rows that shares cut: of share w and column j heads[w * columns + j], of the row that it found open,
/// and tails[w * columns + j], of the one that it leaves open. Null where no row is cut.
template <class V> struct dense_cuts {
  V* heads = nullptr;
  V* tails = nullptr;
};

}  // namespace heddle
