// edge_lines.hpp - formats with one edge a line: DIMACS `a u v w`, and edge lists `u v [w]`.
#pragma once
#include "src/io/text.hpp"

namespace heddle::detail {

/// Where the edges begin and how a line of them reads.
struct edge_rules {
  char const* body = nullptr;
  size_type first_line = 1;
  std::string_view comments;
  bool lettered = false;  // the line begins with `a`
  bool weighted = false;
  size_type first_vertex = 0;
  size_type num_vertices = 0;  // DIMACS: exactly; edge lists: at least
  size_type num_edges = -1;    // negative: the file does not say
};

edge_rules find_dimacs_edges(text const& source);
edge_rules find_edge_list(text const& source);

io::file_header scan_edges(text const& source, edge_rules const& rules);

template <class T, class Index>
io::coordinates<T, Index> read_edges(text const& source, edge_rules const& rules, io::progress_callback const& progress,
                                     io::read_options const& options);

}  // namespace heddle::detail
