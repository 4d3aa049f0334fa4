// references.cpp - see references.hpp.
#include "references.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <queue>

namespace corpus {
namespace {

constexpr double unreached = std::numeric_limits<double>::infinity();

std::vector<double> dijkstra(graph const& g, std::int64_t source) {
  std::vector<double> distance(g.n, unreached);
  using label = std::pair<double, std::int64_t>;
  std::priority_queue<label, std::vector<label>, std::greater<>> waiting;
  distance[source] = 0;
  waiting.push({0, source});
  while (!waiting.empty()) {
    auto const [length, u] = waiting.top();
    waiting.pop();
    if (length > distance[u]) continue;
    for (std::int64_t a = g.first[u]; a < g.first[u + 1]; ++a) {
      double const offer = length + g.weight[a];
      if (!(offer < distance[g.to[a]])) continue;
      distance[g.to[a]] = offer;
      waiting.push({offer, g.to[a]});
    }
  }
  return distance;
}

// Whether following parents ever goes round.
bool has_cycle(std::vector<std::int64_t> const& parent) {
  std::vector<std::int64_t> seen_from(parent.size(), -1);
  for (std::int64_t start = 0; start < static_cast<std::int64_t>(parent.size()); ++start) {
    std::int64_t v = start;
    while (v >= 0 && seen_from[v] < 0) {
      seen_from[v] = start;
      v = parent[v];
    }
    if (v >= 0 && seen_from[v] == start) return true;
  }
  return false;
}

// A cycle of parents is a negative one; it is looked for after every n relaxed vertices, and a shorter way back to the
// source is one too.
std::optional<std::vector<double>> label_correcting(graph const& g, std::int64_t source) {
  std::vector<double> distance(g.n, unreached);
  std::vector<std::int64_t> parent(g.n, -1);
  std::vector<bool> waits(g.n, false);
  std::deque<std::int64_t> waiting{source};
  distance[source] = 0;
  for (std::int64_t taken = 1; !waiting.empty(); ++taken) {
    std::int64_t const u = waiting.front();
    waiting.pop_front();
    waits[u] = false;
    for (std::int64_t a = g.first[u]; a < g.first[u + 1]; ++a) {
      std::int64_t const v = g.to[a];
      if (!(distance[u] + g.weight[a] < distance[v])) continue;
      if (v == source || v == u) return std::nullopt;
      distance[v] = distance[u] + g.weight[a];
      parent[v] = u;
      if (!waits[v]) waiting.push_back(v);
      waits[v] = true;
    }
    if (taken % g.n == 0 && has_cycle(parent)) return std::nullopt;
  }
  return distance;
}

}  // namespace

graph make_graph(std::int64_t n, std::vector<std::int32_t> const& row, std::vector<std::int32_t> const& col,
                 std::vector<double> const& value) {
  graph g;
  g.n = n;
  g.first.assign(n + 1, 0);
  for (std::int32_t r : row) ++g.first[r + 1];
  for (std::int64_t i = 0; i < n; ++i) g.first[i + 1] += g.first[i];
  g.to.resize(row.size());
  g.weight.resize(row.size());
  std::vector<std::int64_t> next(g.first.begin(), g.first.end() - 1);
  for (std::size_t k = 0; k < row.size(); ++k) {
    std::int64_t const at = next[row[k]]++;
    g.to[at] = col[k];
    g.weight[at] = value.empty() ? 1.0 : value[k];
  }
  return g;
}

search breadth_first(graph const& g, std::int64_t source) {
  search found{std::vector<std::int64_t>(g.n, -1), std::vector<std::int64_t>(g.n, -1)};
  std::vector<std::int64_t> reached{source};
  found.level[source] = 0;
  found.parent[source] = source;
  for (std::size_t at = 0; at < reached.size(); ++at) {
    std::int64_t const u = reached[at];
    for (std::int64_t a = g.first[u]; a < g.first[u + 1]; ++a) {
      std::int64_t const v = g.to[a];
      if (found.level[v] < 0) {
        found.level[v] = found.level[u] + 1;
        found.parent[v] = u;
        reached.push_back(v);
      } else if (found.level[v] == found.level[u] + 1) {
        found.parent[v] = std::min(found.parent[v], u);
      }
    }
  }
  return found;
}

std::optional<std::vector<double>> shortest_paths(graph const& g, std::int64_t source) {
  bool const negative = std::any_of(g.weight.begin(), g.weight.end(), [](double w) { return w < 0; });
  if (negative) return label_correcting(g, source);
  return dijkstra(g, source);
}

product multiply(graph const& g, std::vector<double> const& x) {
  product y{std::vector<long double>(g.n, 0), std::vector<long double>(g.n, 0)};
  for (std::int64_t i = 0; i < g.n; ++i) {
    for (std::int64_t a = g.first[i]; a < g.first[i + 1]; ++a) {
      long double const term = static_cast<long double>(g.weight[a]) * x[g.to[a]];
      y.value[i] += term;
      y.magnitude[i] += std::abs(term);
    }
  }
  return y;
}

std::int64_t triangles(graph const& g) {
  std::vector<std::vector<std::int32_t>> later(g.n);  // neighbours with a larger number
  for (std::int64_t i = 0; i < g.n; ++i) {
    for (std::int64_t a = g.first[i]; a < g.first[i + 1]; ++a) {
      std::int64_t const j = g.to[a];
      if (i != j) later[std::min(i, j)].push_back(static_cast<std::int32_t>(std::max(i, j)));
    }
  }
  for (auto& list : later) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  std::vector<std::int64_t> marked_by(g.n, -1);
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < g.n; ++i) {
    for (std::int32_t j : later[i]) marked_by[j] = i;
    for (std::int32_t j : later[i]) {
      for (std::int32_t k : later[j]) count += marked_by[k] == i;
    }
  }
  return count;
}

}  // namespace corpus
