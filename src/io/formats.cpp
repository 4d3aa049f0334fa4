// formats.cpp - the one table of file name extensions.
#include "src/io/formats.hpp"

#include <algorithm>
#include <cctype>

#include "src/io/text.hpp"

namespace heddle::detail {
namespace {

struct known_extension {
  std::string_view extension;
  file_format format;
};

constexpr known_extension extension_table[] = {
    {".mtx", file_format::matrix_market}, {".gr", file_format::dimacs},       {".el", file_format::edge_list},
    {".wel", file_format::edge_list},     {".edges", file_format::edge_list}, {".txt", file_format::edge_list},
    {".tsv", file_format::edge_list},
};

}  // namespace

format_choice format_of(std::string const& path) {
  auto name = path.substr(path.rfind('/') + 1);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  bool const gzip = name.ends_with(".gz");
  if (gzip) name.resize(name.size() - 3);
  for (auto const& entry : extension_table) {
    if (name.ends_with(entry.extension)) return {entry.format, gzip};
  }
  throw invalid_argument(concat(printable(path, 4096), ": unknown file name extension; known are ",
                                io::known_extensions(), ", each also with .gz"));
}

}  // namespace heddle::detail

namespace heddle::io {

std::string known_extensions() {
  std::string known;
  for (auto const& entry : detail::extension_table) known += (known.empty() ? "" : ", ") + std::string(entry.extension);
  return known;
}

void check_extension(std::string const& path) { detail::format_of(path); }

}  // namespace heddle::io
