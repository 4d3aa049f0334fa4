// examples.cpp - what the README shows is code that is compiled, and commands that run.
#include <sstream>

#include "tests/cli/tool.hpp"
#include "tests/structure/source_tree.hpp"

using namespace heddle::testing;

namespace {

std::string text_of(std::string const& path) {
  std::ifstream stream(source_root() / path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool has_readme() { return has_sources() && std::filesystem::exists(source_root() / "README.md"); }

// What stands between "```language" and "```", block by block.
std::vector<std::string> blocks_of(std::string const& language) {
  std::istringstream readme(text_of("README.md"));
  std::vector<std::string> blocks;
  bool inside = false;
  for (std::string line; std::getline(readme, line);) {
    if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      blocks.back() += line + '\n';
    } else if (line == "```" + language) {
      inside = true;
      blocks.emplace_back();
    }
  }
  return blocks;
}

// Blocks of the README of which no file holds every line in a row.
std::string unknown_blocks(std::string const& language, std::vector<std::string> const& files) {
  std::string unknown;
  for (auto const& block : blocks_of(language)) {
    bool const known =
        std::any_of(files.begin(), files.end(), [&](auto const& file) { return contains(text_of(file), block); });
    if (!known) unknown += block + '\n';
  }
  return unknown;
}

}  // namespace

TEST_CASE("all C++ in the README stands in files that are compiled and run" * doctest::skip(!has_readme())) {
  CHECK(blocks_of("cpp").size() >= 3);
  CHECK(unknown_blocks("cpp", {"tests/consumer/plain/main.cpp", "tests/consumer/cuda/main.cu",
                               "tests/readme/own_semiring.cpp", "tests/readme/own_schedule.cpp",
                               "tests/readme/more_operations.cpp", "tests/readme/locality.cpp"}) == "");
}

TEST_CASE("all CMake in the README is that of the consumer projects" * doctest::skip(!has_readme())) {
  CHECK(blocks_of("cmake").size() >= 1);
  CHECK(unknown_blocks("cmake", {"tests/consumer/plain/CMakeLists.txt", "tests/consumer/cuda/CMakeLists.txt"}) == "");
}

TEST_CASE("what the README shows of heddle explain is what it says, estimates aside" *
          doctest::skip(!has_readme() || !has_tool())) {
  tool_bench bench;
  auto const shown = blocks_of("text");
  REQUIRE(shown.size() == 1);
  bench.json({"generate", "rmat", "--scale", "16", "--output", bench.file("network.mtx")});
  auto const said = bench.run({"explain", bench.file("network.mtx"), "--device", "cuda", "--type", "f32"}).out;
  std::istringstream lines(shown[0].substr(0, shown[0].find("expected ")));
  for (std::string line; std::getline(lines, line);) {
    if (line.find("...") != std::string::npos) continue;
    CAPTURE(line);
    CHECK(contains(said, line + '\n'));
  }
}

TEST_CASE("the tool's examples in the README run, one after the other" * doctest::skip(!has_readme() || !has_tool())) {
  tool_bench bench;
  std::string commands =
      "set -e; cd " + in_quotes(bench.file("")) + "; heddle() { " + in_quotes(tool_path()) + " \"$@\"; }\n";
  std::size_t count = 0;
  for (auto const& block : blocks_of("sh")) {
    if (!block.starts_with("heddle ")) continue;
    commands += block;
    ++count;
  }
  REQUIRE(count > 0);
  auto const script = bench.write("examples.sh", commands);
  CAPTURE(commands);
  CHECK(std::system(("sh " + in_quotes(script) + " >" + in_quotes(bench.file("log"))).c_str()) == 0);
}
