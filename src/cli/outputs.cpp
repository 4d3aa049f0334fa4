// outputs.cpp - files that a command writes: whether they can be, before the work begins.
#include "src/cli/outputs.hpp"

#include <filesystem>
#include <heddle/base/error.hpp>

#include "src/cli/terminal.hpp"

namespace heddle::cli {
namespace {

// Opening a pipe would wait for its reader, or end what is read from it.
bool is_pipe(std::string const& path) {
  std::error_code ignored;
  return std::filesystem::is_fifo(path, ignored);
}

bool are_same(std::string const& a, std::string const& b) {
  std::error_code ignored;
  if (is_standard_output(a) && is_standard_output(b)) return true;
  if (std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored)) return false;
  auto const whole = [&](std::string const& path) {
    auto target = std::filesystem::absolute(path, ignored);
    for (int links = 0; links < 40 && std::filesystem::is_symlink(target, ignored); ++links) {
      target = target.parent_path() / std::filesystem::read_symlink(target, ignored);  // maybe to what is not there yet
    }
    return std::filesystem::weakly_canonical(target, ignored);
  };
  return whole(a) == whole(b);
}

// What `-` stands for may be a file, too.
bool is_read(std::string const& input, std::string const& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) &&
         std::filesystem::equivalent(input == "-" ? "/dev/stdin" : input, path, ignored);
}

}  // namespace

void check_outputs(std::vector<std::string> const& paths, std::vector<std::string> const& inputs, report& answer) {
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    if (path->empty()) continue;
    for (auto other = paths.begin(); other != path; ++other) {
      if (!other->empty() && are_same(*other, *path)) {
        throw invalid_argument(*path + ": two outputs cannot go to the same file");
      }
    }
    for (auto const& input : inputs) {
      if (is_read(input, *path)) throw invalid_argument(*path + ": it is read, and an output would overwrite it");
    }
    answer.reserve_output(*path);
    if (!is_pipe(*path)) io::output_file probe(*path);
  }
}

void add_output_form(command& described, std::string& extension) {
  described.text("--to", "EXT", "",
                 "as what it is written, as if the name ended so: mtx, gr, el, npz, mtx.gz, gr.xz, el.zst",
                 [&extension](std::string const& text) { extension = text; });
}

io::write_options output_form(std::string const& path, std::string const& extension) {
  auto const chosen = extension.empty() && path == standard_output_name ? std::string("mtx") : extension;
  io::check_extension(chosen.empty() ? path : "--to ." + chosen);
  return {chosen};
}

std::string csv_text(std::string const& text) {
  std::string quoted = "\"";
  for (char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + '"';
}

}  // namespace heddle::cli
