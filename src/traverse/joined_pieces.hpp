// joined_pieces.hpp - rows that come in several pieces, each a stretch of their columns: what joins them.
#pragma once
#include <heddle/detail/executor/integers.hpp>

namespace heddle::detail {

/// Pieces of the same rows, one array behind the other. Piece k has offsets from `offsets + k * (rows + 1)` on, which
/// count from any number, and its columns from `columns + starts[k]`; they count from first_column[k].
struct row_pieces {
  integers offsets, columns;
  size_type const *starts, *first_column;
  size_type rows;
  int count;

  /// Where a row of piece k begins in it.
  HEDDLE_FN size_type offset(int k, size_type row) const {
    size_type const first = k * (rows + 1);
    return offsets[first + row] - offsets[first];
  }
};

/// Where the rows begin that pieces are joined to.
struct joined_offsets {
  static constexpr bool in_library = true;
  row_pieces pieces;
  integers_out to;

  HEDDLE_FN void operator()(size_type row) const {
    size_type before = 0;
    for (int k = 0; k < pieces.count; ++k) before += pieces.offset(k, row);
    to.set(row, before);
  }
};

/// The columns of a row: those of its pieces, in their order. On a GPU 32 lanes have a row, and a block some rows.
struct joined_columns {
  static constexpr bool in_library = true;
  static constexpr int resident_blocks = 4;
  static constexpr size_type rows_of_tile = 64;
  row_pieces pieces;
  integers offsets;
  integers_out to;

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
    size_type out = offsets[row];
    for (int k = 0; k < pieces.count; ++k) {
      size_type const begin = pieces.offset(k, row), n = pieces.offset(k, row + 1) - begin;
      size_type const from = pieces.starts[k] + begin;
      for (size_type e = lane; e < n; e += lanes) to.set(out + e, pieces.first_column[k] + pieces.columns[from + e]);
      out += n;
    }
  }
};

}  // namespace heddle::detail
