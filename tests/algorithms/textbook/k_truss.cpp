// k_truss.cpp - the k-truss of a graph by public operations, against edges that are taken away one by one.
// Cohen, "Trusses: Cohesive Subgraphs for Social Network Analysis", 2008; as a masked product in a loop: Davis, "Graph
// Algorithms via SuiteSparse:GraphBLAS: Triangle Counting and K-Truss", HPEC 2018.
#include <map>
#include <set>

#include "tests/algorithms/textbook/graphs.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// The greatest part of a symmetric A without loops in which every edge is in k - 2 triangles of that part, k > 2;
/// each entry says in how many it is.
matrix<std::int32_t> k_truss(matrix<std::int32_t> const& A, std::int32_t k) {
  matrix<std::int32_t> truss = A, triangles(A.rows(), A.cols(), A.exec());
  for (size_type edges = -1; edges != truss.nnz();) {
    edges = truss.nnz();
    mxm(triangles, structure(truss), no_accum, plus_pair<std::int32_t>{}, truss, transpose(truss), {.replace = true});
    select(truss, greater_equal<std::int32_t>{}, triangles, k - 2);
  }
  return truss;
}

using numbered_edges = std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;

numbered_edges k_truss_by_edges(adjacency const& graph, std::int64_t k) {
  std::vector<std::set<std::int64_t>> neighbours;
  for (auto const& list : graph) neighbours.emplace_back(list.begin(), list.end());
  auto const triangles = [&](std::size_t u, std::int64_t v) {
    return std::count_if(neighbours[u].begin(), neighbours[u].end(),
                         [&](std::int64_t w) { return neighbours[v].contains(w); });
  };
  for (bool again = true; again;) {
    again = false;
    for (std::size_t u = 0; u < neighbours.size(); ++u) {
      for (auto const v : std::set<std::int64_t>(neighbours[u])) {
        if (triangles(u, v) >= k - 2) continue;
        neighbours[u].erase(v);
        neighbours[v].erase(static_cast<std::int64_t>(u));
        again = true;
      }
    }
  }
  numbered_edges result;
  for (std::size_t u = 0; u < neighbours.size(); ++u) {
    for (auto const v : neighbours[u]) result[{u, v}] = triangles(u, v);
  }
  return result;
}

}  // namespace

EXECUTOR_CASE("the k-truss by the book is what is left when edges in too few triangles are taken away [sanitize]") {
  long left = 0;
  for (auto const& g : textbook_graphs()) {
    auto const a = matrix_of<std::int32_t>(g, exec);
    for (int const k : {3, 4, 5, 9, 10}) {
      INFO(g.name, ", k ", k);
      numbered_edges found;
      auto const truss = k_truss(a, k);
      for (auto [u, v, triangles] : truss.entries()) found[{u, v}] = triangles;
      CHECK(found == k_truss_by_edges(neighbours_of(g), k));
      left += static_cast<long>(found.size());
    }
  }
  CHECK_GT(left, 1000);
}
