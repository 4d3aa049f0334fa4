// write_npz.hpp - a matrix as an archive that scipy.sparse.load_npz reads.
#pragma once
#include <heddle/io/coordinates.hpp>
#include <string>

#include "src/io/compression.hpp"

namespace heddle::detail {

/// In csr, each row in the order of the entries; a pattern as truth values. Members are stored, whatever their size is.
/// Memory: the arrays beside the entries.
template <class T, class Index>
void write_npz(std::string const& path, compression packed, io::coordinates<T, Index> const& entries);

}  // namespace heddle::detail
