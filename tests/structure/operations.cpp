// operations.cpp - what operations share stands in one place: how results are written, and how kernels are found.
#include <doctest/doctest.h>

#include <set>

#include "tests/structure/source_tree.hpp"

using namespace heddle::testing;

namespace {

// Every line of ops/ with one of `words`, but for files whose path begins with one of `allowed`.
std::string lines_with(std::vector<std::string> const& words, std::vector<std::string> const& allowed) {
  std::string found;
  for (auto const& file : sources_in({"ops"})) {
    if (std::any_of(allowed.begin(), allowed.end(), [&](auto const& p) { return file.path.starts_with(p); })) continue;
    for (auto const& line : file.lines) {
      std::string const code = line.substr(0, line.find("//"));
      if (std::any_of(words.begin(), words.end(), [&](auto const& w) { return code.find(w) != std::string::npos; })) {
        found += file.path + ": " + line + "\n";
      }
    }
  }
  return found;
}

}  // namespace

// spmv scales what it finds in y, which no accumulator of GraphBLAS does.
TEST_CASE("results meet mask, accumulator and output in ops/detail/write alone" * doctest::skip(!has_sources())) {
  CHECK(lines_with({"draft_", ".keep("}, {"ops/detail/write/", "ops/spmv/"}) == "");
}

// What a loop changes about forms is for containers to say. The push of a loop is another algorithm, which is given
// the recorder by the scope.
TEST_CASE("operations are checked, named and refused in loops by the scope that they enter, and ask nothing of a loop" *
          doctest::skip(!has_sources())) {
  CHECK(lines_with({"recording()", "forms_stay("}, {}) == "");
  CHECK(lines_with({"require_unrecorded(", "trace_range", "check_descriptor(", "check_executors(", "check_mask(what"},
                   {"ops/detail/scope.hpp", "ops/detail/operand.hpp", "ops/fixpoint/options.hpp"}) == "");
  std::set<std::string> folders, entered;
  for (auto const& file : sources_in({"ops"})) {
    std::string const folder = file.path.substr(0, file.path.find('/', 4));
    if (folder == "ops/detail") continue;
    folders.insert(folder);
    for (auto const& line : file.lines) {
      if (line.find("ops::enter") != std::string::npos) entered.insert(folder);
    }
  }
  for (auto const& folder : entered) folders.erase(folder);
  // vxm is mxv's, subassign assign's; conditions of loops write nothing.
  CHECK(folders == std::set<std::string>{"ops/vxm", "ops/subassign", "ops/loop"});
}

TEST_CASE("that there is no kernel for a call is said in include/heddle/detail/dispatch/dispatch.hpp alone" *
          doctest::skip(!has_sources())) {
  CHECK(lines_with({"not_compiled("}, {}) == "");
}

TEST_CASE("whether nvcc compiles a call is asked where kernels are found, else only to include them" *
          doctest::skip(!has_sources())) {
  std::string found;
  for (auto const& file : sources_in({"ops"})) {
    for (std::size_t i = 0; i + 1 < file.lines.size(); ++i) {
      bool const asks = file.lines[i].find("__CUDACC__") != std::string::npos;
      if (asks && !file.lines[i + 1].starts_with("#include")) found += file.path + ": " + file.lines[i] + "\n";
    }
  }
  CHECK(found == "");
}

TEST_CASE("tests/ops has the folders of ops" * doctest::skip(!has_sources())) {
  auto const folders_of = [](std::string const& top) {
    std::set<std::string> folders;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(source_root() / top)) {
      if (entry.is_directory()) folders.insert(entry.path().lexically_relative(source_root() / top).generic_string());
    }
    return folders;
  };
  CHECK(folders_of("tests/ops") == folders_of("ops"));
}
