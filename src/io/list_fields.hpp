// list_fields.hpp - the fields of a line between blanks, or between commas, semicolons or tabs, where they may be
// empty, hold blanks and stand between quotation marks.
#pragma once
#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "src/io/numbers.hpp"

namespace heddle::detail {

/// Stands for any run of blanks and tabs, where there is no other separator.
constexpr char between_blanks = ' ';

struct list_field {
  char const* begin;
  char const* end;
  std::string_view view() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

inline bool is_among(std::string_view word, std::initializer_list<std::string_view> known) {
  return std::find(known.begin(), known.end(), word) != known.end();
}

class field_cursor {
 public:
  field_cursor(char const* line, char separator) : at_(line), separator_(separator) {
    if (separator == between_blanks) at_ = skip_blanks(at_);
    more_ = !at_line_end(at_);
  }

  bool more() const { return more_; }
  /// Behind what was read; nothing there belongs to it.
  char const* at() const { return at_; }

  list_field next() {
    if (separator_ == between_blanks) {
      char const* const begin = at_;
      while (!at_token_end(at_)) ++at_;
      list_field const field{begin, at_};
      at_ = skip_blanks(at_);
      more_ = !at_line_end(at_);
      return field;
    }
    while (*at_ == ' ') ++at_;
    auto const field = *at_ == '"' ? next_quoted() : next_bare();
    more_ = *at_ == separator_;
    at_ += more_;
    return field;
  }

 private:
  list_field next_bare() {
    char const* const begin = at_;
    while (*at_ != separator_ && *at_ != '\n') ++at_;
    char const* end = at_;
    if (end != begin && *end == '\n' && end[-1] == '\r') --end, --at_;
    while (end != begin && is_blank(end[-1])) --end;
    return {begin, end};
  }

  /// What stands between the marks; all of it where something else follows them.
  list_field next_quoted() {
    char const* const mark = at_++;
    while (!at_line_end(at_) && (*at_ != '"' || at_[1] == '"')) at_ += *at_ == '"' ? 2 : 1;
    list_field const inside{mark + 1, at_};
    if (*at_ != '"') return {mark, at_};
    ++at_;
    auto const rest = next_bare();
    return rest.begin == rest.end ? inside : list_field{mark, rest.end};
  }

  char const* at_;
  char separator_;
  bool more_;
};

inline std::vector<list_field> fields_of(char const* line, char separator) {
  std::vector<list_field> fields;
  for (field_cursor cursor(line, separator); cursor.more();) fields.push_back(cursor.next());
  return fields;
}

}  // namespace heddle::detail
