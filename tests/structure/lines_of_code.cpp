// lines_of_code.cpp - the table of lines of code per schedule in docs is that of the sources beside it.
#include <doctest/doctest.h>

#include <heddle/seam/schedule/schedule.hpp>

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

TEST_CASE("a schedule is its struct and what stands before it for its sake, texts apart") {
  std::istringstream header(
      "// some.hpp - schedules\n#pragma once\nnamespace heddle::seam {\n"
      "int helper() {\n  return 1;\n}\n\n"
      "struct one : base {\n  static constexpr std::string_view name = \"one\";\n"
      "  static constexpr std::string_view explanation =\n      \"words; and \"\n      \"more\";\n  int "
      "workers();\n};\n"
      "struct two {\n  static constexpr std::string_view name = \"two\";\n};\n}  // namespace heddle\n");
  auto const found = heddle::bench::count_schedules(header);
  REQUIRE(found.size() == 2);
  CHECK((found[0].name == "one" && found[0].code == 6 && found[0].texts == 4));
  CHECK((found[1].name == "two" && found[1].code == 2 && found[1].texts == 1));
}

TEST_CASE("every schedule that has a name is counted" * doctest::skip(!has_sources())) {
  std::vector<std::string> counted = {"auto"};
  for (auto const& file : heddle::bench::count_folder(source_root() / "include/heddle/seam/schedule")) {
    for (auto const& s : file.schedules) {
      CHECK_MESSAGE(s.code > 5, s.name);
      counted.push_back(s.name);
    }
  }
  auto names = heddle::schedule::names();
  std::sort(names.begin(), names.end());
  std::sort(counted.begin(), counted.end());
  CHECK(counted == names);
}

TEST_CASE("the lines of code per schedule in docs are those of the sources" *
          doctest::skip(!has_sources() || !std::filesystem::exists(source_root() / "docs/measurements.md"))) {
  auto const page = heddle::bench::text_of_file(source_root() / "docs/measurements.md");
  auto const current = heddle::bench::with_tables(page, heddle::bench::lines_of_code_tables(source_root()));
  REQUIRE_MESSAGE(!current.empty(), "docs/measurements.md has lost the marks between which the tables stand");
  bool const fresh = page == current;
  CHECK_MESSAGE(fresh, "the tables are old; `build/bench_lines docs/measurements.md` brings them up to date");
}
