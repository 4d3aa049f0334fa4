// formats.hpp - the one table of file name extensions.
#pragma once
#include <string>

namespace heddle::detail {

enum class file_format { matrix_market, dimacs, edge_list };

struct format_choice {
  file_format format;
  bool gzip;
};

/// Decided by the extension alone. Throws invalid_argument, listing the known ones.
format_choice format_of(std::string const& path);

}  // namespace heddle::detail
