// files.cpp - what every source file has in common: a first line that names it, and a size that one can read.
#include <doctest/doctest.h>

#include "tests/structure/source_tree.hpp"

using namespace heddle::testing;

namespace {

std::vector<source_file> all_files() { return sources_in({"include", "semirings", "ops", "src", "tests", "bench"}); }

std::string name_of(source_file const& file) { return std::filesystem::path(file.path).filename().string(); }

}  // namespace

TEST_CASE("every file opens with its name and what it is" * doctest::skip(!has_sources())) {
  std::string nameless;
  for (auto const& file : all_files()) {
    if (file.lines.empty() || !file.lines[0].starts_with("// " + name_of(file) + " - ")) nameless += file.path + "\n";
  }
  CHECK(nameless == "");
}

TEST_CASE("no file is longer than 350 lines" * doctest::skip(!has_sources())) {
  std::string too_long;
  for (auto const& file : all_files()) {
    if (file.lines.size() > 350) too_long += file.path + " has " + std::to_string(file.lines.size()) + " lines\n";
  }
  CHECK(too_long == "");
}
