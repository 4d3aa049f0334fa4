// text.cpp - quoting of file text and the shapes of messages.
#include "src/io/text.hpp"

#include <algorithm>

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

void fail(std::string const& path, std::string const& reason) {
  throw io_error(concat(printable(path, 4096), ": ", reason));
}

void fail(std::string const& path, size_type line, std::string const& reason) {
  throw io_error(concat(printable(path, 4096), ":", line, ": ", reason));
}

void fail(text const& source, line_error const& error, char const* start, size_type first_line) {
  auto const line = first_line + std::count(start, error.at, '\n');
  if (error.too_wide) throw index_overflow(concat(printable(source.path, 4096), ":", line, ": ", error.reason));
  fail(source.path, line, error.reason);
}

std::string_view line_at(char const* start) {
  char const* end = start;
  while (*end != '\n') ++end;
  if (end != start && end[-1] == '\r') --end;
  return {start, static_cast<std::size_t>(end - start)};
}

}  // namespace heddle::detail
