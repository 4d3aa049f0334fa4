// bfs_reference.hpp - breadth-first search with a queue, and the rules by which any answer can be judged without it.
// Knows nothing of the library: graphs are adjacency lists.
#pragma once
#include <algorithm>
#include <cstdint>
#include <queue>
#include <string>
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

/// The first broken rule, or nothing: the source alone has level 0; an edge leads at most one level down and never
/// out of the reached part; a reached vertex has an edge from one level up.
inline std::string broken_level_rule(adjacency const& neighbours, std::int64_t source,
                                     std::vector<std::int64_t> const& levels) {
  if (levels.size() != neighbours.size()) return "there is not one level for each vertex";
  std::vector<bool> has_predecessor(levels.size(), false);
  for (std::size_t u = 0; u < levels.size(); ++u) {
    if (levels[u] < 0) continue;
    for (std::int64_t v : neighbours[u]) {
      std::string const edge = std::to_string(u) + " -> " + std::to_string(v);
      if (levels[v] < 0) return "edge " + edge + " leaves the reached part";
      if (levels[v] > levels[u] + 1) return "edge " + edge + " skips a level";
      if (levels[v] == levels[u] + 1) has_predecessor[v] = true;
    }
  }
  for (std::size_t v = 0; v < levels.size(); ++v) {
    bool const is_source = static_cast<std::int64_t>(v) == source;
    if ((levels[v] == 0) != is_source) return "vertex " + std::to_string(v) + " has a wrong level 0 or not 0";
    if (levels[v] > 0 && !has_predecessor[v]) return "vertex " + std::to_string(v) + " is reached from nowhere";
  }
  return {};
}

/// The first broken rule of a tree, or nothing: the source is its own parent; others have an edge from their parent,
/// which is one level up; unreached vertices have none.
inline std::string broken_tree_rule(adjacency const& neighbours, std::int64_t source,
                                    std::vector<std::int64_t> const& levels, std::vector<std::int64_t> const& parents) {
  if (parents.size() != levels.size()) return "there is not one parent for each vertex";
  for (std::size_t v = 0; v < levels.size(); ++v) {
    std::int64_t const child = static_cast<std::int64_t>(v), parent = parents[v];
    std::string const vertex = "vertex " + std::to_string(v);
    if ((parent < 0) != (levels[v] < 0)) return vertex + " has a parent or a level, but not both";
    if (parent < 0) continue;
    if (child == source) {
      if (parent != source) return "the source is not its own parent";
      continue;
    }
    auto const& list = neighbours[parent];
    if (!std::binary_search(list.begin(), list.end(), child)) return vertex + " has no edge from its parent";
    if (levels[parent] + 1 != levels[v]) return vertex + " is not one level below its parent";
  }
  return {};
}

}  // namespace heddle::testing
