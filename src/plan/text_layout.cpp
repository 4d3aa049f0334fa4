// text_layout.cpp - text for people: lines broken between words, and histograms as bars.
#include "src/plan/text_layout.hpp"

#include <algorithm>

namespace heddle::detail {

std::vector<std::string> folded(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    std::size_t at = text.rfind(' ', width);
    if (at == std::string_view::npos || at == 0) at = text.find(' ', 1);
    if (at == std::string_view::npos) break;
    lines.emplace_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  lines.emplace_back(text);
  return lines;
}

std::vector<std::string> bars_of(std::vector<length_group> const& groups) {
  size_type most = 1;
  for (auto const& group : groups) most = std::max(most, group.rows);
  std::vector<std::string> lines;
  for (auto const& [shortest, longest, rows] : groups) {
    std::string const range = shortest == longest ? concat(shortest) : concat(shortest, "..", longest);
    std::string const bar(static_cast<std::size_t>((40 * rows + most - 1) / most), '#');
    plain_text line;
    line << std::left << std::setw(20) << range << ' ' << std::right << std::setw(10) << rows;
    if (!bar.empty()) line << "  " << bar;
    lines.push_back(line.str());
  }
  return lines;
}

}  // namespace heddle::detail
