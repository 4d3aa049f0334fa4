// references.hpp - one-thread answers for whole graphs, sharing no code with the library, of what src/verify has no
// rule for: triangles by marks, and label correcting with a queue, which finds negative cycles. Cherkassky & Goldberg,
// "Negative-cycle detection algorithms", Mathematical Programming 85, 1999.
#pragma once
#include <cstdint>
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

/// Whether the source reaches one.
bool has_negative_cycle(graph const& g, std::int64_t source);

/// Of the undirected graph: self-loops and duplicates dropped.
std::int64_t triangles(graph const& g);

}  // namespace corpus
