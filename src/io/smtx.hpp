// smtx.hpp - the positions of the Deep Learning Matrix Collection: sizes, offsets of rows, columns.
#pragma once
#include "src/io/text.hpp"

namespace heddle::detail {

io::file_header read_smtx_header(text const& source);

template <class T, class Index> io::coordinates<T, Index> read_smtx(text const& source);

}  // namespace heddle::detail
