// contents.cpp - what the first lines of a text say of its format.
#include "src/io/contents.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "src/io/line_blocks.hpp"
#include "src/io/list_words.hpp"

namespace heddle::detail {
namespace {

constexpr int lines_looked_at = 64;

/// The first lines that hold more than a comment, as tokens between blanks, commas and semicolons. Of a mere beginning
/// the last line may be cut and is left out.
struct first_lines {
  first_lines(text const& beginning, std::string_view comments) {
    for (char const* line = beginning.begin(); line != beginning.end();) {
      char const* const next = next_line(line, beginning.end());
      bool const cut = next == beginning.end() && !beginning.whole;
      if (cut) break;
      if (entry_on(line, comments)) {
        ++found;
        if (lines.size() < lines_looked_at) lines.push_back(line_at(entry_on(line, comments)));
      }
      line = next;
    }
  }
  size_type found = 0;  // of all that was loaded
  std::vector<std::string_view> lines;
};

bool is_separator(char letter) { return is_blank(letter) || letter == ',' || letter == ';'; }

std::vector<std::string_view> tokens_of(std::string_view line, std::size_t most = 8) {
  std::vector<std::string_view> tokens;
  while (tokens.size() < most) {
    auto const begin = std::find_if_not(line.begin(), line.end(), is_separator);
    if (begin == line.end()) break;
    auto const end = std::find_if(begin, line.end(), is_separator);
    tokens.emplace_back(&*begin, static_cast<std::size_t>(end - begin));
    line = {line.data() + (end - line.begin()), static_cast<std::size_t>(line.end() - end)};
  }
  return tokens;
}

/// -1: no whole number from 0 on.
size_type whole(std::string_view token) {
  size_type number = 0;
  auto const [end, status] = std::from_chars(token.data(), token.data() + token.size(), number);
  return status == std::errc{} && end == token.data() + token.size() && number >= 0 ? number : -1;
}

bool starts_with_word(char const* at, std::string_view word) {
  return std::equal(word.begin(), word.end(), at, [](char a, char b) { return a == lower(b); }) &&
         at_token_end(at + word.size());
}

/// The first of the lines could be the size of a matrix whose other lines are entries.
bool may_have_size_line(std::vector<std::vector<size_type>> const& numbers) {
  if (numbers[0].size() != 3 || numbers[0][2] < 0) return false;
  return std::all_of(numbers.begin() + 1, numbers.end(),
                     [&](auto const& line) { return line[0] <= numbers[0][0] && line[1] <= numbers[0][1]; });
}

/// Comments at the head that only lists have.
bool has_list_words(text const& beginning) {
  auto const words = read_list_words(beginning, first_entry(beginning, beginning.begin(), 1, "#%").line);
  return words.konect || words.direction != list_direction::unsaid || (words.vertices && words.edges);
}

/// The first could be METIS's `vertices edges`, each other line the two neighbours of a vertex. Of a mere beginning
/// nobody knows how many lines there are, but that there are no fewer.
bool may_be_adjacency(std::vector<std::vector<size_type>> const& numbers, size_type found, bool whole) {
  size_type const vertices = numbers[0][0];
  return numbers[0].size() == 2 && numbers[0][1] == vertices && (whole ? vertices == found - 1 : vertices >= found - 1);
}

}  // namespace

char const* find_banner(text const& beginning) {
  char const* const line = first_entry(beginning, beginning.begin(), 1, "").line;
  if (line == beginning.end()) return nullptr;
  char const* const banner = skip_blanks(line);
  char const* const name = banner + (*banner == '%' && banner[1] == '%');
  return starts_with_word(name, "%matrixmarket") ? banner : nullptr;
}

bool has_problem_line(text const& beginning) {
  for (char const* line = beginning.begin(); line != beginning.end(); line = next_line(line, beginning.end())) {
    char const* const at = entry_on(line, "");
    if (at == nullptr) continue;
    auto const tokens = tokens_of(line_at(at));
    if (!tokens.empty() && tokens[0] == "c") continue;
    return tokens.size() >= 2 && tokens[0] == "p" && !is_number(tokens[1]);
  }
  return false;
}

bool has_row_offsets(text const& beginning) {
  first_lines const first(beginning, "%#");
  if (first.lines.size() < 2) return false;
  auto const sizes = tokens_of(first.lines[0]);
  if (sizes.size() != 3) return false;
  auto const rows = whole(sizes[0]), entries = whole(sizes[2]);
  if (rows < 0 || whole(sizes[1]) < 0 || entries < 0 || rows == std::numeric_limits<size_type>::max()) return false;
  // A list has as many columns in every line, and one kind of separator.
  bool const has_commas = first.lines[0].find(',') != std::string_view::npos;
  if (first.lines[1].find(',') != std::string_view::npos || (rows == 2 && !has_commas)) return false;
  auto const offsets = tokens_of(first.lines[1], no_limit);
  return static_cast<size_type>(offsets.size()) == rows + 1 && whole(offsets.front()) == 0 &&
         whole(offsets.back()) == entries;
}

bool is_plainly_edges(text const& beginning) {
  if (has_list_words(beginning)) return true;
  first_lines const first(beginning, "#%");
  if (first.lines.empty()) return false;
  std::vector<std::vector<size_type>> numbers;
  for (auto const line : first.lines) {
    auto const tokens = tokens_of(line);
    if (tokens.size() < 2 || tokens.size() > 3) return false;
    if (!numbers.empty() && tokens.size() != numbers[0].size()) return false;
    numbers.emplace_back();
    for (auto const token : tokens) numbers.back().push_back(whole(token));
    if (numbers.back()[0] < 0 || numbers.back()[1] < 0 || !is_number(tokens.back())) return false;
  }
  return !may_have_size_line(numbers) && !may_be_adjacency(numbers, first.found, beginning.whole);
}

}  // namespace heddle::detail
