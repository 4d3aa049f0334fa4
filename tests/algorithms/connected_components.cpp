// connected_components.cpp - labels of components, judged by union-find, by every method, on graphs of every kind.
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>

#include "src/verify/graph_answers.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

using linked_graph = io::coordinates<float>;

template <class Matrix, class Entries>
void check_components(Matrix const& a, Entries const& entries, components_options const& options) {
  auto const found = connected_components(a, options);
  auto const dense = found.labels.to_dense(-1);
  std::vector<typename Entries::index_type> const labels(dense.begin(), dense.end());
  CHECK_EQ(verify::check_labels(entries, labels), "");
  CHECK(found.labels.nvals() == a.rows());
  size_type count = 0;
  for (std::size_t v = 0; v < labels.size(); ++v) count += labels[v] == static_cast<std::int64_t>(v);
  CHECK_EQ(found.count, count);
}

void check_by_all_methods(executor const& exec, linked_graph const& entries) {
  auto const a = io::to_matrix(entries, take_first<float>{}, exec);
  for (auto const method : {traversal_method::automatic, traversal_method::loop, traversal_method::direct}) {
    CAPTURE(static_cast<int>(method));
    check_components(a, entries, {.method = method});
  }
}

linked_graph of_links(size_type n, std::vector<std::pair<int, int>> const& edges) {
  linked_graph result;
  result.rows = result.cols = n;
  for (auto const& [from, to] : edges) {
    result.row.push_back(from);
    result.col.push_back(to);
  }
  return result;
}

// Every edge once, in one of its directions.
linked_graph one_way(linked_graph const& both) {
  linked_graph result = of_links(both.rows, {});
  for (std::size_t e = 0; e < both.row.size(); ++e) {
    bool const up = both.row[e] < both.col[e];
    if (both.row[e] == both.col[e] || up != ((both.row[e] + both.col[e]) % 2 == 0)) continue;
    result.row.push_back(both.row[e]);
    result.col.push_back(both.col[e]);
  }
  return result;
}

std::vector<linked_graph> graphs_of_every_kind() {
  return {io::rmat<float>({.scale = 10, .edge_factor = 2}),
          io::erdos_renyi<float>({.scale = 10, .edge_factor = 1}),
          io::grid<float>({.width = 60, .height = 40, .keep = 0.5}),
          io::delaunay_like<float>({.n = 1500}),
          io::power_law<float>({.n = 2000, .degree = 1}),
          io::band<float>({.n = 500, .width = 3}),
          io::star<float>({.n = 700}),
          io::complete<float>({.n = 60}),
          io::path<float>({.n = 3000})};
}

}  // namespace

EXECUTOR_CASE("the karate club is one component") {
  auto const found = connected_components(io::to_matrix(karate_club<float>(), take_first<float>{}, exec));
  CHECK_EQ(found.count, 1);
  CHECK(found.labels.to_dense(-1) == std::vector<std::int32_t>(34, 0));
}

EXECUTOR_CASE("components of graphs of every kind are those of union-find, by every method") {
  for (auto const& entries : graphs_of_every_kind()) {
    CAPTURE(entries.rows);
    check_by_all_methods(exec, entries);
  }
}

EXECUTOR_CASE("components of directed graphs are the weakly connected ones") {
  for (auto const& entries : graphs_of_every_kind()) {
    CAPTURE(entries.rows);
    check_by_all_methods(exec, one_way(entries));
  }
  check_by_all_methods(exec, of_links(6, {{5, 1}, {5, 3}, {4, 3}}));
}

EXECUTOR_CASE("vertices without entries, and with loops alone, are components of their own [sanitize]") {
  check_by_all_methods(exec, of_links(0, {}));
  check_by_all_methods(exec, of_links(1, {}));
  check_by_all_methods(exec, of_links(1, {{0, 0}}));
  check_by_all_methods(exec, of_links(5, {}));
  check_by_all_methods(exec, of_links(5, {{1, 1}, {4, 2}, {3, 3}, {3, 3}}));
}

EXECUTOR_CASE("a long way whose vertices are numbered at random takes the loop few rounds") {
  constexpr int n = 4096;
  auto links = of_links(n, {});
  for (int k = 0; k + 1 < n; ++k) {  // an odd factor leaves no number out
    links.row.push_back(static_cast<std::int32_t>(k * 2654435761ll % n));
    links.col.push_back(static_cast<std::int32_t>((k + 1) * 2654435761ll % n));
  }
  auto const found =
      connected_components(io::to_matrix(links, take_first<float>{}, exec), {.method = traversal_method::loop});
  CHECK_EQ(found.count, 1);
  CHECK(found.rounds <= 24);
}

// The frequent tree is what samples leave: here it is hooked onto a smaller vertex by an entry behind these.
EXECUTOR_CASE("a symmetric graph whose largest tree meets others in late entries alone") {
  linked_graph entries = of_links(9000, {});
  auto const link = [&](int u, int v) {
    for (auto const& [from, to] : {std::pair(u, v), std::pair(v, u)}) {
      entries.row.push_back(from);
      entries.col.push_back(to);
    }
  };
  for (int v = 3001; v < 9000; ++v) link(v - 1, v);
  for (int v = 0; v < 3000; v += 3) link(v, v + 2), link(v + 1, v + 2);
  for (int v = 0; v < 3000; v += 30) link(v + 2, 8999 - v);
  entries.symmetric = true;
  check_by_all_methods(exec, entries);
}

EXECUTOR_CASE("components of 64-bit matrices, of other elements, and under every schedule") {
  auto const narrow = io::rmat<float>({.scale = 9, .edge_factor = 1});
  auto const wide = io::rmat<double, std::int64_t>({.scale = 9, .edge_factor = 1});
  auto const pattern =
      matrix<bool>::build(narrow.rows, narrow.cols, narrow.row, narrow.col, {}, take_first<bool>{}, exec);
  for (auto const method : {traversal_method::direct, traversal_method::loop}) {
    check_components(io::to_matrix<double, std::int64_t, std::int64_t>(wide, take_first<double>{}, exec), wide,
                     {.method = method});
    check_components(io::to_matrix<float, std::int32_t, std::int64_t>(narrow, take_first<float>{}, exec), narrow,
                     {.method = method});
    check_components(pattern, narrow, {.method = method});
  }
  for (std::string const& name : schedule::names()) {
    CAPTURE(name);
    check_components(pattern, narrow, {.schedule = schedule::parse(name)});
  }
}

TEST_CASE("any number of threads finds the same components") {
  auto const entries = one_way(io::rmat<float>({.scale = 14, .edge_factor = 2}));
  for (int const threads : {1, 2, 8}) {
    check_components(io::to_matrix(entries, take_first<float>{}, host_executor(threads)), entries, {});
  }
}

EXECUTOR_CASE("components of what is not square, and by methods that are not to be had, are refused") {
  auto const a = matrix<float>::build(2, 4, {0, 1, 0}, {1, 3, 2}, {}, take_first<float>{}, exec);
  CHECK_THROWS_WITH_AS(connected_components(a), "connected_components: A is 2 x 4, not square", dimension_mismatch);
  auto const karate = io::to_matrix(karate_club<float>(), take_first<float>{}, exec);
  CHECK_THROWS_WITH_AS(connected_components(karate, {.method = traversal_method::stepwise}),
                       "connected_components: there is no stepwise method; there are the direct one and the loop",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(connected_components(karate, {.schedule = merge_path{}, .method = traversal_method::direct}),
                       "connected_components: the direct method takes neither schedule nor strategy; the loop does",
                       invalid_argument);
}
