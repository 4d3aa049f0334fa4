// formats.cpp - the one table of formats.
#include "src/io/formats.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/io/contents.hpp"
#include "src/io/magic.hpp"
#include "src/text/plain_text.hpp"

namespace heddle::detail {
namespace {

using judge = bool (*)(text const& beginning);

using extensions = std::vector<std::string_view>;

struct known_format {
  file_format format;
  char const* name;
  extensions written;  // by write(), and read; in lower case
  extensions read;     // and not written
  judge says_so;       // its own words, which count more than an extension
  judge plainly_is;    // good enough where the extension says nothing
};

template <std::string_view const&... Magic> bool begins_with(text const& beginning) {
  return (beginning.all().starts_with(Magic) || ...);
}

/// A new format is a line here, a reader in read.cpp, and where it is written a heading in write.cpp. The first whose
/// words are found counts, so formats with a magic number stand before those of text.
std::vector<known_format> const& format_table() {
  static std::vector<known_format> const table = {
      {file_format::npz, "NPZ", {".npz"}, {}, begins_with<zip_magic, empty_zip_magic>, nullptr},
      {file_format::npy, "NPY", {}, {".npy"}, begins_with<npy_magic>, nullptr},
      {file_format::saved, "a saved matrix", {}, {".heddle"}, begins_with<saved_magic>, nullptr},
      {file_format::matrix_market, "Matrix Market", {".mtx"}, {}, has_banner, nullptr},
      {file_format::dimacs, "DIMACS", {".gr"}, {}, has_problem_line, nullptr},
      {file_format::smtx, "smtx", {}, {".smtx"}, has_row_offsets, nullptr},
      {file_format::metis, "METIS", {}, {".graph", ".metis"}, nullptr, nullptr},
      {file_format::edge_list,
       "edge list",
       {".el", ".wel", ".edges", ".txt", ".tsv"},
       {".csv"},
       nullptr,
       is_plainly_edges},
  };
  return table;
}

/// The name in lower case, without the extension of a compression.
std::pair<std::string, compression> bare_name(std::string const& path) {
  auto name = in_lower_case(path.substr(path.rfind('/') + 1));
  auto const packed = take_ending(name);
  return {name, packed};
}

bool ends_with_one(std::string const& name, extensions const& known) {
  return std::any_of(known.begin(), known.end(), [&](std::string_view one) { return name.ends_with(one); });
}

known_format const* named_by(std::string const& name, bool to_write) {
  for (auto const& known : format_table()) {
    if (ends_with_one(name, known.written) || (!to_write && ends_with_one(name, known.read))) return &known;
  }
  return nullptr;
}

std::string extensions_listed(bool to_write) {
  std::string all;
  auto const add = [&](extensions const& some) {
    for (auto const one : some) all += (all.empty() ? "" : ", ") + std::string(one);
  };
  for (auto const& known : format_table()) {
    add(known.written);
    if (!to_write) add(known.read);
  }
  return all;
}

}  // namespace

file_format format_of(text const& beginning) {
  if (begins_with<bzip2_magic>(beginning) && beginning.all().substr(4).starts_with(bzip2_block)) {
    throw io_error(printable_utf8(beginning.path) + ": is compressed by bzip2, which is not read; unpack it first");
  }
  for (auto const& known : format_table()) {
    if (known.says_so != nullptr && known.says_so(beginning)) return known.format;
  }
  if (auto const* const known = named_by(bare_name(beginning.path).first, false)) return known->format;
  for (auto const& known : format_table()) {
    if (known.plainly_is != nullptr && known.plainly_is(beginning)) return known.format;
  }
  throw invalid_argument(concat(printable_utf8(beginning.path),
                                ": neither its contents nor its extension tells the format; known are ",
                                extensions_listed(false), ", ", known_endings()));
}

char const* name_of(file_format format) {
  for (auto const& known : format_table()) {
    if (known.format == format) return known.name;
  }
  return "";
}

bool has_known_extension(std::string const& path) { return named_by(bare_name(path).first, false) != nullptr; }

format_choice output_format_of(std::string const& path, std::string const& extension) {
  if (!extension.empty()) return output_format_of('.' + extension);
  auto const [name, packed] = bare_name(path);
  if (auto const* const known = named_by(name, true)) return {known->format, packed};
  throw invalid_argument(concat(printable_utf8(path),
                                name.ends_with(".heddle")
                                    ? ": such files are read, not written, but by heddle::save of a program"
                                : named_by(name, false) ? ": such files are read, not written"
                                                        : ": unknown file name extension",
                                "; known are ", extensions_listed(true), ", ", known_endings()));
}

format_choice output_format_of(std::string const& path, std::string const& extension, size_type rows, size_type cols) {
  auto const choice = output_format_of(path, extension);
  if (rows == cols || choice.format == file_format::matrix_market || choice.format == file_format::npz) return choice;
  throw invalid_argument(concat(printable_utf8(path), ": a ", rows, " x ", cols,
                                " matrix is not square, which only .mtx and .npz can hold"));
}

}  // namespace heddle::detail

namespace heddle::io {

std::string known_extensions() { return detail::extensions_listed(false); }

void check_extension(std::string const& path) { detail::output_format_of(path); }

}  // namespace heddle::io
