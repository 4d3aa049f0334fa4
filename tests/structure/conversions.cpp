// conversions.cpp - values meet other types by `converted` alone: C++'s own conversion is undefined where an integer
// does not hold the value.
#include <doctest/doctest.h>

#include "tests/structure/source_tree.hpp"

using namespace heddle::testing;

namespace {

// What the library's templates call the types of elements, and nothing else.
std::vector<std::string> const types_of_elements = {"W", "D", "To", "S", "Y", "domain_of<S>", "domain_of<SR>"};

bool may_cast(source_file const& file) {
  return file.path == "include/heddle/base/converted.hpp" || file.path == "include/heddle/detail/host/convert_run.hpp";
}

}  // namespace

TEST_CASE("elements are converted by converted<To>, and not by a cast" * doctest::skip(!has_sources())) {
  std::string found;
  for (auto const& file : sources_in({"include", "semirings", "ops", "src"})) {
    if (may_cast(file)) continue;
    for (auto const& line : file.lines) {
      if (line.find("requires(") != std::string::npos) continue;  // asks whether there is a conversion
      for (auto const& type : types_of_elements) {
        if (line.find("static_cast<" + type + ">(") != std::string::npos) found += file.path + ": " + line + "\n";
      }
    }
  }
  CHECK(found == "");
}
