// tool.hpp - the built tool as a process: arguments in, status and both streams out.
#pragma once
#include <sys/wait.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/contains.hpp"
#include "tests/support/source_root.hpp"

namespace heddle::testing {

/// The environment's HEDDLE_TOOL, else the `heddle` beside this program.
inline std::string tool_path() {
  if (char const* const given = std::getenv("HEDDLE_TOOL")) return std::filesystem::absolute(given).string();
  std::error_code ignored;
  return (std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "heddle").string();
}

/// False where only the library was built.
inline bool has_tool() { return std::filesystem::is_regular_file(tool_path()); }

inline std::string in_quotes(std::string const& word) {
  std::string quoted = "'";
  for (char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

struct tool_result {
  int status;
  std::string out, err;
};

/// A folder, and the tool run in front of it.
class tool_bench : public temporary_folder {
 public:
  tool_result run(std::vector<std::string> const& arguments, std::string const& redirection = "") const {
    std::string command = in_quotes(tool_path());
    for (auto const& argument : arguments) command += ' ' + in_quotes(argument);
    temporary_folder streams;
    command += " >" + in_quotes(streams.file("out")) + " 2>" + in_quotes(streams.file("err")) + ' ' + redirection;
    int const status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, streams.read("out"), streams.read("err")};
  }

  /// The object that --json gives; fails the test if there is none.
  nlohmann::json json(std::vector<std::string> arguments) const {
    arguments.push_back("--json");
    auto const result = run(arguments);
    CAPTURE(result.err);
    REQUIRE(result.status == 0);
    CHECK(result.err == "");
    return nlohmann::json::parse(result.out);
  }

  /// What the one line on the standard error says after `heddle: `; fails the test if it is not one, or not all.
  std::string error(std::vector<std::string> const& arguments, std::string const& redirection = "") const {
    auto const result = run(arguments, redirection);
    CAPTURE(result.err);
    CHECK(result.status == 2);
    CHECK(result.out == "");
    REQUIRE(result.err.starts_with("heddle: "));
    CHECK(result.err.find('\n') == result.err.size() - 1);
    for (char letter : result.err.substr(0, result.err.size() - 1)) CHECK((letter >= ' ' && letter <= '~'));
    return result.err.substr(8, result.err.size() - 9);
  }
};

inline std::string karate_file() { return (source_root() / "tests/data/karate.mtx").string(); }

}  // namespace heddle::testing

/// A case that is skipped, and counted so, where there is no tool.
#define TOOL_CASE(sentence) TEST_CASE(sentence* doctest::skip(!heddle::testing::has_tool()))
