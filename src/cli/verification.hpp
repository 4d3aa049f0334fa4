// verification.hpp - answers of traversals checked by rules that do not depend on how they were found.
// Beamer, Asanovic, Patterson, "The GAP Benchmark Suite", 2015, section 4; Graph500 specification, section 8.
#pragma once
#include <algorithm>
#include <cmath>
#include <heddle/io/coordinates.hpp>
#include <limits>
#include <string>
#include <vector>

namespace heddle::cli {

/// Empty if the levels are right, else the first rule that is broken. level[v] < 0: not reached.
/// 1. The source alone has level 0. 2. An edge out of a reached vertex leads to a reached one, at most one level
/// deeper. 3. Every other reached vertex has an edge from the level before; with `parent` given, from its parent.
template <class T, class Index>
std::string check_levels(io::coordinates<T, Index> const& edges, size_type source,
                         std::vector<std::int32_t> const& level, std::vector<Index> const& parent) {
  if (level[source] != 0) return detail::concat("the source has level ", level[source]);
  std::vector<char> has_predecessor(level.size(), 0);
  for (size_type k = 0; k < edges.nnz(); ++k) {
    auto const u = edges.row[k], v = edges.col[k];
    if (level[u] < 0) continue;
    if (level[v] < 0 || level[v] > level[u] + 1) {
      return detail::concat("edge ", u, " -> ", v, " leads from level ", level[u], " to ", level[v]);
    }
    if (level[v] == level[u] + 1 && (parent.empty() || parent[v] == u)) has_predecessor[v] = 1;
  }
  for (std::size_t v = 0; v < level.size(); ++v) {
    if (level[v] == 0 && static_cast<size_type>(v) != source) return detail::concat("vertex ", v, " has level 0");
    if (level[v] > 0 && !has_predecessor[v])
      return detail::concat("no edge explains level ", level[v], " of vertex ", v);
    if (!parent.empty() && (parent[v] >= 0) != (level[v] >= 0)) {
      return detail::concat("vertex ", v, " has level ", level[v], " and parent ", parent[v]);
    }
  }
  if (!parent.empty() && parent[source] != source) return "the source is not its own parent";
  return "";
}

namespace verify_detail {

template <class Index> struct adjacency {
  std::vector<size_type> offsets;
  std::vector<Index> to;
};

/// The edges that `keep(k)` accepts, by their tail.
template <class T, class Index, class Keep>
adjacency<Index> select_edges(io::coordinates<T, Index> const& edges, Keep const& keep) {
  adjacency<Index> result{std::vector<size_type>(static_cast<std::size_t>(edges.rows) + 2, 0), {}};
  for (size_type k = 0; k < edges.nnz(); ++k) result.offsets[edges.row[k] + 2] += keep(k);
  for (std::size_t v = 2; v < result.offsets.size(); ++v) result.offsets[v] += result.offsets[v - 1];
  result.to.resize(static_cast<std::size_t>(result.offsets.back()));
  for (size_type k = 0; k < edges.nnz(); ++k) {
    if (keep(k)) result.to[result.offsets[edges.row[k] + 1]++] = edges.col[k];
  }
  return result;
}

template <class Index> size_type count_reachable(adjacency<Index> const& edges, size_type source) {
  std::vector<char> seen(edges.offsets.size() - 2, 0);
  std::vector<Index> queue = {static_cast<Index>(source)};
  seen[source] = 1;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (auto k = edges.offsets[queue[head]]; k < edges.offsets[queue[head] + 1]; ++k) {
      if (!seen[edges.to[k]]) queue.push_back(edges.to[k]), seen[edges.to[k]] = 1;
    }
  }
  return static_cast<size_type>(queue.size());
}

}  // namespace verify_detail

/// Empty if the distances are right, else the first rule that is broken. distance[v] infinite: not reached.
/// 1. The source has distance 0. 2. No edge can be relaxed any more. 3. Along edges that are tight,
/// distance[u] + w = distance[v], every reached vertex is reached from the source; with `parent` given, along those
/// from parents, and no other vertex has one. Sums are those of the algorithm, so all comparisons are exact. `edges`
/// without values have weight one.
template <class T, class Index>
std::string check_distances(io::coordinates<T, Index> const& edges, size_type source, std::vector<T> const& distance,
                            std::vector<Index> const& parent = {}) {
  auto const through = [&](size_type k) {
    return distance[edges.row[k]] + (edges.value.empty() ? T(1) : edges.value[k]);
  };
  if (distance[source] != 0) return detail::concat("the source has distance ", distance[source]);
  for (size_type k = 0; k < edges.nnz(); ++k) {
    if (through(k) < distance[edges.col[k]]) {
      return detail::concat("edge ", edges.row[k], " -> ", edges.col[k], " shortens ", distance[edges.col[k]], " to ",
                            through(k));
    }
  }
  auto const is_reached = [](T d) { return d < std::numeric_limits<T>::infinity(); };
  if (!parent.empty() && parent[source] != source) return "the source is not its own parent";
  for (std::size_t v = 0; v < parent.size(); ++v) {
    if (parent[v] >= 0 && !is_reached(distance[v]))
      return detail::concat("vertex ", v, " has a parent and no distance");
  }
  auto const tight = verify_detail::select_edges(edges, [&](size_type k) {
    bool const counts = parent.empty() || parent[edges.col[k]] == edges.row[k];
    return counts && is_reached(distance[edges.row[k]]) && is_reached(through(k)) &&
           through(k) == distance[edges.col[k]];
  });
  auto const reached = static_cast<size_type>(std::count_if(distance.begin(), distance.end(), is_reached));
  auto const explained = verify_detail::count_reachable(tight, source);
  if (explained == reached) return "";
  return detail::concat(reached, " vertices have a distance, and paths explain ", explained);
}

}  // namespace heddle::cli
