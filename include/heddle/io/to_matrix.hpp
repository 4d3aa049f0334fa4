// to_matrix.hpp - from entries as read or generated to a matrix on an executor.
#pragma once
#include <heddle/io/coordinates.hpp>
#include <heddle/matrix.hpp>

namespace heddle::io {

/// Entries of one position are combined in file order by `duplicate`. Pattern files become matrices of ones without an
/// array of values; symmetric ones are known to be so, and need no second form. Skew-symmetric files are not.
template <class T, class Index, index_type Offset = std::int32_t, class Duplicate>
matrix<T, Index, Offset> to_matrix(coordinates<T, Index> const& entries, Duplicate duplicate, executor exec = {}) {
  auto result = matrix<T, Index, Offset>::build(entries.rows, entries.cols, entries.row, entries.col, entries.value,
                                                duplicate, std::move(exec));
  if (entries.symmetric && entries.rows == entries.cols) result.assume_symmetric();
  return result;
}

}  // namespace heddle::io
