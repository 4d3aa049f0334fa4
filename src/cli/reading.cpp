// reading.cpp - the options by which a file is read, and what is told of how it was understood.
#include "src/cli/reading.hpp"

#include <heddle/base/error.hpp>
#include <nlohmann/json.hpp>

#include "src/cli/terminal.hpp"
#include "src/io/list_columns.hpp"

namespace heddle::cli {
namespace {

void choose_direction(reading_options& options, bool undirected) {
  if (options.reading.undirected) throw invalid_argument("--directed does not go with --undirected");
  options.reading.undirected = undirected;
}

}  // namespace

void add_reading_options(command& described, reading_options& options) {
  described
      .flag_that(
          "--undirected", [&options] { choose_direction(options, true); }, "every edge counts both ways")
      .flag_that(
          "--directed", [&options] { choose_direction(options, false); },
          "edges of a list stand as they are listed, whatever its comments say")
      .text("--base", "0|1", "", "the number of the first vertex of an edge list",
            [&options](std::string const& text) {
              options.reading.base = whole_number("--base", text, {0, 1});
            })
      .text("--columns", "U,V[,W]", "",
            "which columns of an edge list are source, target and weight, by number from 1 or by the header's words",
            [&options](std::string const& text) {
              detail::parse_chosen_columns(text);
              options.reading.columns = text;
            })
      .flag("--compact", options.reading.compact,
            "number the vertices that have an edge 0, 1, 2, ... in the order in which the file names them")
      .output("--names", options.names, "of --compact: the file's number of each vertex, one a line in vertex order");
}

void check_reading(reading_options const& options) {
  if (!options.names.empty() && !options.reading.compact) {
    throw invalid_argument("--names: vertices keep their numbers, unless --compact is given");
  }
}

io::file_header understand(std::string const& file, reading_options const& options, report& answer, bool names_file) {
  check_reading(options);
  auto header = io::read_header(file, options.reading);
  auto const& told = answer.object();
  auto notes = told.contains("notes") ? told["notes"] : nlohmann::ordered_json::array();
  std::string line;
  for (auto const& note : header.notes) {
    line += (line.empty() ? file + ": " : "; ") + note;
    notes.push_back(names_file ? file + ": " + note : note);
  }
  answer.set("notes", notes);
  if (!line.empty() && !answer.is_json()) print_error(line);
  return header;
}

}  // namespace heddle::cli
