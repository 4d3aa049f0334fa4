// outputs.cpp - files that a command writes: whether they can be, before the work begins.
#include "src/cli/outputs.hpp"

#include <filesystem>
#include <heddle/error.hpp>

namespace heddle::cli {
namespace {

// Opening a pipe would wait for its reader, or end what is read from it.
bool is_pipe(std::string const& path) {
  std::error_code ignored;
  return std::filesystem::is_fifo(path, ignored);
}

bool are_same(std::string const& a, std::string const& b) {
  std::error_code ignored;
  if (std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored)) return false;
  auto const whole = [&](std::string const& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  return whole(a) == whole(b);
}

}  // namespace

void check_outputs(std::vector<std::string> const& paths, report& answer) {
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    if (path->empty()) continue;
    for (auto other = paths.begin(); other != path; ++other) {
      if (!other->empty() && are_same(*other, *path)) {
        throw invalid_argument(*path + ": two outputs cannot go to the same file");
      }
    }
    answer.reserve_output(*path);
    if (!is_pipe(*path)) io::output_file probe(*path);
  }
}

std::string csv_text(std::string const& text) {
  std::string quoted = "\"";
  for (char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + '"';
}

}  // namespace heddle::cli
