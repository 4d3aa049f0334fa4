// outputs.hpp - files that a command writes: whether they can be, before the work begins, and one value a line after
// it.
#pragma once
#include <heddle/io/files.hpp>
#include <string>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/report.hpp"

namespace heddle::cli {

/// Throws io_error if one of the files cannot be written, invalid_argument if two are the same, or one is a file that
/// the command reads. Empty names are not wanted.
void check_outputs(std::vector<std::string> const& paths, std::vector<std::string> const& inputs, report& answer);

/// --to: as what a matrix is written, whatever its file is called.
void add_output_form(command& described, std::string& extension);

/// How entries are written to `path`: as --to says, else by the extension; to the standard output Matrix Market. Throws
/// invalid_argument, listing the known ones, where none of them tells.
io::write_options output_form(std::string const& path, std::string const& extension);

/// In quotes, as CSV wants a text that may hold a comma or a quote.
std::string csv_text(std::string const& text);

/// One value a line; `path` empty: nothing.
template <class Range> void write_lines(std::string const& path, Range const& values) {
  if (path.empty()) return;
  io::output_file file(path);
  for (auto const& value : values) file.write_line(value);
  file.commit();
}

}  // namespace heddle::cli
