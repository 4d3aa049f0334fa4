// thrown.cpp - docs/failure.md has a row for every type that heddle throws.
#include <doctest/doctest.h>

#include "tests/docs/pages.hpp"

using namespace heddle::testing;

TEST_CASE("docs/failure.md names every type of error.hpp" * doctest::skip(!has_pages())) {
  auto const page = text_of("docs/failure.md");
  std::string missing;
  int types = 0;
  for (auto const& line : lines_of(source_root() / "include/heddle/base/error.hpp")) {
    auto const end = line.find(" : error {");
    if (!line.starts_with("struct ") || end == std::string::npos) continue;
    ++types;
    if (page.find("\n| `" + line.substr(7, end - 7) + "` |") == std::string::npos) missing += line + '\n';
  }
  CHECK(missing == "");
  CHECK(types > 8);
}
