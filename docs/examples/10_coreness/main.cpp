// main.cpp - Coreness: the largest k for which a vertex lies in a subgraph where all have k neighbours or more.
// Vertices with too few neighbours are removed, and one product counts what their neighbours lose. A step costs the
// removed vertices and their edges. Matula & Beck, "Smallest-Last Ordering", JACM 30(3), 1983.
#include <algorithm>
#include <heddle/heddle.hpp>
#include <iostream>
#include <vector>

namespace {

// Of an undirected graph: A is symmetric and has no diagonal. Its weights do not count: no step reads them.
heddle::vector<std::int32_t> coreness(heddle::matrix<std::int32_t> const& A) {
  heddle::executor const& exec = A.exec();
  heddle::vector<std::int32_t> degree(A.rows(), exec), peeled = degree, lost = degree, core = degree;
  auto const all = heddle::vector<std::int32_t>::filled(A.rows(), 1, exec);
  heddle::mxv(degree, heddle::plus_pair<std::int32_t>{}, A, all);  // of the vertices that are left
  std::int32_t k = 0;
  while (degree.nvals() > 0) {
    heddle::select(peeled, heddle::less_equal<std::int32_t>{}, degree, k);
    if (peeled.nvals() == 0) {
      k = heddle::reduce(heddle::min_monoid<std::int32_t>{}, degree);
      continue;
    }
    heddle::assign(core, heddle::structure(peeled), heddle::no_accum, k);
    heddle::select(degree, heddle::greater<std::int32_t>{}, degree, k);
    // lost(v) = number of neighbours of v that were peeled off, where v is left.
    heddle::vxm(lost, heddle::structure(degree), heddle::no_accum, heddle::plus_pair<std::int32_t>{}, peeled, A,
                {.replace = true});
    heddle::assign(degree, heddle::no_mask, heddle::minus<std::int32_t>{}, lost);  // degree = degree - lost
  }
  return core;
}

// The definition, vertex by vertex: take one of least degree away, again and again.
std::vector<std::int32_t> coreness_by_definition(heddle::matrix<std::int32_t> const& A) {
  auto const n = static_cast<std::size_t>(A.rows());
  std::vector<std::vector<std::size_t>> neighbours(n);
  for (auto [i, j, value] : A.entries()) neighbours[static_cast<std::size_t>(i)].push_back(static_cast<std::size_t>(j));
  std::vector<std::int32_t> degree(n), core(n, -1);
  for (std::size_t v = 0; v < n; ++v) degree[v] = static_cast<std::int32_t>(neighbours[v].size());
  for (std::int32_t round = 0, k = 0; round < static_cast<std::int32_t>(n); ++round) {
    std::size_t least = n;
    for (std::size_t v = 0; v < n; ++v) {
      if (core[v] < 0 && (least == n || degree[v] < degree[least])) least = v;
    }
    k = std::max(k, degree[least]);
    core[least] = k;
    for (auto const v : neighbours[least]) degree[v] -= 1;
  }
  return core;
}

}  // namespace

int main() {
  heddle::executor const exec = heddle::default_executor();
  auto const A = heddle::io::generate_matrix<std::int32_t>("rmat", {{"scale", 9}, {"edge_factor", 4}}, exec,
                                                           {.weights = heddle::io::weight_options{}});
  auto const core = coreness(A);
  auto const deepest = heddle::reduce(heddle::max_monoid<std::int32_t>{}, core);

  // Vertices without an edge have no entry: nothing was summed there.
  std::vector<int> count(static_cast<std::size_t>(deepest) + 1);
  for (auto [vertex, k] : core.entries()) count[static_cast<std::size_t>(k)] += 1;
  std::cout << "coreness of " << core.nvals() << " vertices, vertices of each:";
  for (auto const vertices : count) std::cout << ' ' << vertices;
  std::cout << '\n';
  return core.to_dense(0) == coreness_by_definition(A) ? 0 : 1;
}
