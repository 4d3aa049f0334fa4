// list_words.hpp - what the comments at the head of an edge list say of it.
#pragma once
#include <optional>
#include <string_view>

#include "src/io/text.hpp"

namespace heddle::detail {

enum class list_direction { unsaid, directed, undirected, bipartite };

struct list_words {
  list_direction direction = list_direction::unsaid;
  size_type direction_line = 0;
  bool konect = false;            // `% sym`, `% asym` or `% bip` on the first line; vertices then begin with 1
  size_type left = 0, right = 0;  // vertices of either kind, where the file says so
  std::optional<size_type> vertices, edges;
  size_type vertices_line = 0, edges_line = 0;
  std::string_view last;  // the last comment, which may name the columns
};

/// Of the comments between the beginning and `body`. Throws io_error where two lines contradict each other in what the
/// direction is.
list_words read_list_words(text const& source, char const* body);

/// `word` in lower case, without what is neither letter nor digit.
std::string plain_word(std::string_view word);

}  // namespace heddle::detail
