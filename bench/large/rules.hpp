// rules.hpp - how answers on graphs too large for a second opinion are judged: by rules that hold of right ones alone.
// Products of the library ask every entry; what they give is judged vertex by vertex on the host.
// src/verify judges such answers by a list of all edges on the host, for which such graphs leave neither room nor time.
#pragma once
#include <cmath>
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/heddle.hpp>
#include <string>
#include <vector>

namespace heddle::bench {

/// Undirected, so known to be symmetric.
using large_graph = matrix<double, std::int32_t, std::int64_t>;

/// What is wrong: the rule, and the first vertex that breaks it. Empty where nothing is.
using complaint = std::string;

template <class Breaks> complaint first_that(size_type n, char const* rule, Breaks const& breaks) {
  for (size_type v = 0; v < n; ++v) {
    if (breaks(static_cast<std::size_t>(v))) return detail::concat(rule, ": vertex ", v);
  }
  return {};
}

/// For each vertex the least of `of_vertex` among its neighbours; `none` where it has none.
inline std::vector<std::int32_t> least_beside(large_graph const& a, std::vector<std::int32_t> const& of_vertex,
                                              std::int32_t none) {
  vector<std::int32_t> w(a.rows(), a.exec());
  mxv(w, min_second<std::int32_t>{}, a, vector<std::int32_t>::dense(of_vertex, a.exec()));
  return w.to_dense(none);
}

/// No entry joins two labels, and each is its own least vertex's. `beside` is least_beside(a, labels, rows).
inline complaint wrong_roots(std::vector<std::int32_t> const& labels, std::vector<std::int32_t> const& beside) {
  auto const n = static_cast<size_type>(labels.size());
  auto const alone = static_cast<std::int32_t>(n);
  if (auto const wrong = first_that(n, "labels: an entry joins two",
                                    [&](std::size_t v) { return beside[v] != alone && beside[v] != labels[v]; });
      !wrong.empty()) {
    return wrong;
  }
  return first_that(n, "labels: not that of the least vertex", [&](std::size_t v) {
    std::int32_t const label = labels[v];
    return label < 0 || label > static_cast<std::int32_t>(v) || labels[static_cast<std::size_t>(label)] != label ||
           (beside[v] == alone && label != static_cast<std::int32_t>(v));
  });
}

/// Labels are those of components: wrong_roots finds nothing, and what has one label hangs together, for a search from
/// all these vertices at once comes everywhere.
inline complaint wrong_labels(large_graph const& a, std::vector<std::int32_t> const& labels) {
  size_type const n = a.rows();
  auto const alone = static_cast<std::int32_t>(n);
  auto const beside = least_beside(a, labels, alone);
  if (auto const wrong = wrong_roots(labels, beside); !wrong.empty()) return wrong;
  std::vector<size_type> roots;
  size_type joined = 0;
  for (size_type v = 0; v < n; ++v) {
    if (beside[static_cast<std::size_t>(v)] == alone) continue;
    ++joined;
    if (labels[static_cast<std::size_t>(v)] == v) roots.push_back(v);
  }
  size_type const reached = sssp(a, roots).reached;
  if (reached == joined) return {};
  return detail::concat("labels: ", joined - reached, " vertices are not reached from their label");
}

/// Levels are those of a search from `source`; -1: not reached. `labels` are known to be right.
template <class Graph>
complaint wrong_levels(Graph const& a, size_type source, std::vector<std::int32_t> const& levels,
                       std::vector<std::int32_t> const& labels) {
  size_type const n = a.rows();
  constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();
  auto const s = static_cast<std::size_t>(source);
  auto reached = levels;
  for (auto& level : reached) level = level < 0 ? far : level;
  auto const beside = least_beside(a, reached, far);
  if (levels[s] != 0) return "levels: that of the source is not 0";
  if (auto const wrong =
          first_that(n, "levels: no neighbour is on the level before, or one is nearer still",
                     [&](std::size_t v) { return v != s && levels[v] >= 0 && beside[v] != levels[v] - 1; });
      !wrong.empty()) {
    return wrong;
  }
  return first_that(n, "levels: reached and in another component, or the other way round",
                    [&](std::size_t v) { return levels[v] < -1 || (levels[v] >= 0) != (labels[v] == labels[s]); });
}

/// Distances are the least from `source`, of weights above 0; infinity: not reached.
inline complaint wrong_distances(large_graph const& a, size_type source, std::vector<double> const& distances) {
  constexpr double none = std::numeric_limits<double>::infinity();
  vector<double> w(a.rows(), a.exec());
  vxm(w, min_plus<double>{}, vector<double>::dense(distances, a.exec()), a);
  auto const offered = w.to_dense(none);
  if (distances[static_cast<std::size_t>(source)] != 0) return "distances: that of the source is not 0";
  return first_that(a.rows(), "distances: not the least over an entry and the distance before",
                    [&](std::size_t v) { return static_cast<size_type>(v) != source && offered[v] != distances[v]; });
}

/// Entries of every row.
inline std::vector<double> degrees_of(large_graph const& a) {
  auto const offsets = storage_of(a).csr().offsets.to_host();
  std::vector<double> degrees(static_cast<std::size_t>(a.rows()));
  for (std::size_t v = 0; v < degrees.size(); ++v) degrees[v] = static_cast<double>(offsets[v + 1] - offsets[v]);
  return degrees;
}

/// For each vertex the sum of `of_vertex` over its neighbours.
inline std::vector<double> sums_beside(large_graph const& a, std::vector<double> const& of_vertex) {
  vector<double> w(a.rows(), a.exec());
  mxv(w, plus_second<double>{}, a, vector<double>::dense(of_vertex, a.exec()));
  return w.to_dense(0);
}

/// Ranks sum to 1, and one more iteration moves them by no more than the tolerance allows.
template <class Graph>
complaint wrong_ranks(Graph const& a, std::vector<double> const& ranks, pagerank_options const& options) {
  long double sum = 0, passed = 0, change = 0;  // of so many numbers that a double would round off 1e-9 of them
  auto const degrees = degrees_of(a);
  auto shares = ranks;
  for (std::size_t v = 0; v < ranks.size(); ++v) {
    sum += ranks[v];
    shares[v] = degrees[v] > 0 ? ranks[v] / degrees[v] : 0;
    passed += degrees[v] > 0 ? ranks[v] : 0;
  }
  if (!(std::abs(sum - 1) < 1e-9)) return detail::concat("ranks: they sum to ", static_cast<double>(sum));
  auto const received = sums_beside(a, shares);
  auto const teleport = static_cast<double>((1 - options.damping * passed) / ranks.size());
  for (std::size_t v = 0; v < ranks.size(); ++v) {
    change += std::abs(options.damping * received[v] + teleport - ranks[v]);
  }
  if (change <= options.tolerance) return {};
  return detail::concat("ranks: one more iteration moves them by ", static_cast<double>(change));
}

/// Of a matrix whose entries are all one, A times ones has the degrees.
inline complaint wrong_degrees(large_graph const& a, std::vector<double> const& product) {
  auto const degrees = degrees_of(a);
  return first_that(a.rows(), "product with ones: not the number of entries",
                    [&](std::size_t v) { return product[v] != degrees[v]; });
}

}  // namespace heddle::bench
