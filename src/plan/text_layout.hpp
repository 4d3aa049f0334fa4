// text_layout.hpp - text for people: lines broken between words, and histograms as bars.
#pragma once
#include <heddle/explain.hpp>
#include <iomanip>
#include <string>
#include <string_view>
#include <vector>

#include "src/text/plain_text.hpp"

namespace heddle::detail {

/// Words and numbers, which get one digit behind the point.
template <class... Parts> std::string sentence(Parts const&... parts) {
  plain_text text;
  text << std::fixed << std::setprecision(1);
  (text << ... << parts);
  return text.str();
}

/// Lines of at most `width` characters where words are no longer than that.
std::vector<std::string> folded(std::string_view text, std::size_t width);

/// A line a group: its range, how many it counts, and a bar of up to 40 characters, the largest group's.
std::vector<std::string> bars_of(std::vector<length_group> const& groups);

}  // namespace heddle::detail
