// metis.hpp - graphs as METIS reads them: a line of neighbours for every vertex.
#pragma once
#include "src/io/text.hpp"

namespace heddle::detail {

io::file_header read_metis_header(text const& source);

template <class T, class Index>
io::coordinates<T, Index> read_metis(text const& source, io::progress_callback const& progress,
                                     io::read_options const& options);

}  // namespace heddle::detail
