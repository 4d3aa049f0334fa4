// text.cpp - quoting of file text and the shapes of messages.
#include "src/io/text.hpp"

namespace heddle::detail {

namespace {

// A path that is empty would not be seen.
std::string shown_path(std::string const& path) { return path.empty() ? quoted(path) : printable_utf8(path); }

}  // namespace

void fail(std::string const& path, std::string const& reason) {
  throw io_error(concat(shown_path(path), ": ", reason));
}

void fail(std::string const& path, size_type line, std::string const& reason) {
  throw io_error(concat(shown_path(path), ":", line, ": ", reason));
}

void fail_index(text const& source, size_type line, std::string const& what) {
  throw index_overflow(concat(printable_utf8(source.path), line > 0 ? concat(":", line) : std::string(), ": ", what,
                              " the index type std::int64_t"));
}

void fail(text const& source, line_error const& error, char const* start, size_type first_line) {
  auto const line = first_line + std::count(start, error.at, '\n');
  if (error.too_wide) throw index_overflow(concat(printable_utf8(source.path), ":", line, ": ", error.reason));
  if (error.is_unsigned) throw unsigned_values(concat(printable_utf8(source.path), ":", line, ": ", error.reason));
  fail(source.path, line, error.reason);
}

void require_entries_fit(text const& source, size_type count, double entry_bytes) {
  source.bound.require(static_cast<double>(source.size) + static_cast<double>(count) * entry_bytes, source.path,
                       concat(count, " entries"));
}

std::string_view line_at(char const* start) {
  char const* end = start;
  while (*end != '\n') ++end;
  if (end != start && end[-1] == '\r') --end;
  return {start, static_cast<std::size_t>(end - start)};
}

}  // namespace heddle::detail
