// encoding.cpp - the marks with which some programs begin a text.
#include "src/io/encoding.hpp"

namespace heddle::detail {
namespace {

bool is_printed(char letter) { return letter >= ' ' && letter <= '~'; }

/// UTF-16 without a mark has a zero beside every letter of English.
bool has_zeros_between(std::string_view bytes, std::size_t first) {
  if (bytes.size() < 4) return false;
  for (std::size_t k = 0; k < 4; ++k) {
    if (k % 2 == first ? !is_printed(bytes[k]) : bytes[k] != '\0') return false;
  }
  return true;
}

char const* wide_encoding(std::string_view bytes) {
  if (bytes.starts_with(std::string_view("\xff\xfe\0\0", 4))) return "UTF-32";
  if (bytes.starts_with(std::string_view("\0\0\xfe\xff", 4))) return "UTF-32";
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return "UTF-16";
  return has_zeros_between(bytes, 0) || has_zeros_between(bytes, 1) ? "UTF-16" : nullptr;
}

}  // namespace

void skip_byte_order_mark(text& source) {
  std::string_view const bytes(source.begin(), static_cast<std::size_t>(source.end() - source.begin()));
  if (char const* const wide = wide_encoding(bytes)) {
    fail(source.path, 1, concat("the text is encoded as ", wide, "; save it as UTF-8"));
  }
  if (bytes.starts_with("\xef\xbb\xbf")) source.skipped = 3;
}

}  // namespace heddle::detail
