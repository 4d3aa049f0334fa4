// index_work.hpp - the parts of mxm that touch no values, one element at a time: the same functors on host and GPU.
#pragma once
#include <heddle/detail/executor/integers.hpp>

namespace heddle::detail {

/// Lengths of the rows of a product with a full matrix: empty, or all columns.
struct full_lengths {
  static constexpr bool in_library = true;
  integers a_offsets;
  size_type cols;
  size_type* out;
  HEDDLE_FN void operator()(size_type i) const { out[i] = a_offsets[i + 1] > a_offsets[i] ? cols : 0; }
};

/// Offsets of the rows that have entries: these begin in their product with a full matrix at first[i].
struct offsets_of_some {
  static constexpr bool in_library = true;
  integers a_offsets;
  size_type const* first;
  size_type cols;
  integers_out out;
  HEDDLE_FN void operator()(size_type i) const {
    if (i == 0) out.set(0, 0);
    if (first[i + 1] > first[i]) out.set(first[i + 1] / cols, a_offsets[i + 1]);
  }
};

struct cyclic_columns {
  static constexpr bool in_library = true;
  size_type cols;
  integers_out out;
  HEDDLE_FN void operator()(size_type i) const { out.set(i, i % cols); }
};

/// Atoms of a dot product at entry e of the mask: the shorter of row i of A and column j of B; none where the mask is
/// false.
struct dot_lengths {
  static constexpr bool in_library = true;
  integers mask_rows, mask_indices;
  primitives::byte const* truth;
  integers a_offsets, b_offsets;  // of rows, of columns
  size_type* out;
  HEDDLE_FN void operator()(size_type e) const {
    size_type const i = mask_rows[e], j = mask_indices[e];
    size_type const in_row = a_offsets[i + 1] - a_offsets[i], in_column = b_offsets[j + 1] - b_offsets[j];
    out[e] = truth && !truth[e] ? 0 : min_of(in_row, in_column);
  }
};

}  // namespace heddle::detail
