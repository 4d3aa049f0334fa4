// source_root.cpp - the one file that is compiled with the source folder's name.
#include "tests/support/source_root.hpp"

#include <cstdlib>

namespace heddle::testing {

std::filesystem::path source_root() {
  char const* const elsewhere = std::getenv("HEDDLE_SOURCE_DIR");
  return elsewhere != nullptr ? elsewhere : HEDDLE_SOURCE_DIR;
}

}  // namespace heddle::testing
