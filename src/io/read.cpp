// read.cpp - the extension picks the reader.
#include "src/io/edge_lines.hpp"
#include "src/io/formats.hpp"
#include "src/io/matrix_market.hpp"

namespace heddle::io {
namespace {

/// Reads more of the file until the size line is in it.
file_header matrix_market_header_of(std::string const& path) {
  for (size_type limit = size_type{1} << 16;; limit *= 8) {
    auto const source = detail::load_text(path, {}, limit);
    if (auto const header = detail::parse_matrix_market_header(source)) return header->shape;
  }
}

detail::edge_rules find_edges(detail::text const& source, detail::file_format format) {
  return format == detail::file_format::dimacs ? detail::find_dimacs_edges(source) : detail::find_edge_list(source);
}

}  // namespace

file_header read_header(std::string const& path) {
  auto const format = detail::format_of(path).format;
  if (format == detail::file_format::matrix_market) return matrix_market_header_of(path);
  auto const source = detail::load_text(path);
  return detail::scan_edges(source, find_edges(source, format));
}

template <class T, class Index>
coordinates<T, Index> read(std::string const& path, progress_callback const& progress, read_options const& options) {
  auto const format = detail::format_of(path).format;
  auto const source = detail::load_text(path, progress);
  try {
    if (format == detail::file_format::matrix_market) {
      return detail::read_matrix_market<T, Index>(source, progress, options);
    }
    return detail::read_edges<T, Index>(source, find_edges(source, format), progress, options);
  } catch (std::bad_alloc const&) {
    throw out_of_memory(detail::printable(path, 4096) + ": the entries do not fit into memory");
  }
}

#define INSTANTIATE(T, Index) \
  template coordinates<T, Index> read(std::string const&, progress_callback const&, read_options const&);
#include "src/io/instances.hpp"

}  // namespace heddle::io
