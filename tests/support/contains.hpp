// contains.hpp - whether a text has some words in it.
#pragma once
#include <string>

namespace heddle::testing {

inline bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

}  // namespace heddle::testing
