// whole_facts.hpp - whether the integers of a list fit one type of 64 bits, which is known when all have been seen:
// beside a real number they are real ones.
#pragma once
#include <algorithm>
#include <charconv>

#include "src/io/text.hpp"

namespace heddle::detail {

class whole_facts {
 public:
  /// An integer of the text.
  void note(std::string_view integer) {
    if (integer.size() < 19 && integer.front() != '-') [[likely]]
      return;
    note_rare(integer);
  }

  void add(whole_facts const& other) {
    keep_first(above_, other.above_);
    keep_first(beyond_, other.beyond_);
    keep_first(negative_, other.negative_);
  }

  /// Throws io_error with the line unless all fit std::int64_t, or all std::uint64_t. `start` is the beginning of line
  /// number `first_line`.
  void require_one_type(text const& source, char const* start, size_type first_line) const {
    if (!beyond_.empty()) {
      line_error const error{beyond_.data(), concat("the value ", quoted(beyond_), " overflows a 64-bit integer")};
      fail(source, error, start, first_line);
    }
    if (above_.empty() || negative_.empty()) return;
    auto const line = [&](std::string_view at) { return first_line + std::count(start, at.data(), '\n'); };
    fail(source.path, std::max(line(above_), line(negative_)),
         concat("there is a value above 9223372036854775807 on line ", line(above_), " and a negative one on line ",
                line(negative_), ", and no 64-bit integer type holds both"));
  }

 private:
  void note_rare(std::string_view integer) {
    bool const is_negative = integer.front() == '-';
    auto digits = integer.substr(is_negative || integer.front() == '+');
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty()) return;
    std::uint64_t number = 0;
    bool const fits = std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc{};
    constexpr auto half = std::uint64_t{1} << 63;
    if (!fits || (is_negative && number > half)) return keep_first(beyond_, integer);
    if (is_negative) return keep_first(negative_, integer);
    if (number >= half) keep_first(above_, integer);
  }

  /// That which stands first in the text.
  static void keep_first(std::string_view& known, std::string_view other) {
    if (known.empty() || (!other.empty() && other.data() < known.data())) known = other;
  }

  std::string_view above_, beyond_, negative_;
};

}  // namespace heddle::detail
