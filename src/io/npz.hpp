// npz.hpp - sparse matrices as scipy.sparse.save_npz writes them, and edges as an array of numpy.
#pragma once
#include "src/io/element_values.hpp"

namespace heddle::detail {

/// Of a matrix in csr, csc, coo, bsr or dia; entries are an upper bound.
io::file_header npz_header(text const& source);

/// Entries in the order of the file: of csr by rows, of csc by columns, of bsr by blocks, whose zeros are entries, of
/// dia by diagonals, whose zeros are none, as for scipy.
template <class Index>
entry_places<Index> read_npz(text const& source, std::size_t value_bytes, value_taker const& take);

/// An array of n x 2 or n x 3: from, to, and the weight.
io::file_header npy_edges_header(text const& source);
template <class Index>
entry_places<Index> read_npy_edges(text const& source, std::size_t value_bytes, value_taker const& take);

}  // namespace heddle::detail
