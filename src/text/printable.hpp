// printable.hpp - text of others as part of a message of one line.
#pragma once
#include <string>
#include <string_view>

namespace heddle::detail {

/// Replaces control characters and bytes that are no letter of UTF-8, and shortens what is long.
std::string printable(std::string_view raw, std::size_t longest = 60);
std::string quoted(std::string_view raw);

}  // namespace heddle::detail
