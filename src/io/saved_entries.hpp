// saved_entries.hpp - the entries of a matrix that save() wrote.
#pragma once
#include "src/io/element_values.hpp"

namespace heddle::detail {

io::file_header saved_entries_header(text const& source);

/// By rows. Values of one that are all ones, and truth values that are all true, are a pattern. Throws io_error for a
/// vector, and for values of a user's type.
template <class Index>
entry_places<Index> read_saved_entries(text const& source, std::size_t value_bytes, value_taker const& take);

}  // namespace heddle::detail
