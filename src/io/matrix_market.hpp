// matrix_market.hpp - the banner and size line, and the entries behind them.
#pragma once
#include <optional>

#include "src/io/text.hpp"

namespace heddle::detail {

struct matrix_market_header {
  io::file_header shape;
  bool unsigned_values = false;
  size_type size_line = 0;     // its number
  char const* body = nullptr;  // begins at the line behind it
};

/// Nothing if `source` is only the beginning of a file and ends before the size line does.
std::optional<matrix_market_header> parse_matrix_market_header(text const& source);

template <class T, class Index>
io::coordinates<T, Index> read_matrix_market(text const& source, io::progress_callback const& progress,
                                             io::read_options const& options);

}  // namespace heddle::detail
