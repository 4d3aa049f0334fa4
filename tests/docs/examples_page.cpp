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
  std::vector<std::string> about;  // lines of the comment header, the file's name left out
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

// The first sentence of a comment header.
std::string sentence_of(example const& one) {
  std::string text;
  for (auto const& line : one.about) text += (text.empty() ? "" : " ") + line;
  auto const end = text.find(". ");
  return end == std::string::npos ? text : text.substr(0, end + 1);
}

std::string page_of(std::vector<example> const& all) {
  std::string page =
      "# Examples\n\n"
      "<!-- HEDDLE_WRITE_PAGES=1 build/heddle_tests -tc='docs/examples.md*' makes this page of docs/examples. -->\n\n"
      "Each of these is a complete program of at most 80 lines, with a comment that says what it shows. It computes "
      "on\n"
      "the GPU when there is one, else on the host, looks whether its result is right, and returns 1 where it is not.\n"
      "`./dev test` builds those for g++ against the installed library and compares what they print with what stands\n"
      "here; `./dev check` does so with those for nvcc (`.cu`), which run on the host too. By hand, with heddle "
      "installed:\n\n"
      "    cmake -S docs/examples -B build-examples -DCMAKE_PREFIX_PATH=/where/heddle/is\n"
      "    cmake --build build-examples --parallel\n"
      "    cd docs/examples/02_bfs_by_algebra && ../../../build-examples/02_bfs_by_algebra\n\n"
      "`-DEXAMPLES_CUDA=ON` builds the programs for nvcc too. For a file of your own a `CMakeLists.txt` of\n"
      "[four lines](library.md#in-a-project) is enough.\n\n"
      "| example | what it shows |\n|---|---|\n";
  for (auto const& one : all) page += "| [" + one.name + "](#" + one.name + ") | " + sentence_of(one) + " |\n";
  for (auto const& one : all) {
    page += "\n## " + one.name + "\n\n";
    for (auto const& line : one.about) page += line + '\n';
    page += "The program: [" + one.source + "](examples/" + one.name + '/' + one.source + "). It prints\n\n```\n" +
            one.prints + "```\n";
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

TEST_CASE("an example has a number, a sentence, an output, and at most 80 lines" * doctest::skip(!has_pages())) {
  auto const all = examples_found();
  CHECK(all.size() >= 3);
  for (std::size_t k = 0; k < all.size(); ++k) {
    CAPTURE(all[k].name);
    CHECK(std::atoi(all[k].name.c_str()) == static_cast<int>(k) + 1);
    CHECK(sentence_of(all[k]).ends_with('.'));
    CHECK(all[k].lines <= 80);
    CHECK(all[k].prints.ends_with('\n'));
  }
}
