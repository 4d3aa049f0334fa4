// triangle_count.cpp - triangle counts against brute force and known graphs.
#include <heddle/algorithms/triangle_count.hpp>
#include <random>

#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;

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

// Rows of hubs, of a ring and of both; written as they are, as their transpose, or both ways.
EXECUTOR_CASE(
    "triangles are the same however a graph is stored, by calls and directly, whatever the width of numbers") {
  std::mt19937 random(3);
  int const n = 400;
  std::vector<std::pair<int, int>> edges;
  for (int hub = 0; hub < 6; ++hub) {
    for (int e = 0; e < 300; ++e) edges.emplace_back(61 * hub + 3, random() % n);
  }
  for (int v = 0; v < n; ++v) edges.emplace_back(v, (v + 1) % n), edges.emplace_back(v, (v + 2) % n);
  for (int v = 0; v < n; v += 3) edges.emplace_back(v, v);
  size_type const wanted = brute_force(n, edges);
  auto both = edges;
  for (auto [i, j] : edges) both.emplace_back(j, i);
  auto const a = graph_of(n, n, edges, exec);
  auto s = graph_of(n, n, both, exec);
  auto const check = [&](auto const& graph) {
    CHECK_EQ(triangle_count(graph), wanted);
    CHECK_EQ(triangle_count(graph, {merge_path{}}), wanted);
  };
  check(a);
  check(a.transposed());
  check(s);
  s.assume_symmetric();
  check(s);
  auto const wide = [&]<class I, class O>(I, O) {
    auto const t = s.tuples();
    std::vector<I> const row(t.row.begin(), t.row.end()), col(t.col.begin(), t.col.end());
    check(matrix<double, I, O>::build(n, n, row, col, t.value, take_first<double>{}, exec));
  };
  wide(std::int32_t{}, std::int64_t{});
  wide(std::int64_t{}, std::int64_t{});
}

// Every leaf is joined to every hub, and hubs to one another: the lists of hubs are long, and looked at by all later
// ones.
EXECUTOR_CASE("triangles among hubs with the highest numbers are counted in another order of vertices") {
  size_type const leaves = 200, hubs = 400, n = leaves + hubs;
  size_type const wanted = hubs * (hubs - 1) * (hubs - 2) / 6 + leaves * hubs * (hubs - 1) / 2;
  std::vector<std::pair<int, int>> once, both;
  for (int hub = leaves; hub < n; ++hub) {
    for (int v = 0; v < hub; ++v) once.emplace_back(hub, v), both.emplace_back(hub, v), both.emplace_back(v, hub);
  }
  CHECK_EQ(triangle_count(graph_of(n, n, once, exec)), wanted);
  CHECK_EQ(triangle_count(graph_of(n, n, both, exec).assume_symmetric()), wanted);
}

TEST_CASE("a count of triangles leaves the graph as it was, and does not depend on the number of threads") {
  std::mt19937 random(4);
  std::vector<std::pair<int, int>> edges;
  for (int e = 0; e < 20000; ++e) edges.emplace_back(random() % 900 * (random() % 2), random() % 900);
  auto const before = graph_of(900, 900, edges, host_executor(1)).tuples();
  size_type const wanted = brute_force(900, edges);
  for (int threads : {1, 2, 5}) {
    auto const graph = graph_of(900, 900, edges, host_executor(threads));
    CHECK_EQ(triangle_count(graph), wanted);
    auto const after = graph.tuples();
    CHECK((after.row == before.row && after.col == before.col && after.value == before.value));
  }
}

EXECUTOR_CASE("a rectangular matrix is a graph of as many vertices as its longer side") {
  CHECK(triangle_count(graph_of(2, 4, {{0, 1}, {0, 3}, {1, 3}}, exec)) == 1);
  for (schedule const& s : {schedule{}, schedule{merge_path{}}}) {
    CHECK(triangle_count(graph_of(4, 2, {{1, 0}, {3, 0}, {3, 1}}, exec), {s}) == 1);
    CHECK(triangle_count(graph_of(0, 0, {}, exec), {s}) == 0);
    CHECK(triangle_count(graph_of(3, 3, {{0, 0}, {1, 1}}, exec), {s}) == 0);
  }
}
