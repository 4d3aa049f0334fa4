// edge_lines.hpp - formats with one edge a line: DIMACS `a u v w`, and edge lists `u v [w]`.
#pragma once
#include <optional>

#include "src/io/list_columns.hpp"
#include "src/io/list_words.hpp"
#include "src/io/text.hpp"

namespace heddle::detail {

/// Where the edges begin and how a line of them reads.
struct edge_rules {
  char const* body = nullptr;
  size_type first_line = 1;
  std::string_view comments;
  bool lettered = false;  // the line begins with `a`
  bool weighted = false;
  std::optional<size_type> base;  // the number of the first vertex; none: 0, unless counts of the file say 1
  size_type num_vertices = 0;     // DIMACS: exactly; edge lists: at least
  size_type num_edges = -1;       // negative: the file does not say, or is not held to it
  std::string_view kind;          // what must stand in columns.kind of each line
  list_columns columns;
  list_words words;

  bool is_bipartite() const { return words.direction == list_direction::bipartite; }
};

edge_rules find_dimacs_edges(text const& source);
edge_rules find_edge_list(text const& source, io::read_options const& options);

io::file_header scan_edges(text const& source, edge_rules const& rules, io::read_options const& options);

/// What a file came to: entries, and the file's number of vertex 0.
template <class T, class Index> struct reading {
  io::coordinates<T, Index> entries;
  size_type base;
  bool undirected;  // images of the edges are still to be added
};

template <class T, class Index>
reading<T, Index> read_edges(text const& source, edge_rules const& rules, io::progress_callback const& progress,
                             io::read_options const& options);

}  // namespace heddle::detail
