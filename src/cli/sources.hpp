// sources.hpp - the vertices that a traversal starts from: one, a few of the command line, or those of a file.
#pragma once
#include <heddle/io/files.hpp>
#include <string>
#include <vector>

#include "src/cli/command.hpp"

namespace heddle::cli {

struct source_options {
  std::vector<size_type> sources;
  std::string sources_file;
  std::string from;  // the option that `sources` were given by

  /// --source was given, and is the only one.
  bool is_one() const { return from == "--source"; }
  size_type source() const { return sources.front(); }
};

/// --source, --sources and --sources-file.
void add_sources(command& described, source_options& options);

/// Reads the file, if that is what was given. Throws invalid_argument unless one of the options is, and where the file
/// holds anything but numbers of vertices; io_error.
void read_sources(source_options& options);

/// Throws index_out_of_range, naming option and file, unless all are vertices.
void require_sources(source_options const& options, std::string const& file, io::file_header const& header);

/// `5`, or `3 sources`.
std::string name_of(source_options const& options);

}  // namespace heddle::cli
