// read.hpp - matrices and graphs from files: Matrix Market, DIMACS shortest path, edge lists, each optionally gzipped.
// Boisvert, Pozo, Remington, "The Matrix Market Exchange Formats: Initial Design", NISTIR 5935, 1996.
// 9th DIMACS Implementation Challenge, "Shortest Paths", file formats, 2006.
#pragma once
#include <heddle/io/coordinates.hpp>
#include <heddle/io/output_file.hpp>
#include <heddle/io/write.hpp>
#include <heddle/progress.hpp>
#include <optional>
#include <string>

namespace heddle::io {

using heddle::progress_callback;

/// What can be known before the types are chosen.
struct file_header {
  size_type rows = 0;
  size_type cols = 0;
  size_type entries = 0;  // lines that hold one, before a symmetric file is expanded
  field values = field::real;
  bool symmetric = false;
  bool skew = false;
  bool array = false;
  bool fits_32_bit = true;  // rows, columns and expanded entries all stay below 2^31
};

struct read_options {
  /// False: a NaN value is an error that names its line (an ordering of distances has no place for it).
  bool allow_nan = true;
  /// The most memory that the file's text, inflated, and its entries may take together; none: what the machine, or the
  /// container that the process is in, has left.
  std::optional<size_type> memory_limit_bytes = {};
};

/// The extensions that read() and write() know, for messages: ".mtx, .gr, ..."; each may be followed by .gz.
std::string known_extensions();

/// Throws invalid_argument, listing the known ones, unless `path` has one of them; opens nothing.
void check_extension(std::string const& path);

/// The extension decides the format: .mtx is always Matrix Market; .gr is DIMACS; .el, .wel, .edges, .txt, .tsv are
/// edge lists `u v [weight]` with vertices from 0 and comments that begin with # or %. Each may end in .gz.
/// Reads the beginning of the file; all of it for DIMACS and edge lists, whose kind of values stands nowhere else.
/// Throws io_error naming file, line and reason, or file and sizes if the text does not fit into memory;
/// invalid_argument for an unknown extension, listing the known ones; out_of_memory.
[[nodiscard]] file_header read_header(std::string const& path, read_options const& options = {});

/// The whole file, parsed in parallel; symmetric and skew-symmetric ones are expanded (skew with its sign). Their
/// entries may stand in either triangle, but an entry and its mirror image must not both be listed.
/// T is float, double, int32_t, int64_t or uint8_t; Index int32_t or int64_t. Every value must fit T exactly, except
/// that floating-point T rounds to nearest. Only regular files are read. What the file holds, not what it claims,
/// decides what memory is taken, and more than `options` allow is refused while reading, gzip data while they are
/// inflated. Throws io_error naming file, line and reason, or file and sizes if memory is too small; index_overflow
/// naming the wider type when Index is too small (before anything is allocated for entries where the file states its
/// size); invalid_argument for an unknown extension, listing the known ones; out_of_memory.
template <class T, class Index = std::int32_t>
[[nodiscard]] coordinates<T, Index> read(std::string const& path, progress_callback const& progress = {},
                                         read_options const& options = {});

}  // namespace heddle::io
