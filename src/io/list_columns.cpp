// list_columns.cpp - how a line of an edge list is cut into columns, and which of them are the ends of an edge.
#include "src/io/list_columns.hpp"

#include <algorithm>

#include "src/io/line_blocks.hpp"

namespace heddle::detail {
namespace {

using names = std::vector<std::string>;

// Of plain words, as programs and data sets call their columns.
bool names_source(std::string_view word) {
  return is_among(word, {"source", "src", "from", "fromnode", "fromnodeid", "fromid", "sourceid", "sourcenode", "u",
                         "node1", "vertex1", "id1", "row", "i", "start", "startnode", "origin", "tail"});
}
bool names_target(std::string_view word) {
  return is_among(
      word, {"target", "dst",   "dest",    "destination", "to",  "tonode", "tonodeid", "toid", "targetid", "targetnode",
             "v",      "node2", "vertex2", "id2",         "col", "column", "j",        "end",  "endnode",  "head"});
}
bool names_weight(std::string_view word) {
  return is_among(word, {"weight", "weights", "w", "value", "val", "cost", "distance", "length", "capacity"});
}
bool names_time(std::string_view word) {
  return is_among(word, {"time", "timestamp", "timestamps", "unixtime", "unixtimestamp", "unixts", "ts", "date",
                         "datetime", "epoch", "year", "timeset"});
}
bool names_other(std::string_view word) {
  return names_time(word) || is_among(word, {"id", "edgeid", "label", "type", "name", "relation", "relationship"});
}

int first_that(names const& words, bool (*is)(std::string_view)) {
  auto const found = std::find_if(words.begin(), words.end(), is);
  return found == words.end() ? -1 : static_cast<int>(found - words.begin());
}

/// Source and target, in this order or the other; `NodeId NodeId` too, for the first two.
bool name_ends(names const& words, int& source, int& target) {
  auto const from = first_that(words, names_source), to = first_that(words, names_target);
  bool const named = from >= 0 && to >= 0;
  if (named) source = from, target = to;
  return named || (words.size() >= 2 && words[0] == words[1] && is_among(words[0], {"nodeid", "node", "vertex"}));
}

bool has_number(std::vector<list_field> const& fields) {
  return std::any_of(fields.begin(), fields.end(), [](list_field field) { return is_number(field.view()); });
}

bool could_be_end(list_field field) {
  auto const text = field.view();
  bool const is_word = !text.empty() && text.find_first_of("0123456789") == std::string_view::npos;
  return is_word || (is_number(text) && text.find_first_of(" \t") == std::string_view::npos);
}

/// Tabs count as separators where they hold apart what has blanks in it, or nothing; else they are blanks.
bool is_cut_by_tabs(char const* line) {
  auto const fields = fields_of(line, '\t');
  if (fields.size() < 2 || !could_be_end(fields[0]) || !could_be_end(fields[1])) return false;
  return std::any_of(fields.begin(), fields.end(), [](list_field field) {
    return field.view().empty() || field.view().find(' ') != std::string_view::npos;
  });
}

char separator_of(char const* line) {
  auto const text = line_at(line);
  for (char const letter : {';', ','}) {
    if (text.find(letter) != std::string_view::npos) return letter;
  }
  return is_cut_by_tabs(line) ? '\t' : between_blanks;
}

names words_of(std::vector<list_field> const& fields) {
  names all;
  for (auto const field : fields) all.push_back(plain_word(field.view()));
  return all;
}

/// The words by which a comment names as many columns as there are, if it plainly does.
names words_of_comment(std::string_view comment, std::size_t count) {
  auto const words = words_of(fields_of(comment.data(), separator_of(comment.data())));
  int source = 0, target = 1;
  bool const named = words.size() == count && name_ends(words, source, target);
  return named && source == 0 && target == 1 ? words : names();
}

class column_finder {
 public:
  column_finder(text const& source, char const* line, size_type number, list_words const& said)
      : source_(source), line_(line), number_(number) {
    find_header();
    char const* const data = found_.has_header ? second_line() : line_;
    auto const fields = fields_of(data, found_.separator);
    found_.count = static_cast<int>(fields.size());
    if (found_.has_header) {
      shown_ = fields_of(line_, found_.separator);
      words_ = words_of(shown_);
      skip_row_names();
    } else if (!said.last.empty()) {
      words_ = words_of_comment(said.last, fields.size());
    }
  }

  /// By their words, else the first three.
  list_columns by_words() {
    bool const named = !words_.empty() && name_ends(words_, found_.source, found_.target);
    if (!named && words_.size() >= 2 &&
        (names_other(words_[0]) || names_other(words_[1]) || names_weight(words_[0]) || names_weight(words_[1]))) {
      fail(source_.path, number_, "the words of this line do not tell which columns are the ends of an edge");
    }
    found_.weight = first_that(words_, names_weight);
    if (found_.weight == found_.source || found_.weight == found_.target) found_.weight = -1;
    bool const ends_first = found_.source == 0 && found_.target == 1;
    if (found_.weight < 0 && found_.count >= 3 && ends_first && (words_.size() < 3 || !names_other(words_[2]))) {
      found_.weight = 2;
    }
    auto const kind = std::find(words_.begin(), words_.end(), "type");
    if (kind != words_.end()) found_.kind = static_cast<int>(kind - words_.begin());
    return finished();
  }

  list_columns by_choice(names const& chosen) {
    found_.source = place_of(chosen[0]);
    found_.target = place_of(chosen[1]);
    found_.weight = chosen.size() > 2 ? place_of(chosen[2]) : -1;
    if (found_.source == found_.target || found_.weight == found_.source || found_.weight == found_.target) {
      throw invalid_argument(concat(printable_utf8(source_.path), ": of the columns ", chosen[0], ", ", chosen[1],
                                    " and others that were chosen two are the same"));
    }
    return finished();
  }

 private:
  char const* second_line() const {
    return first_entry(source_, next_line(line_, source_.end()), number_ + 1, "#%").line;
  }

  /// A line without a number before one that has some. Its separator is that of the numbers.
  void find_header() {
    found_.separator = separator_of(line_);
    if (has_number(fields_of(line_, found_.separator))) return;
    char const* const data = second_line();
    if (data == source_.end()) return;
    auto separator = separator_of(data);
    if (separator == between_blanks && line_at(data).find('\t') != std::string_view::npos &&
        fields_of(line_, '\t').size() == fields_of(data, '\t').size()) {
      separator = '\t';
    }
    if (!has_number(fields_of(data, separator))) return;
    found_.separator = separator;
    found_.has_header = true;
  }

  /// R gives the rows names, in quotation marks, and the columns beside them one word less.
  void skip_row_names() {
    bool const named = *skip_blanks(second_line()) == '"';
    if (named && static_cast<int>(words_.size()) == found_.count - 1) {
      words_.insert(words_.begin(), "id");
      shown_.insert(shown_.begin(), list_field{line_, line_});
    }
    if (static_cast<int>(words_.size()) == found_.count) return;
    fail(source_.path, number_, concat("this line names ", words_.size(), " columns, and the next has ", found_.count));
  }

  int place_of(std::string const& chosen) const {
    auto const wanted = plain_word(chosen);
    size_type number = 0;
    auto const [end, status] = std::from_chars(chosen.data(), chosen.data() + chosen.size(), number);
    if (status == std::errc{} && end == chosen.data() + chosen.size()) {
      if (number >= 1 && number <= found_.count) return static_cast<int>(number - 1);
      throw invalid_argument(
          concat(printable_utf8(source_.path), ": there is no column ", number, "; the lines have ", found_.count));
    }
    auto const found = std::find(words_.begin(), words_.end(), wanted);
    if (found != words_.end()) return static_cast<int>(found - words_.begin());
    if (words_.empty()) {
      throw invalid_argument(concat(printable_utf8(source_.path),
                                    ": no line names the columns, so there is none called ", quoted(chosen)));
    }
    std::string known;
    for (auto const& word : words_) known += (known.empty() ? "" : ", ") + quoted(word);
    throw invalid_argument(
        concat(printable_utf8(source_.path), ": there is no column ", quoted(chosen), "; they are called ", known));
  }

  std::string name_of(int column) const {
    auto const k = static_cast<std::size_t>(column);
    std::string const name = k >= words_.size() ? "" : shown_.empty() ? words_[k] : printable(shown_[k].view(), 40);
    return name.empty() ? concat(column + 1) : concat(column + 1, " (", name, ")");
  }

  list_columns finished() {
    if (found_.count < 2) return found_;  // the first line says so when it is read
    std::string all;
    for (int column = 0; column < found_.count; ++column) {
      if (column == found_.source || column == found_.target || column == found_.weight) continue;
      found_.left_out.push_back(name_of(column));
      all += (all.empty() ? "" : ", ") + found_.left_out.back();
    }
    if (!all.empty()) {
      found_.notes.push_back(concat(found_.left_out.size() == 1 ? "column " : "columns ", all,
                                    found_.left_out.size() == 1 ? " is" : " are", " left out"));
    }
    return found_;
  }

  text const& source_;
  char const* line_;
  size_type number_;
  list_columns found_;
  names words_;                    // of the columns, plain; none where nothing names them
  std::vector<list_field> shown_;  // the same as they stand in the header line
};

}  // namespace

std::vector<std::string> parse_chosen_columns(std::string const& text) {
  names chosen;
  for (std::size_t at = 0; at <= text.size();) {
    auto const end = std::min(text.find(',', at), text.size());
    chosen.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  bool const complete = std::all_of(chosen.begin(), chosen.end(), [](std::string const& name) {
    return !plain_word(name).empty() && name.find('-') != 0;
  });
  if (complete && chosen.size() >= 2 && chosen.size() <= 3) return chosen;
  throw invalid_argument(concat(
      "the columns of source, target and perhaps weight are expected, as 1,2 or from,to,cost, not ", quoted(text)));
}

list_columns find_columns(text const& source, char const* line, size_type number, list_words const& words,
                          std::string const& chosen) {
  column_finder finder(source, line, number, words);
  return chosen.empty() ? finder.by_words() : finder.by_choice(parse_chosen_columns(chosen));
}

}  // namespace heddle::detail
