// reading.hpp - the options by which a file is read, and what is told of how it was understood.
#pragma once
#include <heddle/io/files.hpp>
#include <string>

#include "src/cli/command.hpp"
#include "src/cli/report.hpp"

namespace heddle::cli {

struct reading_options {
  io::read_options reading;
  std::string names;  // where the map of --compact goes
};

void add_reading_options(command& described, reading_options& options);

/// What does not go together is refused before any file is opened.
void check_reading(reading_options const& options);

/// The header of the file. What its reader should know is told in a line on the standard error, or as `notes` of the
/// object where that is the answer; with `names_file` each note begins with the file.
io::file_header understand(std::string const& file, reading_options const& options, report& answer,
                           bool names_file = false);

}  // namespace heddle::cli
