// schedules.cpp - the table of docs/schedules.md names every one, with its summary and its parameters.
#include <doctest/doctest.h>

#include <fstream>
#include <heddle/seam/schedule/schedule.hpp>
#include <sstream>

#include "tests/support/source_root.hpp"

using namespace heddle;

namespace {

std::string row_of(schedule const& s) {
  std::string parameters;
  for (auto const& [name, value] : s.parameters()) parameters += (parameters.empty() ? "`" : ", `") + name + "`";
  return "| `" + s.name() + "` | " + s.summary() + " | " + parameters + " |";
}

}  // namespace

TEST_CASE("the table of schedules in docs has a row for every schedule") {
  std::ostringstream text;
  text << std::ifstream(testing::source_root() / "docs/schedules.md").rdbuf();
  for (std::string const& name : schedule::names()) {
    std::string const row = row_of(schedule::parse(name));
    INFO("missing in docs/schedules.md: ", row);
    CHECK(text.str().find(row) != std::string::npos);
  }
}
