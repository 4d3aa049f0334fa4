// encoding.hpp - the marks with which some programs begin a text.
#pragma once
#include "src/io/text.hpp"

namespace heddle::detail {

/// Skips the byte-order mark of UTF-8. Throws io_error for UTF-16 and UTF-32, with a mark or without.
void skip_byte_order_mark(text& source);

}  // namespace heddle::detail
