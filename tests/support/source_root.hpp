// source_root.hpp - where the project's files lie, for tests that read some of them.
#pragma once
#include <filesystem>

namespace heddle::testing {

/// The environment's HEDDLE_SOURCE_DIR, for a program that was built elsewhere, else the folder it was built from.
std::filesystem::path source_root();

}  // namespace heddle::testing
