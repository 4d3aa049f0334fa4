// message.cpp - a message from its parts.
#include <heddle/base/error.hpp>
#include <sstream>

namespace heddle::detail {

void write_literal(std::ostream& text, void const* it) { text << static_cast<char const*>(it); }

std::string text_of_parts(std::initializer_list<text_part> parts) {
  std::ostringstream text;
  text.exceptions(std::ios::badbit);  // when memory runs out streams keep silent, and a text would lack its end
  for (text_part const& each : parts) each.write(text, each.part);
  return text.str();
}

}  // namespace heddle::detail
