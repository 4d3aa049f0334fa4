// betweenness.cpp - betweenness centrality of a batch of sources by public operations, against Brandes' queue.
// Brandes, "A Faster Algorithm for Betweenness Centrality", J. Mathematical Sociology 25(2), 2001; as products of
// sources x vertices: Davis, "Algorithm 1000: SuiteSparse:GraphBLAS", ACM TOMS 45(4), 2019.
#include "tests/algorithms/textbook/graphs.hpp"
#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

/// Of every vertex v the sum over the sources s and all t of the share of shortest ways from s to t that pass v.
vector<double> betweenness(matrix<double> const& A, std::vector<std::int32_t> const& sources) {
  matrix<double> edges(A.rows(), A.rows(), A.exec());  // of weight 1, whatever A holds
  apply(edges, one<double>{}, A);
  size_type const n = A.rows(), batch = static_cast<size_type>(sources.size());
  std::vector<std::int32_t> row(sources.size());
  std::iota(row.begin(), row.end(), 0);
  std::vector<double> const ones(sources.size(), 1);
  auto ways = matrix<double>::build(batch, n, row, sources, ones, plus<double>{}, A.exec());  // shortest ones
  std::vector<matrix<double>> levels{ways};
  for (matrix<double> next(batch, n, A.exec());; levels.push_back(next)) {
    mxm(next, complement(structure(ways)), no_accum, plus_times<double>{}, levels.back(), edges, {.replace = true});
    if (next.nnz() == 0) break;
    ewise_add(ways, plus<double>{}, ways, next);
  }

  matrix<double> credit(batch, n, A.exec()), share(batch, n, A.exec());  // 1 + what depends on a vertex
  apply(credit, one<double>{}, ways);
  for (std::size_t level = levels.size() - 1; level > 1; --level) {
    ewise_mult(share, structure(levels[level]), no_accum, divide<double>{}, credit, ways, {.replace = true});
    mxm(share, structure(levels[level - 1]), no_accum, plus_times<double>{}, share, transpose(edges),
        {.replace = true});
    ewise_mult(credit, structure(share), plus<double>{}, times<double>{}, share, ways);
  }
  apply(credit, bind_second(minus<double>{}, 1.0), credit);
  auto result = vector<double>::filled(n, 0, A.exec());
  reduce(result, no_mask, plus<double>{}, plus_monoid<double>{}, transpose(credit));
  return result;
}

std::vector<double> betweenness_by_queue(adjacency const& neighbours, std::vector<std::int32_t> const& sources) {
  std::vector<double> result(neighbours.size(), 0);
  for (auto const source : sources) {
    auto const levels = reference_bfs(neighbours, source).levels;
    std::vector<std::size_t> order;
    for (std::size_t v = 0; v < levels.size(); ++v) {
      if (levels[v] >= 0) order.push_back(v);
    }
    std::stable_sort(order.begin(), order.end(), [&](auto u, auto v) { return levels[u] < levels[v]; });
    std::vector<double> ways(levels.size(), 0), depends(levels.size(), 0);
    ways[static_cast<std::size_t>(source)] = 1;
    for (std::size_t const u : order) {
      for (auto const v : neighbours[u]) {
        if (levels[v] == levels[u] + 1) ways[v] += ways[u];
      }
    }
    for (auto u = order.rbegin(); u != order.rend(); ++u) {
      for (auto const v : neighbours[*u]) {
        if (levels[v] == levels[*u] + 1) depends[*u] += ways[*u] / ways[v] * (1 + depends[v]);
      }
      if (*u != static_cast<std::size_t>(source)) result[*u] += depends[*u];
    }
  }
  return result;
}

void check_betweenness(executor const& exec, textbook_graph const& g, std::vector<std::int32_t> const& sources) {
  INFO(g.name, ", ", sources.size(), " sources");
  auto const found = betweenness(matrix_of<double>(g, exec), sources).to_dense(-1);
  auto const expected = betweenness_by_queue(neighbours_of(g), sources);
  REQUIRE_EQ(found.size(), expected.size());
  for (std::size_t v = 0; v < found.size(); ++v) {
    CAPTURE(v);
    CHECK(found[v] == doctest::Approx(expected[v]).epsilon(1e-10));
  }
}

}  // namespace

EXECUTOR_CASE("betweenness centrality by the book is Brandes', of one source, of several, and of all [sanitize]") {
  auto graphs = textbook_graphs();
  graphs.erase(graphs.begin() + draws(static_cast<unsigned>(graphs.size())), graphs.end());
  for (auto const& g : graphs) {
    std::vector<std::int32_t> all_vertices(static_cast<std::size_t>(g.vertices));
    std::iota(all_vertices.begin(), all_vertices.end(), 0);
    check_betweenness(exec, g, all_vertices);
    check_betweenness(exec, g, {});
    if (g.vertices == 0) continue;
    auto const last = static_cast<std::int32_t>(g.vertices - 1);
    check_betweenness(exec, g, {last});
    check_betweenness(exec, g, {0, last / 2, 0, last});  // one of them twice
  }
}
