// text.hpp - a file in memory, places in it, and how they are quoted in messages.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <heddle/base/error.hpp>
#include <heddle/io/files.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "src/io/memory_bound.hpp"
#include "src/text/printable.hpp"

namespace heddle::detail {

struct free_bytes {
  void operator()(char* bytes) const { std::free(bytes); }
};

/// A file, or its beginning. The bytes always end with '\n', so a scan for a line end needs no bound; of
/// contents that are no text it stands behind them.
struct text {
  std::string path;
  memory_bound bound;  // of these bytes and all that is made of them
  std::unique_ptr<char[], free_bytes> bytes;
  size_type size = 0;
  size_type skipped = 0;    // bytes at the beginning that are not text: a byte-order mark
  bool compressed = false;  // the file's own bytes were gzip data
  bool whole = true;        // false: more follows, and the last line may be cut

  char const* begin() const { return bytes.get() + skipped; }
  char const* end() const { return bytes.get() + size; }

  /// For formats that are no text, before which no mark stands.
  std::string_view all() const { return {bytes.get(), static_cast<std::size_t>(size)}; }
};

inline constexpr size_type no_limit = std::numeric_limits<size_type>::max();

/// Reads, and inflates gzip data whatever the name says; stops after `limit` bytes of text.
/// Throws io_error as soon as the text is larger than `bound`.
text load_text(std::string const& path, memory_bound const& bound, io::progress_callback const& progress = {},
               size_type limit = no_limit);

/// Throws io_error unless `count` entries of `entry_bytes` each, a double so that nothing overflows, fit beside the
/// text.
void require_entries_fit(text const& source, size_type count, double entry_bytes);

/// Throws index_overflow `PATH:LINE: WHAT the index type std::int64_t`, of line 0 without it.
[[noreturn]] void fail_index(text const& source, size_type line, std::string const& what);

template <class Index> void require_vertices_fit(text const& source, size_type line, size_type count) {
  if (count > std::numeric_limits<Index>::max()) fail_index(source, line, concat(count, " vertices need"));
}
template <class Index> void require_shape_fits(text const& source, size_type line, size_type rows, size_type cols) {
  if (std::max(rows, cols) <= std::numeric_limits<Index>::max()) return;
  fail_index(source, line, concat("a ", rows, " x ", cols, " matrix needs"));
}

/// Whether indices of 32 bits count them all.
inline bool fit_32_bits(std::initializer_list<size_type> counts) {
  return std::max(counts) <= std::numeric_limits<std::int32_t>::max();
}

/// Room for `count` entries.
template <class T, class Index> void resize(io::coordinates<T, Index>& entries, size_type count, bool with_values) {
  entries.row.resize(static_cast<std::size_t>(count));
  entries.col.resize(static_cast<std::size_t>(count));
  if (with_values) entries.value.resize(static_cast<std::size_t>(count));
}

[[noreturn]] void fail(std::string const& path, std::string const& reason);
[[noreturn]] void fail(std::string const& path, size_type line, std::string const& reason);

/// A file of whole numbers has one that only std::uint64_t holds, and was read as std::int64_t.
struct unsigned_values : io_error {
  using io_error::io_error;
};

/// Thrown while a line is parsed; whoever knows the path and can count lines turns it into an io_error.
struct line_error {
  char const* at;
  std::string reason;
  bool too_wide = false;     // becomes index_overflow
  bool is_unsigned = false;  // becomes unsigned_values
};

/// Rethrows `error` as io_error or index_overflow; `start` is the beginning of line number `first_line`.
[[noreturn]] void fail(text const& source, line_error const& error, char const* start, size_type first_line);

/// The line that begins at `start`, without its end.
std::string_view line_at(char const* start);

}  // namespace heddle::detail
