// matrix_market_header.cpp - `%%MatrixMarket matrix FORMAT FIELD SYMMETRY`, comments, and the size line.
// Boisvert, Pozo, Remington, "The Matrix Market Exchange Formats: Initial Design", NISTIR 5935, 1996.
#include <algorithm>
#include <limits>
#include <vector>

#include "src/io/contents.hpp"
#include "src/io/line_blocks.hpp"
#include "src/io/matrix_market.hpp"

namespace heddle::detail {
namespace {

constexpr auto largest = std::numeric_limits<size_type>::max();

std::vector<std::string> words_of(char const* at) {
  std::vector<std::string> words;
  for (at = skip_blanks(at); !at_line_end(at); at = skip_blanks(at)) {
    auto const token = token_at(at);
    std::transform(token.begin(), token.end(), std::back_inserter(words.emplace_back()), lower);
    at += token.size();
  }
  return words;
}

[[noreturn]] void fail_banner(char const* at, std::string const& reason) { throw line_error{at, reason}; }

[[noreturn]] void fail_word(char const* at, char const* what, std::string const& word, char const* known) {
  fail_banner(at, concat("the banner's ", what, " is ", detail::quoted(word), ", not ", known));  // not std::quoted
}

constexpr char const* known_fields = "real, double, integer, unsigned-integer or pattern";
constexpr char const* known_symmetries = "general, symmetric, skew-symmetric or hermitian";

/// `double` is what some writers call real, `unsigned-integer` what scipy calls integers without a sign.
void apply_field(char const* at, std::string const& word, matrix_market_header& header) {
  header.unsigned_values = word == "unsigned-integer";
  if (word == "real" || word == "double") {
    header.shape.values = io::field::real;
  } else if (word == "integer" || header.unsigned_values) {
    header.shape.values = io::field::integer;
  } else if (word == "pattern") {
    header.shape.values = io::field::pattern;
  } else if (word == "complex") {
    fail_banner(at, concat("complex values are not supported; the field must be ", known_fields));
  } else {
    fail_word(at, "field", word, known_fields);
  }
}

/// A hermitian matrix of real numbers is a symmetric one.
void apply_symmetry(char const* at, std::string const& word, io::file_header& shape) {
  shape.symmetric = word == "symmetric" || word == "hermitian";
  shape.skew = word == "skew-symmetric";
  if (!shape.symmetric && !shape.skew && word != "general") fail_word(at, "symmetry", word, known_symmetries);
  if (shape.values != io::field::pattern) return;
  if (shape.skew) fail_banner(at, "a pattern has no signs, so it cannot be skew-symmetric");
  if (word == "hermitian") fail_banner(at, "a pattern has no values, so it cannot be hermitian");
}

matrix_market_header parse_banner(char const* at) {
  auto const words = words_of(at);
  if (words.size() < 5) fail_banner(at, "the banner needs five words: %%MatrixMarket matrix FORMAT FIELD SYMMETRY");
  if (words[1] != "matrix") fail_word(at, "object", words[1], "matrix");
  matrix_market_header header{.shape = {.array = words[2] == "array"}};
  auto& shape = header.shape;
  if (!shape.array && words[2] != "coordinate") fail_word(at, "format", words[2], "coordinate or array");
  apply_field(at, words[3], header);
  apply_symmetry(at, words[4], shape);
  if (words.size() > 5)
    fail_banner(at, "nothing may follow the banner's symmetry, but there is " + detail::quoted(words[5]));
  if (shape.array && shape.values == io::field::pattern) fail_banner(at, "an array cannot have the field pattern");
  return header;
}

/// Stored values of an array: all, or one triangle of it, with the diagonal or without.
size_type array_entries(char const* at, io::file_header const& shape) {
  __int128 const rows = shape.rows, cols = shape.cols;
  auto const entries = shape.symmetric ? rows * (rows + 1) / 2 : shape.skew ? rows * (rows - 1) / 2 : rows * cols;
  if (entries > largest) throw line_error{at, "the number of values overflows a 64-bit integer"};
  return static_cast<size_type>(entries);
}

void parse_size_line(char const* at, io::file_header& shape) {
  char const* const start = at;
  shape.rows = parse_index(at, "number of rows", 0, largest);
  shape.cols = parse_index(at, "number of columns", 0, largest);
  if (!shape.array) shape.entries = parse_index(at, "number of entries", 0, largest);
  expect_line_end(at);
  if ((shape.symmetric || shape.skew) && shape.rows != shape.cols) {
    throw line_error{start, concat("a ", shape.symmetric ? "symmetric" : "skew-symmetric",
                                   " matrix must be square, but this one is ", shape.rows, " x ", shape.cols)};
  }
  if (shape.array) shape.entries = array_entries(start, shape);
  constexpr auto narrow = std::numeric_limits<std::int32_t>::max();
  auto const most_entries = shape.symmetric || shape.skew ? narrow / 2 : narrow;
  shape.fits_32_bit = shape.rows <= narrow && shape.cols <= narrow && shape.entries <= most_entries;
}

std::optional<matrix_market_header> parse_lines(text const& source) {
  // The last line of a mere beginning may be cut.
  auto const cut = [&](char const* line) { return !source.whole && next_line(line, source.end()) == source.end(); };
  char const* line = find_banner(source);
  if (line == nullptr) {
    fail_banner(source.begin(),
                "the first line must begin with \"%%MatrixMarket\", but it is " + quoted(line_at(source.begin())));
  }
  if (cut(line) && source.size < 4096) return std::nullopt;
  auto header = parse_banner(line);
  header.size_line = 1 + std::count(source.begin(), line, '\n');
  do {
    line = next_line(line, source.end());
    ++header.size_line;
    if (line == source.end() && source.whole) throw line_error{line - 1, "the file ends before the size line"};
    if (line == source.end() || cut(line)) return std::nullopt;
  } while (!entry_on(line, "%"));
  parse_size_line(line, header.shape);
  header.body = next_line(line, source.end());
  return header;
}

}  // namespace

std::optional<matrix_market_header> parse_matrix_market_header(text const& source) try {
  return parse_lines(source);
} catch (line_error const& error) { fail(source, error, source.begin(), 1); }

}  // namespace heddle::detail
