// graphs.hpp - undirected graphs that the algorithms of this folder are tried on, as matrices and as lists.
#pragma once
#include <heddle/heddle.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <numeric>

#include "tests/support/bfs_reference.hpp"
#include "tests/support/graphs.hpp"

namespace heddle::testing {

struct textbook_graph {
  std::string name;
  size_type vertices = 0;
  std::vector<std::int32_t> from, to;  // either direction of every edge, no loops
};

inline textbook_graph of_edges(std::string name, size_type vertices, std::vector<std::pair<int, int>> const& edges) {
  textbook_graph g{std::move(name), vertices, {}, {}};
  for (auto const& [u, v] : edges) {
    g.from.insert(g.from.end(), {u, v});
    g.to.insert(g.to.end(), {v, u});
  }
  return g;
}

inline textbook_graph of_coordinates(std::string name, io::coordinates<float> const& c) {
  return {std::move(name), c.rows, c.row, c.col};
}

/// Generated ones of several shapes, a real one, and what is easily forgotten: no vertex, no edge, several components.
inline std::vector<textbook_graph> textbook_graphs() {
  return {of_coordinates("rmat", io::rmat<float>({.scale = 7, .edge_factor = 4})),
          of_coordinates("erdos_renyi", io::erdos_renyi<float>({.scale = 7, .edge_factor = 6})),
          of_coordinates("grid", io::grid<float>({.width = 9, .height = 7, .keep = 0.8})),
          of_coordinates("delaunay_like", io::delaunay_like<float>({.n = 100})),
          of_coordinates("complete", io::complete<float>({.n = 9})),
          of_coordinates("star", io::star<float>({.n = 12})),
          of_coordinates("path", io::path<float>({.n = 13})),
          of_coordinates("karate", karate_club<float>()),
          of_edges("none", 0, {}),
          of_edges("one vertex", 1, {}),
          of_edges("no edges", 5, {}),
          of_edges("two triangles and a vertex", 7, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}})};
}

/// Every entry is 1.
template <class T> matrix<T> matrix_of(textbook_graph const& g, executor const& exec) {
  return matrix<T>::build(g.vertices, g.vertices, g.from, g.to, std::vector<T>(g.from.size(), T(1)), take_first<T>{},
                          exec);
}

inline adjacency neighbours_of(textbook_graph const& g) { return adjacency_of(g.vertices, g.from, g.to); }

}  // namespace heddle::testing
