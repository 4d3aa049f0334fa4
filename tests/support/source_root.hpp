// source_root.hpp - where the project's files lie, for tests that read some of them.
#pragma once
#include <cstdlib>
#include <filesystem>

namespace heddle::testing {

/// The environment's HEDDLE_SOURCE_DIR, for a program that was built elsewhere, else the folder it was built from.
inline std::filesystem::path source_root() {
  char const* const elsewhere = std::getenv("HEDDLE_SOURCE_DIR");
  return elsewhere != nullptr ? elsewhere : HEDDLE_SOURCE_DIR;
}

}  // namespace heddle::testing
