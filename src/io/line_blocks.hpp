// line_blocks.hpp - a text cut at line ends into blocks that are parsed in parallel, with every entry's position known.
#pragma once
#include <atomic>
#include <cstring>
#include <exception>
#include <heddle/detail/executor/parallel_for.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "src/io/numbers.hpp"

namespace heddle::detail {

struct line_block {
  char const* begin;
  char const* end;
  size_type first_line = 0;   // numbered from 1
  size_type first_entry = 0;  // numbered from 0
  size_type num_lines = 0;
  size_type num_entries = 0;  // lines that are neither blank nor comments

  /// visit(position, line) for every line that holds an entry; it returns a place on that line, behind what it read.
  template <class Visit> void for_each_entry(std::string_view comments, Visit visit) const;
};

/// `line` behind its blanks, if it holds an entry.
inline char const* entry_on(char const* line, std::string_view comments) {
  line = skip_blanks(line);
  bool const none = at_line_end(line) || comments.find(*line) != std::string_view::npos;
  return none ? nullptr : line;
}

inline char const* next_line(char const* at, char const* end) {
  return static_cast<char const*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at))) + 1;
}

struct line_place {
  char const* line;
  size_type number;
};

/// The first line from `line`, number `number`, that holds more than a comment; the end of the text if there is none.
inline line_place first_entry(text const& source, char const* line, size_type number, std::string_view comments) {
  for (; line != source.end() && !entry_on(line, comments); ++number) line = next_line(line, source.end());
  return {line, number};
}

template <class Visit> void line_block::for_each_entry(std::string_view comments, Visit visit) const {
  auto position = first_entry;
  for (char const* line = begin; line != end;) {
    if (char const* const entry = entry_on(line, comments)) line = visit(position++, entry);
    line = next_line(line, end);
  }
}

/// The blocks of [begin, end of source), whose first line has number `first_line`, counted in parallel.
std::vector<line_block> cut_into_blocks(text const& source, char const* begin, size_type first_line,
                                        std::string_view comments);

inline size_type num_entries(std::vector<line_block> const& blocks) {
  return blocks.empty() ? 0 : blocks.back().first_entry + blocks.back().num_entries;
}

/// Line number of entry number `entry`.
size_type line_of_entry(std::vector<line_block> const& blocks, size_type entry, std::string_view comments);

/// body(b, blocks[b]) in parallel. Of all line_errors the one on the first line is reported; progress goes from
/// one half to one.
template <class Body>
void for_each_block(text const& source, std::vector<line_block> const& blocks, io::progress_callback const& progress,
                    Body body) {
  auto const num_blocks = static_cast<int>(blocks.size());
  std::vector<std::optional<line_error>> errors(blocks.size());
  std::vector<std::exception_ptr> others(blocks.size());
  std::atomic<int> first_failed = num_blocks, done = 0;
  host::for_each_run(host::default_threads(), num_blocks, 1, [&](int thread, size_type begin, size_type end) {
    for (int b = static_cast<int>(begin); b < end; ++b) {
      if (b > first_failed.load()) continue;
      try {
        body(b, blocks[b]);
      } catch (line_error& error) { errors[b] = std::move(error); } catch (...) {
        others[b] = std::current_exception();
      }
      if (errors[b] || others[b]) {
        for (int seen = first_failed; b < seen && !first_failed.compare_exchange_weak(seen, b);) continue;
      }
      ++done;
      if (progress && thread == 0) progress(0.5 + 0.5 * done / num_blocks);
    }
  });
  for (int b = first_failed; b < num_blocks; ++b) {
    if (others[b]) std::rethrow_exception(others[b]);
    if (errors[b]) fail(source, *errors[b], blocks[b].begin, blocks[b].first_line);
  }
  if (progress) progress(1);
}

}  // namespace heddle::detail
