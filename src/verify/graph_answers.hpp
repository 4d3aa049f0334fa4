// graph_answers.hpp - answers by vertex of a graph, judged by rules that do not depend on how they were found.
// Beamer, Asanovic, Patterson, "The GAP Benchmark Suite", 2015, section 4; Graph500 specification, section 8.
#pragma once
#include <algorithm>
#include <cmath>
#include <heddle/algorithms/searches.hpp>
#include <heddle/base/error.hpp>
#include <heddle/io/coordinates.hpp>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace heddle::verify {

/// Empty if the levels are right, else the first rule that is broken. level[v] < 0: not reached.
/// 1. The source alone has level 0. 2. An edge out of a reached vertex leads to a reached one, at most one level
/// deeper. 3. Every other reached vertex has an edge from the level before; with `parent` given, from its parent, and
/// from no smaller vertex unless `any_parent` will do.
template <class T, class Index>
std::string check_levels(io::coordinates<T, Index> const& edges, size_type source,
                         std::vector<std::int32_t> const& level, std::vector<Index> const& parent = {},
                         bool any_parent = false) {
  if (level[source] != 0) return detail::concat("the source has level ", level[source]);
  std::vector<char> has_predecessor(level.size(), 0);
  for (size_type k = 0; k < edges.nnz(); ++k) {
    auto const u = edges.row[k], v = edges.col[k];
    if (level[u] < 0) continue;
    if (level[v] < 0 || level[v] > level[u] + 1) {
      return detail::concat("edge ", u, " -> ", v, " leads from level ", level[u], " to ", level[v]);
    }
    if (level[v] != level[u] + 1) continue;
    if (parent.empty() || parent[v] == u) has_predecessor[v] = 1;
    if (!parent.empty() && !any_parent && u < parent[v]) {
      return detail::concat("vertex ", v, " has parent ", parent[v], ", and ", u, " is a smaller one");
    }
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

/// Empty if what is said of a search is what its levels come to, else what is not.
inline std::string check_reach(source_reach const& found, std::vector<std::int32_t> const& level) {
  std::vector<size_type> count(level.size());
  source_reach expected;
  for (auto const l : level) {
    if (l >= 0) ++expected.reached, ++count[l], expected.distance += l;
  }
  for (std::size_t l = 1; l < count.size(); ++l) {
    if (count[l] > 0) expected.depth = static_cast<size_type>(l);
    expected.harmonic += static_cast<double>(count[l]) / static_cast<double>(l);
  }
  if (found == expected) return "";
  return detail::concat("levels reach ", expected.reached, " vertices at a distance of ", expected.distance,
                        " together, and it says ", found.reached, " at ", found.distance);
}

namespace rules_detail {

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

template <class Index> size_type count_reachable(adjacency<Index> const& edges, std::vector<size_type> const& sources) {
  std::vector<char> seen(edges.offsets.size() - 2, 0);
  std::vector<Index> queue;
  for (size_type const source : sources) {
    if (!seen[source]) queue.push_back(static_cast<Index>(source)), seen[source] = 1;
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (auto k = edges.offsets[queue[head]]; k < edges.offsets[queue[head] + 1]; ++k) {
      if (!seen[edges.to[k]]) queue.push_back(edges.to[k]), seen[edges.to[k]] = 1;
    }
  }
  return static_cast<size_type>(queue.size());
}

/// By how much sums along paths of n - 1 edges may be off; 0 where no weight is negative, as distances are then the
/// least sums as they are rounded.
template <class T, class Index> T rounding_of(io::coordinates<T, Index> const& edges, std::vector<T> const& distance) {
  auto const largest = [](std::vector<T> const& values) {
    T most = 0;
    for (T v : values) {
      if (std::isfinite(v)) most = std::max(most, std::abs(v));
    }
    return most;
  };
  if (std::none_of(edges.value.begin(), edges.value.end(), [](T w) { return w < 0; })) return 0;
  return static_cast<T>(distance.size()) * std::numeric_limits<T>::epsilon() *
         std::max(largest(distance), largest(edges.value));
}

}  // namespace rules_detail

/// Empty if the distances are right, else the first rule that is broken. distance[v] infinite: not reached.
/// 1. A source has distance 0, or, of several, less. 2. No edge can be relaxed any more. 3. Along edges that are tight,
/// distance[u] + w = distance[v], every reached vertex is reached from the sources at 0, which are their own
/// parents; with `parent` given, along those from parents, and no other vertex has one. Sums are those of the
/// algorithm, so all comparisons are exact, but where a weight is negative: round a cycle of weight 0 rounding may
/// shorten ways for ever, so that sums there may differ by that of as many additions as there are vertices, and a
/// vertex without a parent need only have a distance. `edges` without values have weight one.
template <class T, class Index>
std::string check_distances(io::coordinates<T, Index> const& edges, std::vector<size_type> sources,
                            std::vector<T> const& distance, std::vector<Index> const& parent = {}) {
  auto const through = [&](size_type k) {
    return distance[edges.row[k]] + (edges.value.empty() ? T(1) : edges.value[k]);
  };
  T const slack = rules_detail::rounding_of(edges, distance);
  for (size_type const source : sources) {
    bool const right = distance[source] == 0 || (sources.size() > 1 && distance[source] < 0);
    if (!right) return detail::concat("source ", source, " has distance ", distance[source]);
  }
  sources.erase(std::remove_if(sources.begin(), sources.end(), [&](size_type s) { return distance[s] < 0; }),
                sources.end());
  for (size_type k = 0; k < edges.nnz(); ++k) {
    if (through(k) < distance[edges.col[k]] - slack) {
      return detail::concat("edge ", edges.row[k], " -> ", edges.col[k], " shortens ", distance[edges.col[k]], " to ",
                            through(k));
    }
  }
  auto const is_reached = [](T d) { return d < std::numeric_limits<T>::infinity(); };
  for (size_type const source : sources) {
    if (!parent.empty() && parent[source] != source) return detail::concat("source ", source, " is not its own parent");
  }
  for (std::size_t v = 0; v < parent.size(); ++v) {
    if (parent[v] >= 0 && !is_reached(distance[v]))
      return detail::concat("vertex ", v, " has a parent and no distance");
  }
  auto const explained = [&](bool by_parents, T within) {
    auto const tight = rules_detail::select_edges(edges, [&](size_type k) {
      if (by_parents && parent[edges.col[k]] != edges.row[k]) return false;
      T const sum = through(k), found = distance[edges.col[k]];
      return is_reached(distance[edges.row[k]]) && is_reached(sum) && (sum == found || std::abs(sum - found) <= within);
    });
    return rules_detail::count_reachable(tight, sources);
  };
  auto const reached = static_cast<size_type>(std::count_if(distance.begin(), distance.end(), is_reached));
  if (parent.empty() || slack > 0) {
    if (auto const n = explained(false, slack); n != reached) {
      return detail::concat(reached, " vertices have a distance, and paths explain ", n);
    }
  }
  if (parent.empty()) return "";
  auto const has_parent = [](Index p) { return p >= 0; };
  auto const children = static_cast<size_type>(std::count_if(parent.begin(), parent.end(), has_parent));
  if (slack == 0 && children != reached) {
    return detail::concat(reached, " vertices have a distance, and ", children, " a parent");
  }
  auto const n = explained(true, 0);
  return n == children ? "" : detail::concat(children, " vertices have a parent, and paths explain ", n);
}

/// Empty if the labels are right, else the first rule that is broken. 1. The label of a vertex is no greater than the
/// vertex, and labels itself. 2. Both ends of an edge have one label. 3. There are as many labels as components, by
/// union-find.
template <class T, class Index>
std::string check_labels(io::coordinates<T, Index> const& edges, std::vector<Index> const& label) {
  std::vector<Index> above(label.size());
  std::iota(above.begin(), above.end(), Index{0});
  auto const find = [&](Index v) {
    while (above[v] != v) v = above[v] = above[above[v]];
    return v;
  };
  size_type labels = 0;
  for (std::size_t v = 0; v < label.size(); ++v) {
    bool const right = label[v] >= 0 && label[v] <= static_cast<Index>(v) && label[label[v]] == label[v];
    if (!right) return detail::concat("vertex ", v, " has label ", label[v], ", which is not that of its component");
    labels += label[v] == static_cast<Index>(v);
  }
  auto components = static_cast<size_type>(label.size());
  for (size_type k = 0; k < edges.nnz(); ++k) {
    auto const u = edges.row[k], v = edges.col[k];
    if (label[u] != label[v]) {
      return detail::concat("edge ", u, " -> ", v, " joins labels ", label[u], " and ", label[v]);
    }
    auto const a = find(u), b = find(v);
    components -= a != b;
    above[std::max(a, b)] = std::min(a, b);
  }
  if (labels == components) return "";
  return detail::concat("there are ", labels, " labels of ", components, " components");
}

/// Empty if the ranks are right, else the first rule that is broken. 1. They are at least 0 and sum to 1. 2. One more
/// iteration, by the list of edges, moves them by no more than damping times `change`, by which the last one did: it
/// brings any two distributions nearer by damping in that norm. Rounding apart.
template <class T, class Index>
std::string check_ranks(io::coordinates<T, Index> const& edges, std::vector<double> const& rank, double damping,
                        double change) {
  constexpr double rounding = 1e-10;
  if (rank.empty()) return "";
  for (std::size_t v = 0; v < rank.size(); ++v) {
    if (!(rank[v] >= 0)) return detail::concat("vertex ", v, " has rank ", rank[v]);
  }
  double const sum = std::accumulate(rank.begin(), rank.end(), 0.0);
  if (!(std::abs(sum - 1) <= rounding)) return detail::concat("ranks sum to ", sum);
  auto links = rules_detail::select_edges(edges, [](size_type) { return true; });
  std::vector<double> next(rank.size(), 0);
  double spread = 1;  // what no edge passes on
  for (std::size_t v = 0; v < rank.size(); ++v) {
    auto const from = links.to.begin() + links.offsets[v], to = links.to.begin() + links.offsets[v + 1];
    std::sort(from, to);
    auto const end = std::unique(from, to);
    double const part = damping * rank[v] / static_cast<double>(std::max<std::ptrdiff_t>(end - from, 1));
    std::for_each(from, end, [&](Index target) { next[target] += part; });
    if (from != end) spread -= damping * rank[v];
  }
  double moved = 0;
  for (std::size_t v = 0; v < rank.size(); ++v) {
    moved += std::abs(next[v] + spread / static_cast<double>(rank.size()) - rank[v]);
  }
  if (moved <= damping * change + rounding) return "";
  return detail::concat("one more iteration moves ranks by ", moved, ", the last one did by ", change);
}

}  // namespace heddle::verify
