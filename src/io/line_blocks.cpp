// line_blocks.cpp - cutting and counting.
#include "src/io/line_blocks.hpp"

namespace heddle::detail {
namespace {

constexpr size_type block_size = size_type{1} << 20;

void count(line_block& block, std::string_view comments) {
  for (char const* line = block.begin; line != block.end; line = next_line(line, block.end)) {
    ++block.num_lines;
    block.num_entries += entry_on(line, comments) != nullptr;
  }
}

}  // namespace

std::vector<line_block> cut_into_blocks(text const& source, char const* begin, size_type first_line,
                                        std::string_view comments) {
  std::vector<line_block> blocks;
  for (char const* at = begin; at != source.end();) {
    char const* const end = source.end() - at > block_size ? next_line(at + block_size, source.end()) : source.end();
    blocks.push_back({.begin = at, .end = end});
    at = end;
  }
  host::parallel_for(host::default_threads(), static_cast<size_type>(blocks.size()), 1,
                     [&](size_type b) { count(blocks[b], comments); });
  size_type entry = 0;
  for (auto& block : blocks) {
    block.first_line = first_line;
    block.first_entry = entry;
    first_line += block.num_lines;
    entry += block.num_entries;
  }
  return blocks;
}

size_type line_of_entry(std::vector<line_block> const& blocks, size_type entry, std::string_view comments) {
  for (auto const& block : blocks) {
    if (entry >= block.first_entry + block.num_entries) continue;
    auto line = block.first_line;
    auto position = block.first_entry;
    for (char const* at = block.begin; at != block.end; at = next_line(at, block.end), ++line) {
      if (entry_on(at, comments) && position++ == entry) return line;
    }
  }
  return blocks.empty() ? 1 : blocks.back().first_line + blocks.back().num_lines - 1;
}

}  // namespace heddle::detail
