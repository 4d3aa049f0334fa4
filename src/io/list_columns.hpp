// list_columns.hpp - how a line of an edge list is cut into columns, and which of them are the ends of an edge.
#pragma once
#include <string>
#include <vector>

#include "src/io/list_fields.hpp"
#include "src/io/list_words.hpp"

namespace heddle::detail {

struct list_columns {
  char separator = between_blanks;
  bool has_header = false;     // the first line names the columns
  int count = 0;               // of every line
  int source = 0, target = 1;  // numbered from 0
  int weight = -1;             // negative: there are none
  int kind = -1;               // Gephi's `Type`, which says Directed or Undirected
  std::vector<std::string> left_out;
  std::vector<std::string> notes;

  /// Nothing but source, target and weight, in this order, between blanks.
  bool are_plain() const {
    return separator == between_blanks && source == 0 && target == 1 && count <= 3 && (count < 3 || weight == 2);
  }
};

/// What `text` of read_options::columns asks for: two or three numbers from 1, or names. Throws invalid_argument.
std::vector<std::string> parse_chosen_columns(std::string const& text);

/// Of the list whose first line that is no comment is `line`, number `number`. Throws io_error or invalid_argument.
list_columns find_columns(text const& source, char const* line, size_type number, list_words const& words,
                          std::string const& chosen);

}  // namespace heddle::detail
