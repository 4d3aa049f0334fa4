// graphs.hpp - what tests of traversals share: a real graph, every direction, and graphs as lists of edges, which
// src/verify judges answers by.
#pragma once
#include <heddle/descriptor.hpp>
#include <heddle/io/files.hpp>

#include "tests/support/bfs_reference.hpp"
#include "tests/support/source_root.hpp"
#include "tests/support/sssp_reference.hpp"

namespace heddle::testing {

inline constexpr direction all_directions[] = {direction::automatic, direction::push, direction::pull};

/// Zachary's karate club, its ties as a pattern.
template <class T> io::coordinates<T> karate_club() {
  return io::read<T>((source_root() / "tests" / "data" / "karate.mtx").string());
}

inline io::coordinates<float, std::int64_t> edges_of(adjacency const& neighbours) {
  auto const n = static_cast<size_type>(neighbours.size());
  io::coordinates<float, std::int64_t> edges{.rows = n, .cols = n, .row = {}, .col = {}, .value = {}};
  for (size_type u = 0; u < n; ++u) {
    edges.row.insert(edges.row.end(), neighbours[u].size(), u);
    edges.col.insert(edges.col.end(), neighbours[u].begin(), neighbours[u].end());
  }
  return edges;
}

inline io::coordinates<double> edges_of(size_type n, std::vector<arc> const& arcs) {
  io::coordinates<double> edges{.rows = n, .cols = n, .row = {}, .col = {}, .value = {}};
  for (arc const& a : arcs) {
    edges.row.push_back(static_cast<std::int32_t>(a.from));
    edges.col.push_back(static_cast<std::int32_t>(a.to));
    edges.value.push_back(a.weight);
  }
  return edges;
}

}  // namespace heddle::testing
