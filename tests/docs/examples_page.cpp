// examples_page.cpp - docs/examples.md, made of the programs in docs/examples: their comment headers and their output,
// which tests/examples/check compares with what they print.
#include <doctest/doctest.h>

#include <cstdlib>

#include "tests/docs/pages.hpp"

using namespace heddle::testing;

namespace {

struct example {
  std::string name;                // "01_first_matrix"
  std::string source;              // "main.cpp" or "main.cu"
  std::vector<std::string> about;  // lines of the comment header, the first a sentence behind the file's name
  std::size_t lines = 0;
  std::string prints;
};

std::vector<example> examples_found() {
  std::vector<example> found;
  for (auto const& entry : std::filesystem::directory_iterator(source_root() / "docs/examples")) {
    if (!entry.is_directory()) continue;
    example one;
    one.name = entry.path().filename().string();
    one.source = std::filesystem::exists(entry.path() / "main.cu") ? "main.cu" : "main.cpp";
    auto const lines = lines_of(entry.path() / one.source);
    one.lines = lines.size();
    std::string const opening = "// " + one.source + " - ";
    for (auto const& line : lines) {
      if (!line.starts_with(one.about.empty() ? opening : "// ")) break;
      one.about.push_back(line.substr(one.about.empty() ? opening.size() : 3));
    }
    one.prints = text_of("docs/examples/" + one.name + "/expected.txt");
    found.push_back(one);
  }
  std::sort(found.begin(), found.end(), [](auto const& a, auto const& b) { return a.name < b.name; });
  return found;
}

// As Markdown prints it: what stands between backticks is left as it is.
std::string printed(std::string const& text) {
  std::string result;
  bool code = false;
  for (char const letter : text) {
    code = code != (letter == '`');
    if (!code && (letter == '<' || letter == '*' || letter == '_' || letter == '|')) result += '\\';
    result += letter;
  }
  return result;
}

std::string page_of(std::vector<example> const& all) {
  std::string page =
      "# Examples\n\n"
      "<!-- HEDDLE_WRITE_PAGES=1 build/heddle_tests -tc='docs/examples.md*' makes this page of docs/examples. -->\n\n"
      "Each example is a complete program of at most 80 lines. It judges its result, and returns 1 if that is wrong.\n"
      "It runs on the GPU when there is one, else on the host. Those that bring functions or semirings of their own in "
      "a\n"
      "`main.cpp` run on the host; a `main.cu` runs them on a GPU. Graphs are drawn, or are small files in the "
      "folder.\n\n"
      "Build them against an installed heddle, and run one in its folder:\n\n"
      "    cmake -S docs/examples -B build-examples -DCMAKE_PREFIX_PATH=/where/heddle/is\n"
      "    cmake --build build-examples --parallel\n"
      "    cd docs/examples/02_bfs_by_algebra && ../../../build-examples/02_bfs_by_algebra\n\n"
      "- `-DEXAMPLES_CUDA=ON` adds the programs for nvcc, whose source is `main.cu`.\n"
      "- `19_eigen` is left out where Eigen is not installed.\n"
      "- `./dev test` builds those for g++ and compares what they print with what stands here. `./dev check` does the\n"
      "  same with those for nvcc.\n"
      "- A program of your own needs a `CMakeLists.txt` of [a few lines](library.md#in-a-project).\n\n"
      "| example | what it shows |\n|---|---|\n";
  for (auto const& one : all) page += "| [" + one.name + "](#" + one.name + ") | " + printed(one.about.at(0)) + " |\n";
  for (auto const& one : all) {
    page += "\n## " + one.name + "\n\n" + printed(one.about.at(0)) + '\n';
    for (std::size_t k = 1; k < one.about.size(); ++k) page += (k == 1 ? "\n" : "") + printed(one.about[k]) + '\n';
    page += "\n[The program](examples/" + one.name + '/' + one.source + ") prints\n\n```\n" + one.prints + "```\n";
  }
  return page;
}

}  // namespace

TEST_CASE("docs/examples.md is what the examples and their output make it" * doctest::skip(!has_pages())) {
  std::string const made = page_of(examples_found());
  if (std::getenv("HEDDLE_WRITE_PAGES") != nullptr) { std::ofstream(source_root() / "docs/examples.md") << made; }
  bool const fresh = text_of("docs/examples.md") == made;
  CHECK_MESSAGE(fresh, "the page is old; HEDDLE_WRITE_PAGES=1 build/heddle_tests -tc='docs/examples.md*' makes it");
}

TEST_CASE("an example has a number, a sentence in its first line, an output, and at most 80 lines" *
          doctest::skip(!has_pages())) {
  auto const all = examples_found();
  CHECK(all.size() >= 3);
  for (std::size_t k = 0; k < all.size(); ++k) {
    CAPTURE(all[k].name);
    CHECK(std::atoi(all[k].name.c_str()) == static_cast<int>(k) + 1);
    REQUIRE(all[k].about.size() >= 2);
    CHECK(all[k].about[0].ends_with('.'));
    CHECK(all[k].lines <= 80);
    CHECK(all[k].prints.ends_with('\n'));
  }
}
