// triangles.cpp - triangle counts against brute force and known graphs.
#include <heddle/algorithms/triangle_count.hpp>
#include <random>

#include "tests/support/executors.hpp"

using namespace heddle;

namespace {

matrix<double> graph_of(size_type rows, size_type cols, std::vector<std::pair<int, int>> const& edges,
                        executor const& exec) {
  std::vector<std::int32_t> row, col;
  for (auto [i, j] : edges) row.push_back(i), col.push_back(j);
  return matrix<double>::build(rows, cols, row, col, std::vector<double>(row.size(), 0.0), plus<double>{}, exec);
}

size_type brute_force(int n, std::vector<std::pair<int, int>> const& edges) {
  std::vector<std::vector<bool>> joined(n, std::vector<bool>(n));
  for (auto [i, j] : edges) joined[i][j] = joined[j][i] = true;
  size_type found = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) found += joined[i][j] && joined[j][k] && joined[i][k];
    }
  }
  return found;
}

}  // namespace

EXECUTOR_CASE("triangles of complete graphs are n choose 3") {
  for (int n : {1, 2, 3, 4, 40}) {
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) edges.emplace_back(i, j);
    }
    CHECK(triangle_count(graph_of(n, n, edges, exec)) == n * (n - 1) * (n - 2) / 6);
  }
}

EXECUTOR_CASE("triangles are counted once however their edges are written, under every schedule") {
  std::mt19937 random(1);
  for (int n : {5, 30, 120}) {
    std::vector<std::pair<int, int>> edges;
    for (int e = 0; e < n * n / 8; ++e) edges.emplace_back(random() % n, random() % n);
    for (int e = 0; e < n / 2; ++e) edges.emplace_back(edges[e].second, edges[e].first);
    for (std::string const& name : schedule::names()) {
      CAPTURE(name);
      CHECK(triangle_count(graph_of(n, n, edges, exec), {schedule::parse(name)}) == brute_force(n, edges));
    }
  }
}

EXECUTOR_CASE("a rectangular matrix is a graph of as many vertices as its longer side") {
  CHECK(triangle_count(graph_of(2, 4, {{0, 1}, {0, 3}, {1, 3}}, exec)) == 1);
  CHECK(triangle_count(graph_of(0, 0, {}, exec)) == 0);
}
