// write_npz.hpp - a matrix as an archive that scipy.sparse.load_npz reads.
#pragma once
#include <heddle/io/coordinates.hpp>
#include <string>

#include "src/io/compression.hpp"

namespace heddle::detail {

/// Whether no values belong to the entries. Where there are no entries they say so themselves.
template <class T, class Index> bool is_pattern(io::coordinates<T, Index> const& entries) {
  if (!entries.value.empty()) return false;
  return std::is_same_v<T, std::uint8_t> || entries.values == io::field::pattern || entries.nnz() > 0;
}

/// In csr, each row in the order of the entries; a pattern as truth values. Members are stored, whatever their size is.
/// Memory: the arrays beside the entries.
template <class T, class Index>
void write_npz(std::string const& path, compression packed, io::coordinates<T, Index> const& entries);

}  // namespace heddle::detail
