// npz.hpp - sparse matrices as scipy.sparse.save_npz writes them, and edges as an array of numpy.
#pragma once
#include "src/io/npy.hpp"

namespace heddle::detail {

bool is_zip(text const& beginning);

/// Of a matrix in csr, csc, coo, bsr or dia; entries are an upper bound.
io::file_header npz_header(text const& source);

/// Entries in the order of the file: of csr by rows, of csc by columns, of bsr by blocks, whose zeros are entries, of
/// dia by diagonals, whose zeros are none, as for scipy.
template <class T, class Index>
io::coordinates<T, Index> read_npz(text const& source, io::progress_callback const& progress,
                                   io::read_options const& options);

/// An array of n x 2 or n x 3: from, to, and the weight.
io::file_header npy_edges_header(text const& source);
template <class T, class Index>
io::coordinates<T, Index> read_npy_edges(text const& source, io::progress_callback const& progress,
                                         io::read_options const& options);

}  // namespace heddle::detail
