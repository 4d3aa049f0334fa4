// main.cpp - Minimum spanning forest by Boruvka's method: every tree takes the lightest edge that leaves it.
// An element is an edge with its ends, and the monoid keeps the lighter edge. A round drops the edges inside of trees,
// reduces the rows, and finds the lightest edge of each tree by `scatter`. The last round finds no edge. Boruvka, 1926.
#include <algorithm>
#include <heddle/heddle.hpp>
#include <iostream>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace {

struct edge {
  double weight = 0;
  std::uint32_t from = 0, to = 0;  // from < to, so that both directions are the same edge; 0, 0 is none
};

// By weight, then by the ends: no two edges are equal, so that no circle closes.
struct lighter {
  using value_type = edge;
  HEDDLE_FN edge identity() const { return {}; }
  HEDDLE_FN edge operator()(edge a, edge b) const {
    if (a.to == 0 || b.to == 0) return a.to == 0 ? b : a;
    if (a.weight != b.weight) return a.weight < b.weight ? a : b;
    return a.from < b.from || (a.from == b.from && a.to < b.to) ? a : b;
  }
};

// Kruskal's way, to compare: by rising weight, an edge whose ends are still apart.
double weight_by_kruskal(std::vector<edge> edges, heddle::size_type n) {
  std::ranges::sort(edges, {}, &edge::weight);
  std::vector<std::int32_t> root(static_cast<std::size_t>(n));
  std::iota(root.begin(), root.end(), 0);
  double sum = 0;
  for (edge const e : edges) {
    auto const a = root[e.from], b = root[e.to];
    if (a != b) sum += e.weight, std::ranges::replace(root, b, a);
  }
  return sum;
}

}  // namespace

int main() {
  heddle::executor const exec = heddle::host_executor();  // for functions of one's own
  auto const A = heddle::io::generate_matrix<double>("random_geometric", {{"n", 400}, {"degree", 5}}, exec,
                                                     {.weights = heddle::io::weight_options{}});
  auto const n = A.rows();
  heddle::matrix<edge> E(n, n, exec);
  auto const edge_of = [](double weight, auto i, auto j) {
    return edge{weight, static_cast<std::uint32_t>(std::min(i, j)), static_cast<std::uint32_t>(std::max(i, j))};
  };
  heddle::apply(E, edge_of, A);
  double const want = weight_by_kruskal(E.tuples().value, n);

  auto tree = heddle::vector<std::int32_t>::filled(n, 0, exec);
  heddle::apply_index(tree);  // tree(v) = v; later the smallest vertex of the tree that v is in
  std::set<std::pair<std::uint32_t, std::uint32_t>> chosen;
  double weight = 0;
  for (int round = 1;; ++round) {
    auto const in = tree.to_dense(0);
    heddle::select(
        E, [&in](edge e, int) { return in[e.from] != in[e.to]; }, E, 0);
    if (E.nnz() == 0) break;
    heddle::vector<edge> of_vertex(n, exec), of_tree(n, exec);
    heddle::reduce(of_vertex, lighter{}, E);
    heddle::scatter(of_tree, tree, of_vertex, lighter{});
    for (auto [root, e] : of_tree.entries()) {
      if (chosen.emplace(e.from, e.to).second) weight += e.weight;
    }
    heddle::matrix<bool> forest(n, n, exec);
    for (auto const& [u, v] : chosen) forest.set(u, v, true);
    tree = heddle::connected_components(forest).labels;
    std::cout << "round " << round << ": " << chosen.size() << " edges\n";
  }
  std::cout << "weight " << weight << '\n';
  return weight == want ? 0 : 1;
}
