// read.cpp - what a file is picks its reader, and options do the rest.
#include "src/io/compact_numbers.hpp"
#include "src/io/edge_lines.hpp"
#include "src/io/formats.hpp"
#include "src/io/matrix_market.hpp"
#include "src/io/metis.hpp"
#include "src/io/mirror_images.hpp"
#include "src/io/npz.hpp"
#include "src/io/saved_entries.hpp"
#include "src/io/smtx.hpp"

namespace heddle::io {
namespace {

using detail::concat;
using detail::file_format;

constexpr size_type first_look = size_type{1} << 16;  // bytes that tell the format

[[noreturn]] void refuse(std::string const& path, std::string const& reason) {
  throw invalid_argument(detail::printable_utf8(path) + ": " + reason);
}

struct stated_header {
  file_header shape;
  bool compressed;
};

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
                concat("the ", shape.entries, " entries of its size line"));
}

detail::edge_rules find_edges(detail::text const& source, file_format format, read_options const& options) {
  return format == file_format::dimacs ? detail::find_dimacs_edges(source) : detail::find_edge_list(source, options);
}

void check_values(read_options const& options) {
  if (options.base && *options.base != 0 && *options.base != 1) {
    throw invalid_argument(concat("the first vertex is 0 or 1, not ", *options.base));
  }
  if (!options.columns.empty()) detail::parse_chosen_columns(options.columns);
}

/// What options ask for must not contradict what the format says already.
void check_options(std::string const& path, file_format format, read_options const& options) {
  if (format == file_format::edge_list) return;
  auto const name = detail::name_of(format);
  if (!options.columns.empty()) refuse(path, concat("columns are chosen of edge lists, and this is ", name));
  bool const from_one =
      format == file_format::matrix_market || format == file_format::dimacs || format == file_format::metis;
  size_type const base = from_one ? 1 : 0;
  if (options.base && *options.base != base)
    refuse(path, concat(name, " numbers from ", base, ", not from ", *options.base));
}

void check_direction(std::string const& path, file_header const& shape, read_options const& options) {
  if (options.undirected == true && shape.skew) refuse(path, "a skew-symmetric matrix is no undirected graph");
  if (options.undirected == true && shape.rows != shape.cols) {
    refuse(path, concat("a matrix of ", shape.rows, " x ", shape.cols, " is no undirected graph"));
  }
  if (options.undirected == false && shape.symmetric) {
    refuse(path, "the format keeps every edge for both directions, so it cannot be read as directed");
  }
  if (options.compact && shape.rows != shape.cols) {
    refuse(path, concat("a matrix of ", shape.rows, " x ", shape.cols, " has no one set of vertices to be numbered"));
  }
}

template <class T, class Index>
detail::reading<T, Index> read_as(file_format format, detail::text const& source, progress_callback const& progress,
                                  read_options const& options) {
  bool const undirected = options.undirected == true;
  auto const by_places = [&](detail::places_reader<Index>& reader) -> detail::reading<T, Index> {
    auto entries = detail::entries_of<T, Index>(source, options.allow_nan, reader);
    if (progress) progress(1);
    return {std::move(entries), 0, undirected};
  };
  switch (format) {
    case file_format::matrix_market:
      return {detail::read_matrix_market<T, Index>(source, progress, options), 1, undirected};
    case file_format::metis:
      return {detail::read_metis<T, Index>(source, progress, options), 1, undirected};
    case file_format::smtx:
      return {detail::read_smtx<T, Index>(source), 0, undirected};
    case file_format::npz:
      return by_places(detail::read_npz<Index>);
    case file_format::npy:
      return by_places(detail::read_npy_edges<Index>);
    case file_format::saved:
      return by_places(detail::read_saved_entries<Index>);
    case file_format::dimacs:
    case file_format::edge_list:
      return detail::read_edges<T, Index>(source, find_edges(source, format, options), progress, options);
  }
  throw invalid_argument(source.path);
}

file_header header_as(file_format format, std::string const& path, detail::memory_bound const& bound,
                      read_options const& options) {
  if (format == file_format::matrix_market) return matrix_market_header_of(path, bound).shape;
  auto const source = detail::load_text(path, bound);
  if (format == file_format::metis) return detail::read_metis_header(source);
  if (format == file_format::smtx) return detail::read_smtx_header(source);
  if (format == file_format::npz) return detail::npz_header(source);
  if (format == file_format::npy) return detail::npy_edges_header(source);
  if (format == file_format::saved) return detail::saved_entries_header(source);
  return detail::scan_edges(source, find_edges(source, format, options), options);
}

/// Of a list all is known by now; of others it has to be counted.
void count_vertices(file_header& header, std::string const& path, read_options const& options) {
  header.rows = header.cols = read<double, std::int64_t>(path, {}, options).rows;
  header.fits_32_bit = header.rows <= std::numeric_limits<std::int32_t>::max() && header.fits_32_bit;
}

void make_undirected(file_header& header) {
  if (!header.symmetric)
    header.fits_32_bit = header.fits_32_bit && header.entries <= std::numeric_limits<std::int32_t>::max() / 2;
  header.undirected = header.symmetric = true;
}

bool is_list(file_format format) { return format == file_format::edge_list || format == file_format::dimacs; }

template <class T, class Index>
detail::reading<T, Index> read_whole(file_format format, std::string const& path, detail::memory_bound const& bound,
                                     progress_callback const& progress, read_options const& options) {
  if (format == file_format::matrix_market) check_beginning<T, Index>(path, bound);
  auto const source = detail::load_text(path, bound, progress);
  auto result = read_as<T, Index>(format, source, progress, options);
  if (result.undirected) detail::add_mirror_images(result.entries, bound, path);
  return result;
}

}  // namespace

file_header read_header(std::string const& path, read_options const& options) {
  check_values(options);
  detail::memory_bound const bound(options.memory_limit_bytes);
  auto const format = detail::format_of(detail::load_text(path, bound, {}, first_look));
  check_options(path, format, options);
  auto header = header_as(format, path, bound, options);
  header.format = detail::name_of(format);
  if (is_list(format)) return header;
  check_direction(path, header, options);
  if (options.undirected == true) make_undirected(header);
  if (options.compact) count_vertices(header, path, options);
  return header;
}

template <class T, class Index>
coordinates<T, Index> read(std::string const& path, progress_callback const& progress, read_options const& options) {
  check_values(options);
  detail::memory_bound const bound(options.memory_limit_bytes);
  auto const format = detail::format_of(detail::load_text(path, bound, {}, first_look));
  check_options(path, format, options);
  try {
    if (!is_list(format) && (options.undirected || options.compact)) {
      check_direction(path, header_as(format, path, bound, options), options);
    }
    if (!options.compact) return read_whole<T, Index>(format, path, bound, progress, options).entries;
    auto wide = read_whole<T, std::int64_t>(format, path, bound, progress, options);
    return detail::numbered_anew<T, Index>(std::move(wide.entries), wide.base, path);
  } catch (std::bad_alloc const&) {
    throw out_of_memory(detail::printable_utf8(path) + ": the entries do not fit into memory");
  }
}

#define INSTANTIATE(T, Index) \
  template coordinates<T, Index> read(std::string const&, progress_callback const&, read_options const&);
#include "src/io/file_instances.hpp"

}  // namespace heddle::io
