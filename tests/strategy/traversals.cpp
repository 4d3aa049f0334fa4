// traversals.cpp - products, searches and fixpoints under every strategy: the results are those of none.
#include <cmath>
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/ops/fixpoint/fixpoint.hpp>
#include <heddle/semirings/operators.hpp>
#include <numeric>

#include "tests/support/bfs_reference.hpp"
#include "tests/support/draws.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/sssp_reference.hpp"
#include "tests/support/strategies.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::strategies;
using namespace heddle::testing;

namespace {

using graph = io::coordinates<double>;

std::vector<graph> graphs() {
  return {karate_club<double>(),
          io::rmat<double>({.scale = 8, .edge_factor = 6}),
          io::power_law<double>({.n = 300, .degree = 4}),
          io::star<double>({.n = 200}),
          io::path<double>({.n = 40}),
          io::grid<double>({.width = 12, .height = 9, .keep = 0.7})};
}

// Whole numbers, so that sums are exact.
void set_weights(graph& g) {
  g.symmetric = false;
  g.value.resize(g.row.size());
  for (std::size_t k = 0; k < g.row.size(); ++k)
    g.value[k] = static_cast<double>((7 * g.row[k] + 3 * g.col[k]) % 11 + 1);
}

template <class T, class I> std::vector<std::int64_t> numbers_in(vector<T, I> const& v) {
  auto const dense = v.to_dense(-1);
  return {dense.begin(), dense.end()};
}

matrix<double> matrix_of(graph const& g, executor const& exec) { return io::to_matrix(g, minimum<double>{}, exec); }

// Every third vertex.
vector<double> frontier_of(size_type n, executor const& exec) {
  std::vector<std::int32_t> at;
  std::vector<double> value;
  for (size_type i = 0; i < n; i += 3) {
    at.push_back(static_cast<std::int32_t>(i));
    value.push_back(static_cast<double>(i % 5));
  }
  return vector<double>::build(n, at, value, take_first<double>{}, exec);
}

// Neither commutative nor associative.
struct appending {
  using value_type = double;
  double identity() const { return 0; }
  double operator()(double a, double b) const { return std::fmod(10 * a + b, 1e6); }
};

template <class T> bool same(vector<T> const& a, vector<T> const& b) {
  auto const x = a.tuples(), y = b.tuples();
  return x.index == y.index && x.value == y.value;
}

}  // namespace

EXECUTOR_CASE("a product pushed under any strategy is the product [sanitize]") {
  auto all = graphs();
  all.resize(draws(static_cast<unsigned>(all.size())));
  for (graph& g : all) {
    set_weights(g);
    auto const a = matrix_of(g, exec);
    auto const u = frontier_of(a.rows(), exec);
    vector<double> expected(a.cols(), exec), masked(a.cols(), exec);
    vxm(expected, min_plus<double>{}, u, a);
    vxm(masked, complement(structure(u)), no_accum, min_plus<double>{}, u, a);
    for (strategy const& by : strategy_variants()) {
      CAPTURE(by.text());
      vector<double> w(a.cols(), exec), v(a.cols(), exec);
      if (!wants_mask(by)) {
        vxm(w, min_plus<double>{}, u, a, {.strategy = by});
        CHECK(same(w, expected));
      }
      vxm(v, complement(structure(u)), no_accum, min_plus<double>{}, u, a, {.strategy = by});
      CHECK(same(v, masked));
    }
  }
}

TEST_CASE("products that do not commute are summed in the order of the frontier under every strategy") {
  graph g = io::rmat<double>({.scale = 7, .edge_factor = 8});
  set_weights(g);
  auto const a = matrix_of(g, host_executor());
  auto const u = frontier_of(a.rows(), host_executor());
  semiring const appends{appending{}, times<double>{}};
  vector<double> expected(a.cols());
  vxm(expected, appends, u, a, {.direction = direction::push});
  for (strategy const& by : strategy_variants()) {
    if (wants_mask(by)) continue;
    CAPTURE(by.text());
    vector<double> w(a.cols());
    vxm(w, appends, u, a, {.strategy = by});
    CHECK(same(w, expected));
  }
}

TEST_CASE("many products are summed in the order of the frontier, and the mask closes positions, as with few") {
  graph g = io::rmat<double>({.scale = 9, .edge_factor = 16});  // some 14,000 entries
  set_weights(g);
  auto const a = matrix_of(g, host_executor());
  auto const u = vector<double>::filled(a.rows(), 3, host_executor());
  std::vector<double> expected(512, -1), open(512, -1);
  auto const entries = a.tuples();  // by rows
  for (std::size_t e = 0; e < entries.row.size(); ++e) {
    double& sum = expected[entries.col[e]];
    double const product = 3 * entries.value[e];
    sum = sum < 0 ? product : appending{}(sum, product);
  }
  auto const mask = frontier_of(512, host_executor());
  for (std::size_t j = 0; j < 512; ++j) open[j] = mask.get(static_cast<size_type>(j)) ? expected[j] : -1;
  REQUIRE_GT(entries.row.size(), 8192);
  semiring const appends{appending{}, times<double>{}};
  vector<double> w(512), v(512);
  vxm(w, appends, u, a, {.direction = direction::push});
  CHECK(w.to_dense(-1) == expected);
  vxm(v, structure(mask), no_accum, appends, u, a, {.direction = direction::push});
  CHECK(v.to_dense(-1) == open);
  vxm(v, structure(mask), no_accum, appends, u, a, {.replace = true, .direction = direction::push});
  CHECK(v.to_dense(-1) == open);
}

EXECUTOR_CASE("every strategy finds the levels and the smallest parents") {
  for (graph const& g : graphs()) {
    auto const a = matrix_of(g, exec);
    auto const neighbours = adjacency_of(a.rows(), g.row, g.col);
    auto const expected = reference_bfs(neighbours, 1);
    for (strategy const& by : strategy_variants()) {
      CAPTURE(by.text());
      auto const levels = bfs(a, 1, {.strategy = by, .method = traversal_method::loop});
      CHECK(numbers_in(levels.levels) == expected.levels);
      CHECK_EQ(levels.edges, expected.edges);
      auto const tree = bfs(a, 1, {.strategy = by, .parents = true, .method = traversal_method::loop});
      CHECK(numbers_in(tree.levels) == expected.levels);
      CHECK(numbers_in(tree.parents) == expected.parents);
    }
  }
}

EXECUTOR_CASE("every strategy finds the shortest distances, and fixpoint with it") {
  for (graph g : graphs()) {
    set_weights(g);
    auto const a = matrix_of(g, exec);
    auto const expected = sssp(a, 1, {.method = traversal_method::direct}).distances.to_dense(-1);
    for (strategy const& by : strategy_variants()) {
      if (wants_mask(by)) continue;
      CAPTURE(by.text());
      CHECK(sssp(a, 1, {.strategy = by, .method = traversal_method::loop}).distances.to_dense(-1) == expected);
      auto x = vector<double>::filled(a.rows(), std::numeric_limits<double>::infinity(), exec);
      x.set(1, 0);
      fixpoint(x, min_plus<double>{}, a, {.strategy = by});
      CHECK(x.to_dense(-1) == expected);
    }
  }
}

EXECUTOR_CASE("graphs of 64-bit indices and of 64-bit offsets are traversed under every strategy [sanitize]") {
  graph const g = io::rmat<double>({.scale = 7, .edge_factor = 6});
  auto const expected = reference_bfs(adjacency_of(g.rows, g.row, g.col), 1).levels;
  io::coordinates<double, std::int64_t> wide{
      g.rows, g.cols, {g.row.begin(), g.row.end()}, {g.col.begin(), g.col.end()}};
  auto const ones =
      matrix<double, std::int32_t, std::int64_t>::build(g.rows, g.cols, g.row, g.col, {}, take_first<double>{}, exec);
  auto const all_wide = matrix<double, std::int64_t, std::int64_t>::build(g.rows, g.cols, wide.row, wide.col, {},
                                                                          take_first<double>{}, exec);
  for (strategy const& by : strategy_variants()) {
    CAPTURE(by.text());
    CHECK(numbers_in(bfs(ones, 1, {.strategy = by}).levels) == expected);
    CHECK(numbers_in(bfs(all_wide, 1, {.strategy = by}).levels) == expected);
  }
}

GPU_CASE("a hub of more edges than there is room for unread is pushed under every strategy") {
  size_type const n = 1'200'000;
  auto const a = matrix_of(io::star<double>({.n = n}), cuda_executor());
  auto all = strategy::names();
  for (char const* text : {"edge_based:chunked=1", "node_splitting:mdt=3,lanes=4", "binned"}) all.emplace_back(text);
  for (std::string const& text : all) {
    CAPTURE(text);
    auto const found =
        bfs(a, n - 1, {.strategy = strategy::parse(text), .parents = true, .method = traversal_method::loop});
    CHECK_EQ(found.reached, n);
    CHECK_EQ(found.depth, 2);
    CHECK_EQ(found.parents.get(0), static_cast<std::int32_t>(n - 1));
    CHECK_EQ(found.parents.get(n / 2), 0);
  }
}

EXECUTOR_CASE("what a strategy took is added up") {
  auto const a = matrix_of(io::path<double>({.n = 40}), exec);
  strategy_costs costs;
  auto const found = bfs(a, 0, {.strategy = perfect_balance{}, .costs = &costs});
  CHECK_EQ(costs.steps, found.depth + 1);
  CHECK_EQ(costs.turns, costs.steps);
  CHECK_EQ(costs.vertices, found.reached);
  CHECK_EQ(costs.edges, found.edges);
  CHECK_GT(costs.traversal_ms, 0);
  CHECK_GT(costs.overhead_ms, 0);
  CHECK_GT(costs.peak_bytes, 0);
  auto const before = costs;
  auto const again = bfs(a, 0, {.strategy = perfect_balance{}, .costs = &costs});
  CHECK_EQ(costs.edges, before.edges + again.edges);
  strategy_costs levels, ways;  // costs are a loop's, also where nobody asks for a strategy
  CHECK_EQ(bfs(a, 0, {.costs = &levels}).launches, 0);
  CHECK_EQ(sssp(a, 0, {.costs = &ways}).launches, 0);
  CHECK_GT(levels.steps, 0);
  CHECK_GT(ways.steps, 0);
}

EXECUTOR_CASE("a hub is taken in as many turns as its edges ask for [sanitize]") {
  auto const a = matrix_of(io::star<double>({.n = 101}), exec);  // 100 edges
  auto const turns_of = [&](strategy const& by) {
    strategy_costs costs;
    CHECK_EQ(bfs(a, 0, {.strategy = by, .costs = &costs}).reached, 101);
    CHECK_EQ(costs.edges, a.nnz());
    return std::pair{costs.steps, costs.turns};
  };
  using pair = std::pair<size_type, size_type>;
  CHECK(turns_of(node_based{}) == pair{2, 2});
  CHECK(turns_of(hierarchical{.mdt = 30, .few_vertices = 1}) == pair{2, 5});
  CHECK(turns_of(hierarchical{.mdt = 30, .few_vertices = 2}) == pair{2, 2});
  CHECK(turns_of(hierarchical{.mdt = 100, .few_vertices = 0}) == pair{2, 2});
  CHECK(turns_of(hierarchical{.mdt = 30, .few_vertices = 1, .depth = 1}) == pair{2, 3});
  CHECK(turns_of(hierarchical{.mdt = 30, .few_vertices = 1, .depth = 9}) == pair{2, 5});
}

EXECUTOR_CASE("leaves are discarded before a step where that is asked for [sanitize]") {
  // 0 -> 1, 2, 3; 3 -> 4; the others have no edges.
  graph g{5, 5, {0, 0, 0, 3}, {1, 2, 3, 4}, {}};
  auto const a = matrix_of(g, exec);
  auto const vertices_of = [&](strategy const& by) {
    strategy_costs costs;
    auto const found = bfs(a, 0, {.strategy = by, .costs = &costs});
    CHECK_EQ(found.reached, 5);
    return costs.vertices;
  };
  CHECK_EQ(vertices_of(scan_based{}), 5);
  CHECK_EQ(vertices_of(scan_based{.discard_leaves = true}), 2);
  CHECK_EQ(vertices_of(vertex_shuffle{.discard_leaves = true}), 2);
  CHECK_EQ(vertices_of(binary_search{.discard_leaves = true}), 2);
  CHECK_EQ(vertices_of(supplementary_queues{.discard_leaves = true}), 2);
  strategy_costs costs;
  vector<double> w(5, exec);
  auto const everywhere = vector<double>::filled(5, 1, exec);
  vxm(w, min_plus<double>{}, everywhere, a, {.strategy = scan_based{.discard_leaves = true}, .costs = &costs});
  CHECK_EQ(costs.vertices, 2);
}

EXECUTOR_CASE("of an undirected graph vertices of one edge are leaves, but where a search begins [sanitize]") {
  graph g = io::star<double>({.n = 200});
  g.value.assign(g.row.size(), 2.0);
  auto const a = matrix_of(g, exec);
  REQUIRE(storage_of(a).symmetric());
  scan_based const discards{.discard_leaves = true};
  // From a leaf: itself, then the hub, then nobody.
  strategy_costs levels, tree, ways;
  CHECK_EQ(bfs(a, 1, {.strategy = discards, .costs = &levels}).reached, 200);
  CHECK_EQ(levels.vertices, 2);
  auto const parents = bfs(a, 1, {.strategy = discards, .costs = &tree, .parents = true});
  CHECK(parents.parents.to_dense(-1) == bfs(a, 1, {.parents = true}).parents.to_dense(-1));
  CHECK_EQ(tree.vertices, 2);
  CHECK(sssp(a, 1, {.strategy = discards, .costs = &ways}).distances.to_dense(-1) == sssp(a, 1).distances.to_dense(-1));
  CHECK_EQ(ways.vertices, 2);
}

TEST_CASE("a negative undirected edge is a cycle that is found, leaf or not") {
  auto const a =
      matrix<double>::build(3, 3, {0, 1, 1, 2}, {1, 0, 2, 1}, {4, 4, -1, -1}, take_first<double>{}, host_executor())
          .assume_symmetric();
  CHECK_THROWS_AS(sssp(a, 0, {.strategy = scan_based{.discard_leaves = true}}), negative_cycle);
}

EXECUTOR_CASE("a strategy is refused beside a schedule, a pull, and methods that take none") {
  auto const a = matrix_of(karate_club<double>(), exec);
  vector<double> w(34, exec);
  auto const u = frontier_of(34, exec);
  CHECK_THROWS_WITH_AS(vxm(w, min_plus<double>{}, u, a, {.schedule = merge_path{}, .strategy = hybrid{}}),
                       "a strategy chooses the schedule of a step: give one of the two", invalid_argument);
  CHECK_THROWS_WITH_AS(vxm(w, min_plus<double>{}, u, a, {.direction = direction::pull, .strategy = hybrid{}}),
                       "a strategy shares out a push, and pull is asked for", invalid_argument);
  CHECK_THROWS_WITH_AS(vxm(w, min_plus<double>{}, u, a, {.strategy = hybrid{.f0 = -3}}),
                       "hybrid: f0 is -3, but must be 0 or more", invalid_argument);
  CHECK_EQ(w.nvals(), 0);
  if (exec.is_host()) {
    CHECK_THROWS_WITH_AS(bfs(a, 0, {.strategy = hybrid{}, .method = traversal_method::direct}),
                         "bfs: the direct method takes neither schedule nor strategy; the loop does", invalid_argument);
  }
  CHECK_THROWS_WITH_AS(sssp(a, 0, {.strategy = strategy(binned{}), .method = traversal_method::direct}),
                       exec.is_host()
                           ? "sssp: the direct method takes neither schedule, strategy nor direction; the loop does"
                           : "sssp: the direct method shares out nothing by binned; the loop does",
                       invalid_argument);
  CHECK_THROWS_AS(bfs(a, 0, {.strategy = hybrid{.f0 = -3}}), invalid_argument);
  auto x = vector<double>::filled(34, 5, exec);
  auto const by_rounds = [&](strategy const& by) {
    return fixpoint(x, no_mask, min_plus<double>{}, a, {.method = fixpoint_method::rounds, .strategy = by});
  };
  if (exec.is_host()) {
    CHECK_THROWS_WITH_AS(by_rounds(hybrid{}), "fixpoint: only products take a schedule, a strategy and a direction",
                         invalid_argument);
  } else {
    CHECK_THROWS_WITH_AS(
        by_rounds(binned{}),
        "fixpoint: only products take a direction, and this schedule or strategy over this semiring and matrix",
        invalid_argument);
    CHECK_EQ(by_rounds(hybrid{}).launches, 1);
  }
}

GPU_CASE("on a GPU a strategy is refused for monoids that cannot be pushed") {
  auto const exec = cuda_executor();
  auto const a = matrix_of(karate_club<double>(), exec);
  vector<double> w(34, exec);
  CHECK_THROWS_AS(vxm(w, plus_times<double>{}, frontier_of(34, exec), a, {.strategy = hybrid{}}), invalid_argument);
}
