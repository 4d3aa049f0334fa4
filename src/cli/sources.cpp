// sources.cpp - the vertices that a traversal starts from.
#include "src/cli/sources.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <heddle/base/error.hpp>
#include <limits>
#include <sstream>

#include "src/io/text.hpp"

namespace heddle::cli {
namespace {

constexpr whole_range from_zero = {0, std::numeric_limits<size_type>::max()};

// Of a second option the first is named, which it does not go with.
void begin_sources(source_options& options, std::string const& option) {
  if (!options.from.empty()) {
    throw invalid_argument(fmt::format("{} does not go with {}: one of them is enough", option, options.from));
  }
  options.from = option;
}

// Numbers with commas between them.
void add_listed(source_options& options, std::string const& list) {
  for (std::size_t at = 0; at <= list.size();) {
    auto const end = std::min(list.find(',', at), list.size());
    options.sources.push_back(whole_number("--sources", list.substr(at, end - at), from_zero));
    at = end + 1;
  }
}

}  // namespace

void add_sources(command& described, source_options& options) {
  described
      .text("--source", "N", "", "the vertex to start from, counted from 0",
            [&options](std::string const& text) {
              begin_sources(options, "--source");
              options.sources = {whole_number("--source", text, from_zero)};
            })
      .text("--sources", "N,N,...", "", "several of them in its place",
            [&options](std::string const& text) {
              begin_sources(options, "--sources");
              add_listed(options, text);
            })
      .input("--sources-file", options.sources_file,
             "the same from a file, with white space or commas between them; # begins a comment", presence::optional);
}

void read_sources(source_options& options) {
  if (!options.sources_file.empty()) begin_sources(options, "--sources-file");
  if (options.from.empty()) {
    throw invalid_argument("--source is required, or --sources or --sources-file in its place");
  }
  if (options.sources_file.empty()) return;
  auto const text = detail::load_text(options.sources_file, detail::memory_bound());
  std::istringstream lines(std::string(text.begin(), text.end()));
  size_type number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    line.resize(std::min(line.find('#'), line.size()));
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    auto const where = fmt::format("--sources-file: {}:{}", options.sources_file, number);
    for (std::string word; words >> word;) options.sources.push_back(whole_number(where, word, from_zero));
  }
  if (options.sources.empty()) {
    throw invalid_argument(fmt::format("--sources-file: {} holds no vertex", options.sources_file));
  }
}

void require_sources(source_options const& options, std::string const& file, io::file_header const& header) {
  size_type const vertices = std::max(header.rows, header.cols);
  for (size_type const source : options.sources) {
    if (source < vertices) continue;
    throw index_out_of_range(fmt::format("{}: {} is not a vertex of {}, which has {}", options.from, source, file,
                                         vertices == 0 ? "none" : fmt::format("0..{}", vertices - 1)));
  }
}

std::string name_of(source_options const& options) {
  return options.is_one() ? std::to_string(options.source()) : fmt::format("{} sources", options.sources.size());
}

}  // namespace heddle::cli
