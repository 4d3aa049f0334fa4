// bfs_reference.hpp - breadth-first search with a queue. Knows nothing of the library: graphs are adjacency lists.
#pragma once
#include <algorithm>
#include <cstdint>
#include <queue>
#include <vector>

namespace heddle::testing {

/// neighbours[u] lists where the edges out of u lead, ascending, without duplicates.
using adjacency = std::vector<std::vector<std::int64_t>>;

template <class Index>
adjacency adjacency_of(std::int64_t n, std::vector<Index> const& row, std::vector<Index> const& col) {
  adjacency result(static_cast<std::size_t>(n));
  for (std::size_t k = 0; k < row.size(); ++k) result[row[k]].push_back(col[k]);
  for (auto& list : result) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return result;
}

/// -1: not reached. Of several parents one level up, the smallest.
struct bfs_answer {
  std::vector<std::int64_t> levels, parents;
  std::int64_t reached = 0, depth = 0, edges = 0;
};

inline bfs_answer reference_bfs(adjacency const& neighbours, std::int64_t source) {
  bfs_answer answer;
  answer.levels.assign(neighbours.size(), -1);
  answer.parents.assign(neighbours.size(), -1);
  answer.levels[source] = 0;
  answer.parents[source] = source;
  std::queue<std::int64_t> waiting;
  for (waiting.push(source); !waiting.empty(); waiting.pop()) {
    std::int64_t const u = waiting.front();
    ++answer.reached;
    answer.depth = answer.levels[u];
    answer.edges += static_cast<std::int64_t>(neighbours[u].size());
    for (std::int64_t v : neighbours[u]) {
      if (answer.levels[v] < 0) {
        answer.levels[v] = answer.levels[u] + 1;
        answer.parents[v] = u;
        waiting.push(v);
      } else if (answer.levels[v] == answer.levels[u] + 1) {
        answer.parents[v] = std::min(answer.parents[v], u);
      }
    }
  }
  return answer;
}

}  // namespace heddle::testing
