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

// Streams that are not told otherwise group digits as std::locale::global wants them: files would hold "1.234".
TEST_CASE("the library writes numbers and asks for letters without a locale" * doctest::skip(!has_sources())) {
  std::vector<std::string> const words = {"stringstream ", "stringstream{", "ofstream",
                                          "printf(",       "tolower",       "toupper"};
  // A stream of ours, a copy of a file's bytes, streams that read alone, and a copy of how somebody's stream writes.
  std::vector<std::string> const allowed = {"src/text/plain_text.hpp", "src/host/processors.cpp",
                                            "src/containers/print.cpp"};
  std::string found;
  for (auto const& file : sources_in({"src"})) {
    if (file.path.starts_with("src/cli/") || file.path.starts_with("src/measure/")) continue;
    if (std::find(allowed.begin(), allowed.end(), file.path) != allowed.end()) continue;
    for (auto const& line : file.lines) {
      std::string const code = line.substr(0, line.find("//"));
      if (std::any_of(words.begin(), words.end(), [&](auto const& w) { return code.find(w) != std::string::npos; })) {
        found += file.path + ": " + line + "\n";
      }
    }
  }
  CHECK(found == "");
}
