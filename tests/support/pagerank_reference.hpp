// pagerank_reference.hpp - PageRank by power iteration over a list of edges, in double. Knows nothing of the library.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace heddle::testing {

struct pagerank_answer {
  std::vector<double> ranks;
  std::int64_t iterations = 0;
  double change = 0;
};

/// Several edges of one pair of vertices count once. What vertices without edges hold is spread evenly.
template <class Index>
pagerank_answer reference_pagerank(std::int64_t n, std::vector<Index> const& row, std::vector<Index> const& col,
                                   double damping, double tolerance, std::int64_t most) {
  std::set<std::pair<std::int64_t, std::int64_t>> edges;
  for (std::size_t e = 0; e < row.size(); ++e) edges.insert({row[e], col[e]});
  std::vector<std::int64_t> degree(static_cast<std::size_t>(n), 0);
  for (auto const& [u, v] : edges) ++degree[u];
  double const vertices = static_cast<double>(n);
  pagerank_answer answer{std::vector<double>(static_cast<std::size_t>(n), 1 / vertices)};
  do {
    double dangling = 0;
    for (std::size_t v = 0; v < degree.size(); ++v) dangling += degree[v] == 0 ? answer.ranks[v] : 0;
    std::vector<double> next(answer.ranks.size(), (1 - damping + damping * dangling) / vertices);
    for (auto const& [u, v] : edges) next[v] += damping * answer.ranks[u] / static_cast<double>(degree[u]);
    answer.change = 0;
    for (std::size_t v = 0; v < next.size(); ++v) answer.change += std::abs(next[v] - answer.ranks[v]);
    answer.ranks = std::move(next);
    ++answer.iterations;
  } while (answer.change > tolerance && answer.iterations < most);
  return answer;
}

}  // namespace heddle::testing
