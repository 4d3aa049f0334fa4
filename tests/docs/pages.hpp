// pages.hpp - the pages that tell of heddle, as their tests see them: README.md, CONTRIBUTING.md, CHANGELOG.md, docs.
#pragma once
#include <doctest/doctest.h>

#include <cstdlib>

#include "tests/structure/source_tree.hpp"

namespace heddle::testing {

/// False on a machine that has the test program but not these.
inline bool has_pages() { return has_sources() && std::filesystem::is_directory(source_root() / "docs"); }

/// Paths relative to the project.
inline std::vector<std::string> pages() {
  std::vector<std::string> names;
  for (auto const& entry : std::filesystem::recursive_directory_iterator(source_root() / "docs")) {
    if (entry.path().extension() != ".md") continue;
    names.push_back(std::filesystem::relative(entry.path(), source_root()).generic_string());
  }
  std::sort(names.begin(), names.end());
  names.insert(names.begin(), {"README.md", "CHANGELOG.md", "CONTRIBUTING.md"});
  return names;
}

inline std::string text_of(std::string const& path) {
  std::ifstream stream(source_root() / path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct code_block {
  std::string page, text;
};

/// What stands between "```language" and "```", page by page.
inline std::vector<code_block> blocks_of(std::string const& language) {
  std::vector<code_block> blocks;
  for (auto const& page : pages()) {
    bool inside = false;
    for (auto const& line : lines_of(source_root() / page)) {
      if (inside && line == "```") {
        inside = false;
      } else if (inside) {
        blocks.back().text += line + '\n';
      } else if (line == "```" + language) {
        inside = true;
        blocks.push_back({page, ""});
      }
    }
  }
  return blocks;
}

/// What stands between two marks of a page is what is made; HEDDLE_WRITE_PAGES=1 writes it there.
inline void check_made_part(std::string const& path, std::string const& begin, std::string const& end,
                            std::string const& part, std::string const& test_case) {
  std::string page = text_of(path);
  auto const from = page.find(begin), to = page.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  std::string const made = page.substr(0, from + begin.size()) + part + page.substr(to);
  if (std::getenv("HEDDLE_WRITE_PAGES") != nullptr) {
    page = made;
    std::ofstream(source_root() / path) << made;
  }
  bool const fresh = page == made;
  CHECK_MESSAGE(fresh, path, " is old; HEDDLE_WRITE_PAGES=1 build/heddle_tests -tc='", test_case, "' makes it anew");
}

}  // namespace heddle::testing
