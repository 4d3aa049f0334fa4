// lines_of_code.cpp - the README's table of lines of code per schedule is that of the sources beside it.
#include <doctest/doctest.h>

#include "bench/lines/count.hpp"
#include "tests/structure/source_tree.hpp"

using namespace heddle::testing;
using heddle::bench::count_code_lines;

namespace {

int code_lines(std::string const& text) {
  std::istringstream stream(text);
  return count_code_lines(stream);
}

}  // namespace

TEST_CASE("a code line is one that holds more than blanks and comments") {
  CHECK(code_lines("") == 0);
  CHECK(code_lines("\n  \n\t\n") == 0);
  CHECK(code_lines("// only words\n/// and more\n") == 0);
  CHECK(code_lines("int a;  // with words\n}\n") == 2);
  CHECK(code_lines("/* one\n   two */ int a;\nint b; /* three\n*/\n") == 2);
  CHECK(code_lines("auto s = \"// no comment\";\nauto t = \"a \\\" /* none\";\nint c;\n") == 3);
}

TEST_CASE("every header of a schedule is counted, with the names of its schedules" * doctest::skip(!has_sources())) {
  int schedules = 0;
  for (auto const& file : heddle::bench::count_folder(source_root(), "include/heddle/schedule")) {
    CAPTURE(file.path);
    CHECK(file.lines > 5);
    CHECK(!file.what.empty());
    schedules += static_cast<int>(file.schedules.size());
  }
  CHECK(schedules >= 7);
}

TEST_CASE("the README's lines of code per schedule are those of the sources" *
          doctest::skip(!has_sources() || !std::filesystem::exists(source_root() / "README.md"))) {
  auto const readme = heddle::bench::text_of_file(source_root() / "README.md");
  auto const current = heddle::bench::with_tables(readme, heddle::bench::lines_of_code_tables(source_root()));
  REQUIRE_MESSAGE(!current.empty(), "README.md has lost the marks between which the tables stand");
  CHECK_MESSAGE(readme == current, "the tables are old; `build/bench_lines README.md` brings them up to date");
}
