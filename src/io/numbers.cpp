// numbers.cpp - the rare paths of number parsing, and what is said when a number is wrong.
#include "src/io/numbers.hpp"

#include <algorithm>

namespace heddle::detail {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

bool is_whole(std::string_view token) {
  if (!token.empty() && (token[0] == '-' || token[0] == '+')) token.remove_prefix(1);
  return !token.empty() && std::all_of(token.begin(), token.end(), is_digit);
}

[[noreturn]] void fail_value(char const* at, std::string const& what) {
  throw line_error{at, "the value " + shown_token(at) + ' ' + what};
}

/// Of a number that from_chars calls out of range: true if it is too small, not too large.
/// The decimal exponent of its first nonzero digit decides; its written exponent may be long itself.
bool is_tiny(std::string_view number) {
  auto const letter = std::min(number.find_first_of("eE"), number.size());
  auto const mantissa = number.substr(0, letter);
  auto const point = std::min(mantissa.find('.'), mantissa.size());
  auto const first = std::min(mantissa.find_first_of("123456789"), mantissa.size());
  auto const magnitude = first < point ? double(point - first) : -double(first - point);
  double exponent = 0;
  for (char digit : number.substr(std::min(letter + 1, number.size()))) {
    if (is_digit(digit)) exponent = std::min(exponent * 10 + (digit - '0'), 1e18);
  }
  bool const below = letter + 1 < number.size() && number[letter + 1] == '-';
  return magnitude + (below ? -exponent : exponent) < 0;
}

/// `token` without a plus sign, and with the exponent letter of Fortran's double precision replaced.
std::string normalised(std::string_view token) {
  if (token.size() > 1 && token[0] == '+' && token[1] != '-' && token[1] != '+') token.remove_prefix(1);
  std::string number(token);
  bool const decimal = number.find_first_not_of("0123456789+-.dDeE") == std::string::npos;
  if (decimal)
    std::replace_if(
        number.begin(), number.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  return number;
}

template <std::floating_point Float> Float parse_real(char const* at, bool allow_nan) {
  auto const number = normalised(token_at(at));
  Float value = 0;
  auto const [end, status] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (number.empty() || status == std::errc::invalid_argument || end != number.data() + number.size()) {
    fail_value(at, "is not a number");
  }
  if (status == std::errc::result_out_of_range) {
    if (!is_tiny(number)) fail_value(at, concat("overflows ", number_name<Float>));
    return number[0] == '-' ? -Float(0) : Float(0);
  }
  if (std::isnan(value) && !allow_nan) {
    fail_value(at, "is not a number that can be ordered, so no distance can be computed with it");
  }
  return value;
}

/// An integer of up to 64 bits, signed or not, as T; `above` is set where only an unsigned one holds it.
template <class T> T parse_whole(char const* at, bool* above = nullptr) {
  auto const token = token_at(at);
  if (!is_whole(token)) fail_value(at, token.empty() ? "is missing" : "is not an integer, as the file says it is");
  char const* const first = token.data() + (token[0] == '+');
  char const* const last = token.data() + token.size();
  if constexpr (std::integral<T>) {
    T value = 0;
    auto const [end, status] = std::from_chars(first, last, value);
    if (status == std::errc{} && end == last) return value;
    bool const is_zero = std::all_of(token.begin() + 1, token.end(), [](char digit) { return digit == '0'; });
    if (token[0] == '-' && is_zero) return 0;
    std::uint64_t high = 0;
    bool const is_unsigned = std::same_as<T, std::int64_t> && std::from_chars(first, last, high).ec == std::errc{};
    throw line_error{at, concat("the value ", shown_token(at), " overflows ", number_name<T>), false, is_unsigned};
  } else {
    std::int64_t low = 0;
    if (std::from_chars(first, last, low).ec == std::errc{}) return static_cast<T>(low);
    std::uint64_t high = 0;
    if (std::from_chars(first, last, high).ec == std::errc{}) {
      if (above != nullptr) *above = true;
      return static_cast<T>(high);
    }
    fail_value(at, "overflows a 64-bit integer");
  }
}

template <std::integral T> T whole_from_real(char const* at) {
  if (is_whole(token_at(at))) return parse_whole<T>(at);  // exactly
  auto const value = parse_real<double>(at, true);
  if (!fits<T>(value)) fail_value(at, concat("is not exactly ", number_name<T>));
  return static_cast<T>(value);
}

[[noreturn]] void fail_range(char const* at, char const* name, size_type index, size_type low, size_type high) {
  if (high < low) throw line_error{at, concat("the ", name, ' ', index, " is outside an empty range")};
  if (index < low && high >= std::numeric_limits<size_type>::max() - 1) {
    throw line_error{at, concat("the ", name, ' ', index, " is less than ", low)};
  }
  throw line_error{at, concat("the ", name, ' ', index, " is outside ", low, "..", high)};
}

}  // namespace

std::string_view token_at(char const* at) {
  char const* end = at;
  while (!at_token_end(end)) ++end;
  return {at, static_cast<std::size_t>(end - at)};
}

std::string shown_token(char const* at) {
  auto const token = token_at(at);
  return token.empty() ? std::string("(the line ends)") : quoted(token);
}

bool is_number(std::string_view word) {
  double number = 0;
  auto const [end, status] = std::from_chars(word.data(), word.data() + word.size(), number);
  return status != std::errc::invalid_argument && end == word.data() + word.size();
}

parsed_index parse_index_slowly(char const* start, char const* name, size_type low, size_type high) {
  auto const token = token_at(start);
  if (token.empty()) throw line_error{start, concat("the ", name, " is missing")};
  if (!is_whole(token)) throw line_error{start, concat("the ", name, ' ', quoted(token), " is not a whole number")};
  size_type index = 0;
  auto const digits = token.substr(token[0] == '+');
  if (std::from_chars(digits.data(), digits.data() + digits.size(), index).ec != std::errc{}) {
    throw line_error{start, concat("the ", name, ' ', quoted(token), " overflows a 64-bit integer")};
  }
  if (index < low || index > high) fail_range(start, name, index, low, high);
  return {index, start + token.size()};
}

void fail_rest(char const* at) {
  throw line_error{at, concat("nothing may follow on the line, but there is ", quoted(line_at(at)))};
}

template <class T> T parse_value_slowly(char const* at, value_rules rules) {
  if (token_at(at).empty()) throw line_error{at, "the value is missing"};
  if (rules.values == io::field::integer) return parse_whole<T>(at, rules.above);
  if constexpr (std::integral<T>) {
    return whole_from_real<T>(at);
  } else {
    return parse_real<T>(at, rules.allow_nan);
  }
}

template float parse_value_slowly(char const*, value_rules);
template double parse_value_slowly(char const*, value_rules);
template std::int32_t parse_value_slowly(char const*, value_rules);
template std::int64_t parse_value_slowly(char const*, value_rules);
template std::uint8_t parse_value_slowly(char const*, value_rules);
template std::uint64_t parse_value_slowly(char const*, value_rules);

}  // namespace heddle::detail
