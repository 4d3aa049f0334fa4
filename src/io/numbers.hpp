// numbers.hpp - indices and values out of a line of text; the fast path is std::from_chars, messages are made apart.
#pragma once
#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

#include "src/io/text.hpp"

namespace heddle::detail {

inline bool is_blank(char letter) { return letter == ' ' || letter == '\t'; }

inline char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

inline char const* skip_blanks(char const* at) {
  while (is_blank(*at)) ++at;
  return at;
}

/// True at a line feed and at the carriage return before it.
inline bool at_line_end(char const* at) { return *at == '\n' || (*at == '\r' && at[1] == '\n'); }

inline bool at_token_end(char const* at) { return is_blank(*at) || at_line_end(at); }

std::string_view token_at(char const* at);

/// `text` as it is named in a message: the token, or that the line ends.
std::string shown_token(char const* at);

/// As messages call it.
template <class T>
inline constexpr char const* number_name = std::same_as<T, float>           ? "a 32-bit float"
                                           : std::same_as<T, double>        ? "a 64-bit float"
                                           : std::same_as<T, std::uint8_t>  ? "an 8-bit unsigned integer"
                                           : std::same_as<T, std::uint64_t> ? "a 64-bit unsigned integer"
                                           : std::same_as<T, std::int32_t>  ? "a 32-bit integer"
                                                                            : "a 64-bit integer";

/// Whether `element` is exactly a T; floating-point T rounds to nearest.
template <class T, class E> bool fits(E element) {
  if constexpr (std::integral<E> && std::integral<T>) {
    return std::in_range<T>(element);
  } else if constexpr (std::integral<E>) {
    return true;
  } else if constexpr (std::integral<T>) {
    constexpr auto low = static_cast<E>(std::numeric_limits<T>::lowest());
    constexpr auto beyond = static_cast<E>(std::numeric_limits<T>::max() / 2 + 1) * 2;
    return element >= low && element < beyond && element == std::trunc(element);
  } else {
    return std::isfinite(static_cast<T>(element)) || !std::isfinite(element);
  }
}

/// Whether `word` is one, however large.
bool is_number(std::string_view word);

struct parsed_index {
  size_type index;
  char const* end;
};

/// The careful path of parse_index: any number of zeros at the beginning, and every message. By value, so that places
/// on a line stay in registers.
parsed_index parse_index_slowly(char const* at, char const* name, size_type low, size_type high);

[[noreturn]] void fail_rest(char const* at);

/// A whole number without fraction or exponent, in [low, high]; moves `at` behind it.
inline size_type parse_index(char const*& at, char const* name, size_type low, size_type high) {
  char const* const start = skip_blanks(at);
  char const* const digits = start + (*start == '+' && start[1] != '-');
  size_type index = 0;
  auto const [end, status] = std::from_chars(digits, digits + 20, index);
  bool const plain = status == std::errc{} && at_token_end(end) && index >= low && index <= high;
  if (!plain) [[unlikely]] {
    auto const slow = parse_index_slowly(start, name, low, high);
    at = slow.end;
    return slow.index;
  }
  at = end;
  return index;
}

/// Nothing but blanks may follow on the line.
inline void expect_line_end(char const* at) {
  at = skip_blanks(at);
  if (!at_line_end(at)) [[unlikely]]
    fail_rest(at);
}

struct value_rules {
  io::field values;
  bool allow_nan;
  bool* above = nullptr;  // set where an integer is above 2^63 - 1, which a floating-point T does not tell
};

/// The careful path: Fortran exponents, values below the smallest, exact conversion to T, and every message.
template <class T> T parse_value_slowly(char const* at, value_rules rules);

/// A value of the file's field as T; moves `at` behind it.
template <class T> T parse_value(char const*& at, value_rules rules) {
  char const* const start = skip_blanks(at);
  char const* const digits = start + (*start == '+');
  char const* end = digits;
  T value{};
  bool plain = false;
  if (std::integral<T> || rules.values == io::field::real) {
    char const* bound = digits;
    while (!at_token_end(bound)) ++bound;
    auto const result = std::from_chars(digits, bound, value);
    end = result.ptr;
    plain = result.ec == std::errc{} && end == bound && *digits != '+' && !(digits != start && *digits == '-');
    if constexpr (std::floating_point<T>) plain = plain && !std::isnan(value);
  } else {
    std::int64_t whole = 0;
    auto const result = std::from_chars(digits, digits + 20, whole);
    end = result.ptr;
    plain = result.ec == std::errc{} && at_token_end(end) && !(digits != start && *digits == '-');
    value = static_cast<T>(whole);
  }
  if (!plain) [[unlikely]] {
    value = parse_value_slowly<T>(start, rules);
    end = start + token_at(start).size();
  }
  at = end;
  return value;
}

}  // namespace heddle::detail
