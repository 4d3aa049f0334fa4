// printable.cpp - text of others as part of a message of one line.
#include "src/text/printable.hpp"

#include <cstdint>

namespace heddle::detail {

namespace {

// The bytes of the letter of UTF-8 that `text` begins with, if it is one of several bytes and none that steers a line:
// from U+00A0 on, without the separators and directions of U+2028 to U+202E and U+2066 to U+2069, and marks of order.
std::size_t bytes_of_letter(std::string_view text) {
  auto const byte = [&](std::size_t k) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[k])); };
  std::size_t const bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < bytes) return 0;
  std::uint32_t code = byte(0) & (0x7fu >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(k) & 0x3f);
  }
  bool const is_shortest = code >= (bytes == 2 ? 0xa0u : bytes == 3 ? 0x800u : 0x10000u);
  bool const is_half = code >= 0xd800 && code < 0xe000;
  bool const steers = (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
                      (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
  return is_shortest && !is_half && !steers && code < 0x110000 ? bytes : 0;
}

void append_printable(std::string& shown, char letter) {
  static constexpr char digits[] = "0123456789abcdef";
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

}  // namespace

std::string printable(std::string_view raw, std::size_t longest) {
  std::string shown;
  for (char const letter : raw.substr(0, longest)) append_printable(shown, letter);
  return raw.size() > longest ? shown + "..." : shown;
}

std::string printable_utf8(std::string_view raw) {
  constexpr std::size_t longest = 4096;
  std::string shown;
  auto const part = raw.substr(0, longest);
  for (std::size_t at = 0; at < part.size(); ++at) {
    if (auto const bytes = bytes_of_letter(part.substr(at)); bytes > 0) {
      shown += part.substr(at, bytes);
      at += bytes - 1;
    } else {
      append_printable(shown, part[at]);
    }
  }
  return raw.size() > longest ? shown + "..." : shown;
}

std::string quoted(std::string_view raw) { return '"' + printable(raw) + '"'; }

}  // namespace heddle::detail
