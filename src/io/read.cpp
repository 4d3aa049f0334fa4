// read.cpp - what a file is picks its reader.
#include "src/io/edge_lines.hpp"
#include "src/io/formats.hpp"
#include "src/io/matrix_market.hpp"

namespace heddle::io {
namespace {

struct stated_header {
  file_header shape;
  bool compressed;
};

constexpr size_type first_look = size_type{1} << 16;  // bytes that tell the format

/// Reads more of the file until the size line is in it.
stated_header matrix_market_header_of(std::string const& path, detail::memory_bound const& bound) {
  for (size_type limit = first_look;; limit *= 8) {
    auto const source = detail::load_text(path, bound, {}, limit);
    if (auto const header = detail::parse_matrix_market_header(source)) return {header->shape, source.compressed};
  }
}

/// A wrong header, or one that tells of more than memory holds, is known before gzip data are inflated to their end.
template <class T, class Index> void check_beginning(std::string const& path, detail::memory_bound const& bound) {
  auto const [shape, compressed] = matrix_market_header_of(path, bound);
  if (!compressed) return;  // its size is known
  double const line_bytes = shape.array ? 2 : 4;
  double const entry_bytes = 2 * sizeof(Index) + (shape.values == field::pattern ? 0 : sizeof(T));
  bound.require((line_bytes + entry_bytes) * static_cast<double>(shape.entries), path,
                detail::concat("the ", shape.entries, " entries of its size line"));
}

detail::edge_rules find_edges(detail::text const& source, detail::file_format format) {
  return format == detail::file_format::dimacs ? detail::find_dimacs_edges(source) : detail::find_edge_list(source);
}

}  // namespace

file_header read_header(std::string const& path, read_options const& options) {
  detail::memory_bound const bound(options.memory_limit_bytes);
  auto const format = detail::format_of(detail::load_text(path, bound, {}, first_look));
  if (format == detail::file_format::matrix_market) return matrix_market_header_of(path, bound).shape;
  auto const source = detail::load_text(path, bound);
  return detail::scan_edges(source, find_edges(source, format));
}

template <class T, class Index>
coordinates<T, Index> read(std::string const& path, progress_callback const& progress, read_options const& options) {
  detail::memory_bound const bound(options.memory_limit_bytes);
  auto const format = detail::format_of(detail::load_text(path, bound, {}, first_look));
  if (format == detail::file_format::matrix_market) check_beginning<T, Index>(path, bound);
  auto const source = detail::load_text(path, bound, progress);
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
