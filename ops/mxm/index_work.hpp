// index_work.hpp - the parts of mxm that touch no values, one element at a time: the same functors on host and GPU.
#pragma once
#include <heddle/types.hpp>

namespace heddle::detail {

/// Lengths of the rows of a product with a full matrix: empty, or all columns.
template <class Offset> struct full_lengths {
  static constexpr bool in_library = true;
  Offset const* a_offsets;
  size_type cols;
  size_type* out;
  HEDDLE_FN constexpr void operator()(size_type i) const { out[i] = a_offsets[i + 1] > a_offsets[i] ? cols : 0; }
};

template <class Index> struct cyclic_columns {
  static constexpr bool in_library = true;
  size_type cols;
  Index* out;
  HEDDLE_FN constexpr void operator()(size_type i) const { out[i] = static_cast<Index>(i % cols); }
};

/// Atoms of a dot product at entry e of the mask: the shorter of row i of A and column j of B; none where the mask is
/// false.
template <class Index, class Offset> struct dot_lengths {
  static constexpr bool in_library = true;
  Index const* mask_rows;
  Index const* mask_indices;
  primitives::byte const* truth;
  Offset const* a_offsets;
  Offset const* b_offsets;  // of columns
  size_type* out;
  HEDDLE_FN constexpr void operator()(size_type e) const {
    Index const i = mask_rows[e], j = mask_indices[e];
    size_type const in_row = static_cast<size_type>(a_offsets[i + 1]) - a_offsets[i];
    size_type const in_column = static_cast<size_type>(b_offsets[j + 1]) - b_offsets[j];
    out[e] = truth && !truth[e] ? 0 : min_of(in_row, in_column);
  }
};

}  // namespace heddle::detail
