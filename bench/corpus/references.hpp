// references.hpp - one-thread answers for whole graphs, sharing no code with the library: breadth-first search with a
// queue, Dijkstra, label correcting with a queue where weights are negative, products row by row, triangles by marks.
// Cherkassky & Goldberg, "Negative-cycle detection algorithms", Mathematical Programming 85, 1999.
#pragma once
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace corpus {

/// Entries by rows, in the order of the file within a row.
struct graph {
  std::int64_t n = 0;
  std::vector<std::int64_t> first;  // [n + 1]
  std::vector<std::int32_t> to;
  std::vector<double> weight;
  std::int64_t arcs() const { return static_cast<std::int64_t>(to.size()); }
};

graph make_graph(std::int64_t n, std::vector<std::int32_t> const& row, std::vector<std::int32_t> const& col,
                 std::vector<double> const& value);

/// -1: not reached. Of several parents the smallest.
struct search {
  std::vector<std::int64_t> level, parent;
};
search breadth_first(graph const& g, std::int64_t source);

/// Nothing where a negative cycle can be reached. Distances are the least sums, added in the order of the path; as
/// rounding is monotone they do not depend on the order in which arcs are relaxed.
std::optional<std::vector<double>> shortest_paths(graph const& g, std::int64_t source);

/// y(i) = sum of A(i, k) x(k), and of the absolute values, from which the bound on rounding follows.
struct product {
  std::vector<long double> value, magnitude;
};
product multiply(graph const& g, std::vector<double> const& x);

/// Of the undirected graph: self-loops and duplicates dropped.
std::int64_t triangles(graph const& g);

}  // namespace corpus
