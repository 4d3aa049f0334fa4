// examples.cpp - what README.md and docs show is code that is compiled, and commands that run.
#include <sstream>

#include "tests/cli/tool.hpp"
#include "tests/docs/pages.hpp"

using namespace heddle::testing;

namespace {

// Blocks of which no file holds every line in a row.
std::string unknown_blocks(std::string const& language, std::vector<std::string> const& files) {
  std::string unknown;
  for (auto const& block : blocks_of(language)) {
    bool const known =
        std::any_of(files.begin(), files.end(), [&](auto const& file) { return contains(text_of(file), block.text); });
    if (!known) unknown += block.page + ":\n" + block.text + '\n';
  }
  return unknown;
}

}  // namespace

TEST_CASE("all C++ in README.md and docs stands in files that are compiled and run" * doctest::skip(!has_pages())) {
  CHECK(blocks_of("cpp").size() >= 3);
  std::vector<std::string> files = {"tests/consumer/plain/main.cpp", "tests/consumer/cuda/main.cu"};
  for (auto const& file : sources_in({"tests/docs", "tests/nccl", "docs/examples"})) files.push_back(file.path);
  CHECK(unknown_blocks("cpp", files) == "");
}

TEST_CASE("all CMake in README.md and docs is that of the consumer projects" * doctest::skip(!has_pages())) {
  CHECK(blocks_of("cmake").size() >= 1);
  CHECK(unknown_blocks("cmake", {"tests/consumer/plain/CMakeLists.txt", "tests/consumer/cuda/CMakeLists.txt"}) == "");
}

TEST_CASE("what docs show of heddle explain is what it says, estimates aside" *
          doctest::skip(!has_pages() || !has_tool())) {
  tool_bench bench;
  auto const shown = blocks_of("text");
  REQUIRE(shown.size() == 1);
  bench.json({"generate", "rmat", "--scale", "16", "--output", bench.file("network.mtx")});
  auto const said = bench.run({"explain", bench.file("network.mtx"), "--device", "cuda", "--type", "f32"}).out;
  std::istringstream lines(shown[0].text.substr(0, shown[0].text.find("\nexpected ") + 1));
  for (std::string line; std::getline(lines, line);) {
    if (line.find("...") != std::string::npos) continue;
    CAPTURE(line);
    CHECK(contains(said, line + '\n'));
  }
}

TEST_CASE("the tool's examples in README.md and docs run, block after block" *
          doctest::skip(!has_pages() || !has_tool())) {
  std::size_t count = 0;
  for (auto const& block : blocks_of("sh")) {
    if (!block.text.starts_with("heddle ")) continue;
    tool_bench bench;
    auto const commands = "set -e; cd " + in_quotes(bench.file("")) + "; heddle() { " + in_quotes(tool_path()) +
                          " \"$@\"; }\n" + block.text;
    auto const script = bench.write("examples.sh", commands);
    CAPTURE(block.page);
    CAPTURE(commands);
    CHECK(std::system(("sh " + in_quotes(script) + " >" + in_quotes(bench.file("log"))).c_str()) == 0);
    ++count;
  }
  CHECK(count >= 2);
}
