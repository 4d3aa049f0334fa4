// split_rows.hpp - the rows of a matrix cut into pieces of at most so many entries: the graph of node splitting, whose
// children have what their parent has. Raval, Nasre, Kumar, Vasudevan, Vadhiyar & Pingali, "Dynamic Load Balancing
// Strategies for Graph Applications on GPUs", 2017 ("NS").
#pragma once
#include <heddle/base/memory.hpp>

namespace heddle::detail {

/// What is told of it, whatever its indices.
struct row_split {
  size_type most = 0;    // entries of a piece
  size_type pieces = 0;  // of all rows: each has one at least
  size_type bytes = 0;   // kept with the matrix
  double made_ms = 0;    // what making it took, once
};

/// Entries stay where they are. Pieces of a row are as few as can be, of equal length but for the last.
template <index_type Index, index_type Offset> struct split_rows : row_split {
  buffer<Offset> offsets;  // [pieces + 1] of their entries
  buffer<Index> parents;   // [pieces] whose piece it is, ascending
  buffer<Index> first;     // [rows + 1] the first piece of each row
};

/// Throws invalid_argument with the figures where pieces are more than can be numbered.
void require_numbered_pieces(size_type pieces, size_type most, size_type numbers);

}  // namespace heddle::detail
