// joined_pieces.hpp - rows that come in several pieces, each a stretch of their columns: what joins them.
#pragma once
#include <heddle/base/types.hpp>

namespace heddle::detail {

/// Pieces of the same rows, one array behind the other. Piece k has offsets from `offsets + k * (rows + 1)` on, which
/// count from any number, and its columns from `columns + starts[k]`; they count from first_column[k].
template <index_type I, index_type O> struct row_pieces {
  O const* offsets;
  I const* columns;
  size_type const *starts, *first_column;
  size_type rows;
  int count;

  HEDDLE_FN O const* offsets_of(int k) const { return offsets + k * (rows + 1); }
};

/// Where the rows begin that pieces are joined to.
template <index_type I, index_type O> struct joined_offsets {
  static constexpr bool in_library = true;
  row_pieces<I, O> pieces;
  O* to;

  HEDDLE_FN void operator()(size_type row) const {
    O before = 0;
    for (int k = 0; k < pieces.count; ++k) before += pieces.offsets_of(k)[row] - pieces.offsets_of(k)[0];
    to[row] = before;
  }
};

/// The columns of a row: those of its pieces, in their order. On a GPU 32 lanes have a row, and a block some rows.
template <index_type I, index_type O> struct joined_columns {
  static constexpr bool in_library = true;
  static constexpr int resident_blocks = 4;
  static constexpr size_type rows_of_tile = 64;
  row_pieces<I, O> pieces;
  O const* offsets;
  I* to;

  HEDDLE_FN void operator()(size_type row) const { join(row, 0, 1); }
  HEDDLE_FN void operator()(size_type tile, int lane, int lanes) const {
    constexpr int width = 32;
    size_type const end = min_of((tile + 1) * rows_of_tile, pieces.rows);
    for (size_type row = tile * rows_of_tile + lane / width; row < end; row += lanes / width) {
      join(row, lane % width, width);
    }
  }

 private:
  HEDDLE_FN void join(size_type row, int lane, int lanes) const {
    I* out = to + offsets[row];
    for (int k = 0; k < pieces.count; ++k) {
      O const* const at = pieces.offsets_of(k) + row;
      size_type const n = at[1] - at[0];
      I const* const from = pieces.columns + pieces.starts[k] + (at[0] - pieces.offsets_of(k)[0]);
      for (size_type e = lane; e < n; e += lanes) out[e] = static_cast<I>(pieces.first_column[k] + from[e]);
      out += n;
    }
  }
};

}  // namespace heddle::detail
