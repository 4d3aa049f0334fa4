// list_words.cpp - what the comments at the head of an edge list say of it.
// SNAP, https://snap.stanford.edu/data; Kunegis, "KONECT: The Koblenz Network Collection", WWW 2013 Companion.
#include "src/io/list_words.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "src/io/line_blocks.hpp"
#include "src/io/list_fields.hpp"

namespace heddle::detail {
namespace {

using words = std::vector<std::string>;

bool is_letter_or_digit(char letter) {
  return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/// What letters and digits there are, in lower case.
words words_of(std::string_view line) {
  words all;
  bool inside = false;
  for (char const letter : line) {
    if (!is_letter_or_digit(letter) && letter != '_') {
      inside = false;
    } else {
      if (!inside) all.emplace_back();
      all.back() += lower(letter);
      inside = true;
    }
  }
  return all;
}

std::optional<size_type> number_at(words const& said, std::size_t k) {
  size_type number = 0;
  if (k >= said.size()) return {};
  auto const [end, status] = std::from_chars(said[k].data(), said[k].data() + said[k].size(), number);
  if (status != std::errc{} || end != said[k].data() + said[k].size()) return {};
  return number;
}

/// "Undirected graph ...", "This is an undirected graph", "directed: false", "type: undirected".
list_direction direction_in(words said) {
  auto const drop_first = [&](std::initializer_list<std::string_view> known) {
    if (!said.empty() && is_among(said.front(), known)) said.erase(said.begin());
  };
  drop_first({"this"});
  drop_first({"is"});
  drop_first({"a", "an"});
  if (said.size() <= 3 && said.size() >= 2 && is_among(said[0], {"graph", "network", "type", "kind", "edges"})) {
    said = {said.back()};
  }
  if (said.empty() || !is_among(said[0], {"directed", "undirected"})) return list_direction::unsaid;
  bool const undirected = said[0] == "undirected";
  auto const as = [](bool truly_undirected) {
    return truly_undirected ? list_direction::undirected : list_direction::directed;
  };
  if (said.size() == 1 || is_among(said[1], {"graph", "network", "multigraph", "edges", "edge", "simple", "weighted",
                                             "unweighted", "true", "yes", "1"})) {
    return as(undirected);
  }
  return is_among(said[1], {"false", "no", "0"}) ? as(!undirected) : list_direction::unsaid;
}

class comment_reader {
 public:
  explicit comment_reader(text const& source) : source_(source) {}

  void read(std::string_view comment, size_type line) {
    auto const letter = comment.front();
    auto const behind = std::min(comment.find_first_not_of("#% \t"), comment.size());
    auto const said = words_of(comment.substr(behind));
    found_.last = comment.substr(behind);
    ++comments_;
    if (comments_ == 1 && letter == '%' && read_konect(said, line)) return;
    if (comments_ == 2 && found_.konect && read_konect_sizes(said, line)) return;
    read_counts(said, line);
    read_direction(direction_in(said), line);
  }

  list_words const& found() const { return found_; }

 private:
  /// `% sym unweighted`; the second word names the kind of weights, of which the columns tell enough.
  bool read_konect(words const& said, size_type line) {
    if (said.empty() || said.size() > 3 || !is_among(said[0], {"sym", "asym", "bip"})) return false;
    found_.konect = true;
    read_direction(said[0] == "sym"    ? list_direction::undirected
                   : said[0] == "asym" ? list_direction::directed
                                       : list_direction::bipartite,
                   line);
    return true;
  }

  /// `% EDGES LEFT RIGHT`
  bool read_konect_sizes(words const& said, size_type line) {
    auto const edges = number_at(said, 0), left = number_at(said, 1), right = number_at(said, 2);
    constexpr auto largest = std::numeric_limits<size_type>::max() / 4;  // both together are a number, too
    if (!edges || !left || !right || said.size() > 3 || std::max(*left, *right) > largest) return false;
    found_.edges = edges;
    found_.left = *left;
    found_.right = *right;
    found_.edges_line = found_.vertices_line = line;
    if (found_.direction != list_direction::bipartite) found_.vertices = std::max(*left, *right);
    return true;
  }

  /// `Nodes: 5242 Edges: 28980`
  void read_counts(words const& said, size_type line) {
    for (std::size_t k = 0; k + 1 < said.size(); k += 2) {
      auto const number = number_at(said, k + 1);
      if (!number) return;
      if (is_among(said[k], {"nodes", "vertices"})) {
        if (!found_.vertices || *found_.vertices < *number) found_.vertices_line = line;
        found_.vertices = std::max(found_.vertices.value_or(0), *number);
      } else if (is_among(said[k], {"edges", "arcs"})) {
        found_.edges = number;
        found_.edges_line = line;
      } else {
        return;
      }
    }
  }

  void read_direction(list_direction said, size_type line) {
    if (said == list_direction::unsaid) return;
    if (found_.direction != list_direction::unsaid && found_.direction != said) {
      fail(source_.path, line,
           concat("this comment contradicts that of line ", found_.direction_line,
                  ": edges cannot be directed and undirected"));
    }
    if (found_.direction == list_direction::unsaid) found_.direction_line = line;
    found_.direction = said;
  }

  text const& source_;
  list_words found_;
  int comments_ = 0;
};

}  // namespace

std::string plain_word(std::string_view word) {
  std::string plain;
  for (char const letter : word) {
    if (is_letter_or_digit(letter)) plain += lower(letter);
  }
  return plain;
}

list_words read_list_words(text const& source, char const* body) {
  comment_reader reader(source);
  size_type number = 1;
  for (char const* line = source.begin(); line != body; line = next_line(line, source.end()), ++number) {
    char const* const comment = entry_on(line, "");
    if (comment != nullptr) reader.read(line_at(comment), number);
  }
  return reader.found();
}

}  // namespace heddle::detail
