// message.cpp - a message from its parts.
#include <cmath>
#include <heddle/base/error.hpp>

#include "src/text/plain_text.hpp"

namespace heddle::detail {

namespace {

template <class Real> void write_real(std::ostream& text, void const* it) {
  auto const value = *static_cast<Real const*>(it);
  std::isnan(value) ? text << "nan" : text << value;
}

}  // namespace

void write_literal(std::ostream& text, void const* it) { text << static_cast<char const*>(it); }
text_part part_of(double const& part) { return {&part, write_real<double>}; }
text_part part_of(float const& part) { return {&part, write_real<float>}; }

std::string text_of_parts(std::initializer_list<text_part> parts) {
  plain_text text;
  text.exceptions(std::ios::badbit);  // when memory runs out streams keep silent, and a text would lack its end
  for (text_part const& each : parts) each.write(text, each.part);
  return text.str();
}

}  // namespace heddle::detail
