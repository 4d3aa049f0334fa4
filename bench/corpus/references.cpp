// references.cpp - see references.hpp.
#include "bench/corpus/references.hpp"

#include <algorithm>
#include <deque>
#include <limits>

namespace corpus {
namespace {

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

// A cycle of parents is a negative one; it is looked for after every n relaxed vertices, and a shorter way back to the
// source is one too.
bool has_negative_cycle(graph const& g, std::int64_t source) {
  if (std::none_of(g.weight.begin(), g.weight.end(), [](double w) { return w < 0; })) return false;
  std::vector<double> distance(g.n, std::numeric_limits<double>::infinity());
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
      if (v == source || v == u) return true;
      distance[v] = distance[u] + g.weight[a];
      parent[v] = u;
      if (!waits[v]) waiting.push_back(v);
      waits[v] = true;
    }
    if (taken % g.n == 0 && has_cycle(parent)) return true;
  }
  return false;
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
