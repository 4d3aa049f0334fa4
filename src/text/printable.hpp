// printable.hpp - text of others as part of a message of one line.
#pragma once
#include <string>
#include <string_view>

namespace heddle::detail {

/// Replaces control characters and bytes that are not ASCII, and shortens what is long.
std::string printable(std::string_view raw, std::size_t longest = 60);
/// Of a file's name, or a line that has one: letters of UTF-8 stay, and 4,096 bytes.
std::string printable_utf8(std::string_view raw);
std::string quoted(std::string_view raw);

}  // namespace heddle::detail
