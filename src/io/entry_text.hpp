// entry_text.hpp - the text of a matrix in each format: what stands first, and a line for each entry.
#pragma once
#include <charconv>
#include <concepts>
#include <heddle/base/error.hpp>
#include <heddle/io/coordinates.hpp>
#include <string>

#include "src/io/formats.hpp"

namespace heddle::detail {

inline void append_number(std::string& text, std::integral auto number) {
  char digits[24];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// The shortest decimal that reads back as the same value; whole numbers without an exponent if the field wants them.
template <std::floating_point Float> void append_number(std::string& text, Float number, bool whole) {
  char digits[384];
  auto const end = whole ? std::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed, 0).ptr
                         : std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end);
}

struct entry_text {
  file_format format;
  io::field values;
  bool is_unsigned = false;  // some integer is above 2^63 - 1, or may be: other readers have to know before

  /// `lines`: entries that stand in the file.
  std::string heading(size_type rows, size_type cols, size_type lines, bool symmetric = false) const {
    static constexpr char const* field_names[] = {"pattern", "integer", "real"};
    switch (format) {
      case file_format::matrix_market:
        return concat("%%MatrixMarket matrix coordinate ", is_unsigned ? "unsigned-" : "",
                      field_names[static_cast<int>(values)], symmetric ? " symmetric\n" : " general\n", rows, ' ', cols,
                      ' ', lines, '\n');
      case file_format::dimacs:
        return concat("p sp ", rows, ' ', lines, '\n');
      case file_format::edge_list:
        return concat("# Nodes: ", rows, " Edges: ", lines, '\n');
      default:
        break;  // output_format_of() gives no other
    }
    return {};
  }

  /// Entry (row, col), from 0 on; `value` is not read of a pattern.
  template <class T> void append_entry(std::string& text, size_type row, size_type col, T const* value) const {
    bool const dimacs = format == file_format::dimacs;
    size_type const first = format == file_format::edge_list ? 0 : 1;
    if (dimacs) text += "a ";
    append_number(text, row + first);
    text += ' ';
    append_number(text, col + first);
    if (values != io::field::pattern) {
      text += ' ';
      append_value(text, *value);
    } else if (dimacs) {
      text += " 1";
    }
    text += '\n';
  }

 private:
  template <class T> void append_value(std::string& text, T value) const {
    if constexpr (std::floating_point<T>) {
      append_number(text, value, values == io::field::integer);
    } else if constexpr (std::unsigned_integral<T>) {
      append_number(text, static_cast<std::uint64_t>(value));
    } else {
      append_number(text, static_cast<std::int64_t>(value));
    }
  }
};

}  // namespace heddle::detail
