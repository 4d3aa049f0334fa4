// print.cpp - containers as text: position by position where they are small, else a line for each of the first entries.
#include <heddle/print.hpp>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

#include "src/text/plain_text.hpp"

namespace heddle::detail {
namespace {

std::string count_of(size_type n, char const* one, char const* many) {
  return std::to_string(n) + ' ' + (n == 1 ? one : many);
}

// A line for each row, columns one below the other.
void show_positions(std::ostream& out, shown const& x, char const* before_row) {
  std::size_t width = 1;
  for (auto const& e : x.first) width = std::max(width, e.value.size());
  if (x.rows == 1) width = 0;
  auto entry = x.first.begin();
  for (size_type i = 0; i < x.rows; ++i) {
    out << before_row;
    for (size_type j = 0; j < x.cols; ++j) {
      bool const here = entry != x.first.end() && entry->row == i && entry->col == j;
      out << ' ' << std::setw(static_cast<int>(width)) << (here ? std::string_view((entry++)->value) : ".");
    }
  }
}

void show_entries(std::ostream& out, shown const& x, bool of_vector) {
  for (auto const& e : x.first) {
    out << "\n  ";
    of_vector ? out << e.col : out << '(' << e.row << ", " << e.col << ')';
    out << ": " << e.value;
  }
  auto const left = x.entries - static_cast<size_type>(x.first.size());
  if (left > 0) out << (x.first.empty() ? "\n  " : "\n  and ") << left << " more";
}

}  // namespace

// The stream's own format is for values; numbers of rows are plain.
void show(std::ostream& out, shown const& x, print_options const& options) {
  if (options.entries < 0) {
    throw invalid_argument(concat("print: entries is ", options.entries, ", but must be 0 or more"));
  }
  plain_text text;
  std::string_view const what = x.what;
  bool const is_vector = what == "vector";
  if (what == "scalar") {
    text << (x.first.empty() ? "no value" : x.first[0].value);
  } else {
    text << what << " of ";
    is_vector ? text << count_of(x.cols, "position", "positions") : text << x.rows << " x " << x.cols;
    text << ", " << count_of(x.entries, "entry", "entries");
    if (x.entries > 0) {
      text << ':';
      x.by_position(options) ? show_positions(text, x, is_vector ? "" : "\n ") : show_entries(text, x, is_vector);
    }
  }
  out << text.str();
}

std::ostream& standard_output() { return std::cout; }
void end_line(std::ostream& out) { out << '\n'; }

void put_number(std::ostream& out, bool value) { out << value; }
void put_number(std::ostream& out, std::int64_t value) { out << value; }
void put_number(std::ostream& out, std::uint64_t value) { out << value; }
void put_number(std::ostream& out, float value) { out << value; }
void put_number(std::ostream& out, double value) { out << value; }
void put_number(std::ostream& out, long double value) { out << value; }
void put_unknown(std::ostream& out) { out << '*'; }

std::string text_of(std::ostream const& like, void (*put)(std::ostream&, void const*), void const* element) {
  std::ostringstream text;
  text.copyfmt(like);
  text.width(0);
  put(text, element);
  return text.str();
}

}  // namespace heddle::detail
