// printable.cpp - text of others as part of a message of one line.
#include "src/text/printable.hpp"

namespace heddle::detail {

std::string printable(std::string_view raw, std::size_t longest) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string shown;
  for (char letter : raw.substr(0, longest)) {
    auto const code = static_cast<unsigned char>(letter);
    if (code >= 0x20 && code < 0x7f) {
      shown += letter;
    } else if (letter == '\t') {
      shown += "\\t";
    } else if (letter == '\r') {
      shown += "\\r";
    } else {
      shown += {'\\', 'x', digits[code >> 4], digits[code & 15]};
    }
  }
  return raw.size() > longest ? shown + "..." : shown;
}

std::string quoted(std::string_view raw) { return '"' + printable(raw) + '"'; }

}  // namespace heddle::detail
