// walks.cpp - walks are named in their table, where they are launched, and by who chooses one; nobody asks for one by
// name.
#include <doctest/doctest.h>

#include <regex>

#include "tests/structure/source_tree.hpp"

using namespace heddle::testing;

namespace {

bool lies_in(std::string const& path, std::vector<std::string> const& places) {
  return std::any_of(places.begin(), places.end(), [&](auto const& place) { return path.rfind(place, 0) == 0; });
}

// by_thread|by_group|...
std::string names_in_table() {
  std::string names;
  for (std::string const& line : lines_of(source_root() / "include/heddle/seam/walk/walks.hpp")) {
    std::smatch found;
    if (!std::regex_match(line, found, std::regex("struct (by_\\w+) \\{"))) continue;
    names += (names.empty() ? "" : "|") + found.str(1);
  }
  return names;
}

}  // namespace

TEST_CASE("a walk stands in the table and beside its kernel; others name it only to choose it") {
  if (!has_sources()) return;
  std::vector<std::string> const table = {"include/heddle/seam/walk/walks.hpp"},
                                 launches = {"include/heddle/detail/cuda/reduce_by_",
                                             "include/heddle/detail/cuda/for_each_atom.cuh"},
                                 choosers = {"include/heddle/seam/schedule/", "include/heddle/seam/strategy/",
                                             "src/plan/schedule.cpp",         "src/plan/choose",
                                             "src/plan/estimate.cpp",         "src/plan/sharing.cpp",
                                             "ops/reduce/reduce.hpp",         "src/cuda/mxm_rows.cu"};
  std::regex const name("\\b(" + names_in_table() + ")\\b"), question("(holds_alternative|get_if)<(seam::)?by_"),
      comment("//.*"), text("\"[^\"]*\"");
  for (auto const& file : sources_in({"include", "src", "ops", "semirings"})) {
    if (lies_in(file.path, table)) continue;
    for (std::string const& line : file.lines) {
      std::string const code = std::regex_replace(std::regex_replace(line, comment, ""), text, "");
      INFO(file.path, ": ", line);
      if (!lies_in(file.path, launches) && !lies_in(file.path, choosers)) CHECK_FALSE(std::regex_search(code, name));
      CHECK_FALSE(std::regex_search(code, question));
    }
  }
}
