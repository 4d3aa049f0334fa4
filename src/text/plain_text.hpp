// plain_text.hpp - a stream whose numbers have a point and no groups, whatever std::locale::global says.
#pragma once
#include <locale>
#include <sstream>
#include <string>
#include <string_view>

namespace heddle::detail {

struct plain_text : std::ostringstream {
  plain_text() { imbue(std::locale::classic()); }
};

/// ASCII letters in lower case; std::tolower asks setlocale.
inline std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace heddle::detail
