// sssp_reference.hpp - shortest paths by Dijkstra, and by Bellman-Ford-Moore where weights are negative; negative
// cycles and rounded distances by weights that are no whole numbers. Knows nothing of the library: graphs are lists of
// arcs. Dijkstra 1959; Bellman 1958, Ford 1956, Moore 1959.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <vector>

namespace heddle::testing {

struct arc {
  std::int64_t from, to;
  double weight;
};

inline constexpr double no_path = std::numeric_limits<double>::infinity();

inline std::vector<double> dijkstra(std::int64_t n, std::vector<arc> const& arcs, std::int64_t source) {
  std::vector<std::vector<arc>> out(static_cast<std::size_t>(n));
  for (arc const& a : arcs) out[a.from].push_back(a);
  std::vector<double> distance(static_cast<std::size_t>(n), no_path);
  using label = std::pair<double, std::int64_t>;
  std::priority_queue<label, std::vector<label>, std::greater<>> waiting;
  distance[source] = 0;
  waiting.push({0, source});
  while (!waiting.empty()) {
    auto const [reached_at, u] = waiting.top();
    waiting.pop();
    if (reached_at > distance[u]) continue;
    for (arc const& a : out[u]) {
      if (distance[u] + a.weight >= distance[a.to]) continue;
      distance[a.to] = distance[u] + a.weight;
      waiting.push({distance[a.to], a.to});
    }
  }
  return distance;
}

/// Nothing where a negative cycle can be reached: then the n-th pass over all arcs still improves a distance.
inline std::optional<std::vector<double>> bellman_ford_moore(std::int64_t n, std::vector<arc> const& arcs,
                                                             std::int64_t source) {
  std::vector<double> distance(static_cast<std::size_t>(n), no_path);
  distance[source] = 0;
  for (std::int64_t pass = 0; pass < n; ++pass) {
    bool improved = false;
    for (arc const& a : arcs) {
      if (distance[a.from] == no_path || distance[a.from] + a.weight >= distance[a.to]) continue;
      distance[a.to] = distance[a.from] + a.weight;
      improved = true;
    }
    if (!improved) return distance;
  }
  return std::nullopt;
}

/// Whether a cycle whose weights sum to less than 0 exactly can be reached: Bellman-Ford-Moore in whole multiples of
/// 2^-110. For weights that are such, below 2^8, and less than a thousand vertices.
inline bool has_negative_cycle_exactly(std::int64_t n, std::vector<arc> const& arcs, std::int64_t source) {
  auto const whole = [](double weight) { return static_cast<__int128>(std::ldexp(weight, 110)); };
  std::vector<std::optional<__int128>> distance(static_cast<std::size_t>(n));
  distance[source] = 0;
  bool improved = true;
  for (std::int64_t pass = 0; pass < n && improved; ++pass) {
    improved = false;
    auto const before = distance;
    for (arc const& a : arcs) {
      if (!before[a.from]) continue;
      __int128 const offer = *before[a.from] + whole(a.weight);
      if (distance[a.to] && *distance[a.to] <= offer) continue;
      distance[a.to] = offer;
      improved = true;
    }
  }
  return improved;
}

struct rounded_distances {
  std::vector<double> distance;
  bool at_rest;  // one more pass changes nothing
};

/// The least sums, each rounded from left to right, over all walks of less than n arcs (and over those of one vertex).
inline rounded_distances relax_all_but_once(std::int64_t n, std::vector<arc> const& arcs, std::int64_t source) {
  std::vector<double> distance(static_cast<std::size_t>(n), no_path);
  distance[source] = 0;
  auto const relaxed = [&] {
    auto next = distance;
    for (arc const& a : arcs) next[a.to] = std::min(next[a.to], distance[a.from] + a.weight);
    return next;
  };
  for (std::int64_t pass = 0; pass + 1 < n; ++pass) distance = relaxed();
  return {distance, relaxed() == distance};
}

/// Distances from `source`, or nothing where a negative cycle can be reached.
inline std::optional<std::vector<double>> reference_sssp(std::int64_t n, std::vector<arc> const& arcs,
                                                         std::int64_t source) {
  bool const negative = std::any_of(arcs.begin(), arcs.end(), [](arc const& a) { return a.weight < 0; });
  if (negative) return bellman_ford_moore(n, arcs, source);
  return dijkstra(n, arcs, source);
}

/// Of the arcs over which a distance, rounded in T, is exactly that of their end: the smallest vertex before each on a
/// way of fewest such arcs from the source, -1 where there is no way. By passes over all arcs.
template <class T>
std::vector<std::int64_t> reference_tree(std::vector<arc> const& arcs, std::int64_t source,
                                         std::vector<double> const& distance) {
  std::vector<arc> tight;
  for (arc const& a : arcs) {
    auto const sum = static_cast<T>(static_cast<T>(distance[a.from]) + static_cast<T>(a.weight));
    if (distance[a.to] != no_path && static_cast<double>(sum) == distance[a.to]) tight.push_back(a);
  }
  constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max() / 2;
  std::vector<std::int64_t> hops(distance.size(), never), parent(distance.size(), -1);
  hops[source] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (arc const& a : tight) {
      if (hops[a.from] + 1 >= hops[a.to]) continue;
      hops[a.to] = hops[a.from] + 1;
      changed = true;
    }
  }
  for (arc const& a : tight) {
    if (hops[a.from] == never || hops[a.from] + 1 != hops[a.to]) continue;
    parent[a.to] = parent[a.to] < 0 ? a.from : std::min(parent[a.to], a.from);
  }
  parent[source] = source;
  return parent;
}

}  // namespace heddle::testing
