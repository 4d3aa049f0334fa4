// sssp_parents.cpp - trees of shortest paths against passes over all arcs, with weights of every kind and width.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>
#include <random>

#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/sssp_reference.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

using numbers = std::vector<std::int64_t>;

struct graph {
  std::int64_t n;
  std::vector<arc> arcs;
};

template <class T = double, index_type I = std::int32_t, index_type O = std::int32_t>
matrix<T, I, O> matrix_of(executor const& exec, graph const& g) {
  std::vector<I> row, col;
  std::vector<T> value;
  for (arc const& a : g.arcs) {
    row.push_back(static_cast<I>(a.from));
    col.push_back(static_cast<I>(a.to));
    value.push_back(static_cast<T>(a.weight));
  }
  return matrix<T, I, O>::build(g.n, g.n, row, col, value, minimum<T>{}, exec);
}

/// Weights are draws from `weights`.
template <class Options>
graph drawn(io::coordinates<double> (*generate)(Options const&, progress_callback const&), Options const& options,
            std::vector<double> const& weights) {
  auto const entries = generate(options, {});
  graph g{entries.rows, {}};
  std::mt19937 random(5);
  for (std::size_t k = 0; k < entries.row.size(); ++k) {
    g.arcs.push_back({entries.row[k], entries.col[k], weights[random() % weights.size()]});
  }
  return g;
}

std::vector<graph> several(std::vector<double> const& weights) {
  return {drawn(io::rmat<double>, {.scale = 8, .edge_factor = 6}, weights),
          drawn(io::grid<double>, {.width = 40, .height = 9, .keep = 0.7}, weights),
          drawn(io::power_law<double>, {.n = 700, .degree = 4}, weights), drawn(io::star<double>, {.n = 300}, weights)};
}

std::vector<double> const whole_numbers{1, 2, 3, 4, 7, 9, 20}, thirds{1 / 3.0, 2 / 3.0, 1 / 7.0, 0.1, 0.2, 0.3},
    ties{1}, nothings{0}, some_nothings{0, 0, 1, 2}, absorbed{1e-20, 1e-20, 0, 1, 1 / 3.0};

/// w + p(u) - p(v) on every arc, for the distances' sake no negative cycle.
graph shifted(graph g) {
  for (arc& a : g.arcs) {
    auto const potential = [](std::int64_t v) { return static_cast<double>(v * 7919 % 101); };
    a.weight += potential(a.from) - potential(a.to);
  }
  return g;
}

template <class I> numbers parents_of(vector<I, I> const& parents) {
  auto const dense = parents.to_dense(I(-1));
  return {dense.begin(), dense.end()};
}

/// How many reached vertices have no parent.
template <class T, index_type I, index_type O>
size_type check_tree(matrix<T, I, O> const& a, size_type source, sssp_options options = {}) {
  options.parents = true;
  auto const result = sssp(a, source, options);
  auto const dense = result.distances.to_dense(T(-1));
  auto const entries = a.tuples();
  std::vector<arc> arcs;
  for (std::size_t k = 0; k < entries.row.size(); ++k) {
    arcs.push_back({entries.row[k], entries.col[k], static_cast<double>(entries.value[k])});
  }
  auto const parents = parents_of(result.parents);
  CHECK(parents == reference_tree<T>(arcs, source, {dense.begin(), dense.end()}));
  CHECK_EQ(result.parents.nvals(), std::count_if(parents.begin(), parents.end(), [](auto p) { return p >= 0; }));
  return result.reached - result.parents.nvals();
}

/// By every method, and by the loop under a schedule and in every direction.
void check_methods(executor const& exec, graph const& g, size_type source) {
  using enum traversal_method;
  bool const negative = std::any_of(g.arcs.begin(), g.arcs.end(), [](arc const& a) { return a.weight < 0; });
  auto const a = matrix_of(exec, g);
  CHECK_EQ(check_tree(a, source), 0);
  CHECK_EQ(check_tree(a, source, {.method = loop}), 0);
  CHECK_EQ(check_tree(a, source, {.schedule = merge_path{}}), 0);
  for (direction const way : all_directions) CHECK_EQ(check_tree(a, source, {.direction = way}), 0);
  if (negative) return;
  CHECK_EQ(check_tree(a, source, {.method = direct}), 0);
  CHECK_EQ(check_tree(a, source, {.delta = 2}), 0);
  if (!exec.is_host()) CHECK_EQ(check_tree(a, source, {.method = stepwise}), 0);
}

numbers parents_in(executor const& exec, graph const& g, size_type source = 0) {
  return parents_of(sssp(matrix_of(exec, g), source, {.parents = true}).parents);
}

}  // namespace

EXECUTOR_CASE("every method finds the same tree of shortest paths, and all reached vertices are in it") {
  for (auto const& weights : {whole_numbers, thirds, ties, nothings, some_nothings, absorbed}) {
    CAPTURE(weights[0]);
    for (graph const& g : several(weights)) {
      for (size_type const source : {size_type{0}, size_type{57}}) check_methods(exec, g, source);
    }
  }
}

EXECUTOR_CASE("with negative weights whose sums are exact all reached vertices are in the tree of shortest paths") {
  for (auto const& weights : {whole_numbers, some_nothings}) {
    for (graph const& g : several(weights)) check_methods(exec, shifted(g), 3);
  }
}

EXECUTOR_CASE("parents have no entries unless they are asked for") {
  auto const result = sssp(matrix_of(exec, {3, {{0, 1, 2}, {1, 2, 1}}}), 0);
  CHECK_EQ(result.parents.size(), 3);
  CHECK_EQ(result.parents.nvals(), 0);
}

EXECUTOR_CASE("where all weights are one, or zero, parents are those of a breadth-first search") {
  for (auto const& weights : {ties, nothings}) {
    for (graph const& g : several(weights)) {
      auto const a = matrix_of(exec, g);
      CHECK(parents_of(sssp(a, 2, {.parents = true}).parents) == parents_of(bfs(a, 2, {.parents = true}).parents));
    }
  }
  auto const pattern = io::to_matrix(karate_club<double>(), minimum<double>{}, exec);
  CHECK(parents_of(sssp(pattern, 0, {.parents = true}).parents) ==
        parents_of(bfs(pattern, 0, {.parents = true}).parents));
}

EXECUTOR_CASE("of ways of one length that of fewest entries counts, then the smallest parent") {
  CHECK(parents_in(exec, {4, {{0, 1, 1}, {0, 2, 1}, {2, 3, 1}, {1, 3, 1}}}) == numbers{0, 0, 0, 1});
  CHECK(parents_in(exec, {4, {{0, 2, 1}, {2, 1, 1}, {1, 3, 0}, {2, 3, 1}}}) == numbers{0, 2, 0, 2});
  CHECK(parents_in(exec, {4, {{3, 1, 1}, {1, 0, 1}, {3, 0, 2}, {0, 2, 5}}}, 3) == numbers{3, 3, 0, 3});
}

EXECUTOR_CASE("cycles and loops of weight zero are in no tree") {
  CHECK(parents_in(exec, {4, {{2, 2, 0}, {2, 1, 0}, {1, 0, 0}, {0, 1, 0}, {0, 2, 0}, {1, 1, 0}, {0, 3, 4}}}, 2) ==
        numbers{1, 2, 2, 0});
  CHECK(parents_in(exec, {3, {{0, 1, 2}, {1, 2, -3}, {2, 1, 3}, {2, 0, 1}}}) == numbers{0, 0, 1});
}

EXECUTOR_CASE("what cannot be reached has no parent, and the source alone is its own") {
  graph const g{6, {{0, 1, 2}, {3, 4, 1}, {2, 0, 1}, {4, 3, 0}}};
  CHECK(parents_in(exec, g) == numbers{0, 0, -1, -1, -1, -1});
  CHECK(parents_in(exec, g, 5) == numbers{-1, -1, -1, -1, -1, 5});
  CHECK(parents_in(exec, {1, {}}) == numbers{0});
  CHECK(parents_in(exec, {1, {{0, 0, 0}}}) == numbers{0});
  CHECK(parents_in(exec, {1, {{0, 0, 3}}}) == numbers{0});
}

EXECUTOR_CASE("arcs of infinity and NaN are in no tree, and those of minus infinity are") {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(parents_in(exec, {4, {{0, 1, nan}, {0, 2, 1}, {2, 1, 4}, {1, 3, no_path}}}) == numbers{0, 2, 0, -1});
  graph const overflows{3, {{0, 1, 1e308}, {1, 2, 1e308}}};
  CHECK(parents_in(exec, overflows) == numbers{0, 0, -1});
  graph const lowest{6, {{0, 1, 1}, {1, 2, -no_path}, {2, 3, 5}, {3, 4, no_path}, {0, 5, nan}, {1, 3, 2}}};
  CHECK(parents_in(exec, lowest) == numbers{0, 0, 1, 2, -1, -1});
}

EXECUTOR_CASE("weights that rounding absorbs lead on like zeros, in double and in float") {
  graph const g{5, {{0, 3, 1}, {3, 1, 1e-20}, {1, 2, 1e-20}, {2, 3, 1e-20}, {0, 4, 1}, {4, 2, 1e-20}}};
  CHECK(parents_in(exec, g) == numbers{0, 3, 4, 0, 0});
  CHECK_EQ(check_tree(matrix_of<float>(exec, g), 0), 0);
  for (graph const& drawn_one : several({1, 1e-8, 3e-8, 1e-7, 0, 0.1, 1 / 3.0})) {
    CHECK_EQ(check_tree(matrix_of<float>(exec, drawn_one), 1), 0);  // sums are rounded in float, not in double
  }
}

EXECUTOR_CASE("a vertex whose distance rounding shortened round a cycle has no parent") {
  graph const g{6, {{0, 1, 0.1}, {1, 2, 0.4}, {2, 1, -0.4}, {0, 3, 1}, {2, 4, 1}}};  // 0.1 + 0.4 - 0.4 < 0.1
  CHECK(parents_in(exec, g) == numbers{0, -1, -1, 0, -1, -1});
  int without = 0;
  std::mt19937 random(3);
  for (int k = 0; k < 400; ++k) {
    graph drawn_one{6 + k % 9, {}};
    auto const vertex = [&] { return static_cast<std::int64_t>(random() % drawn_one.n); };
    for (std::int64_t arcs = 0; arcs < 2 * drawn_one.n; ++arcs) {
      std::int64_t const u = vertex(), v = vertex();
      double const weight = static_cast<double>(1 + random() % 99) / 10, first = static_cast<double>(u % 5) / 10;
      drawn_one.arcs.push_back({u, v, weight});
      if (arcs % 3 == 0) drawn_one.arcs.push_back({v, u, first - weight});
    }
    if (!exec.is_host() && k % 37 > 0) continue;  // of all, that of k = 222 has such a vertex
    auto const a = matrix_of(exec, drawn_one);
    try {
      without += check_tree(a, 0) > 0;
    } catch (negative_cycle const&) {}
  }
  CHECK(without > 0);
}

EXECUTOR_CASE("float and double, 64-bit offsets and 64-bit indices give the same tree") {
  for (graph const& g : several(some_nothings)) {
    auto const expected = parents_in(exec, g, 9);
    CHECK_EQ(check_tree(matrix_of<float>(exec, g), 9), 0);
    CHECK(parents_of(sssp(matrix_of<float>(exec, g), 9, {.parents = true}).parents) == expected);
    auto const wide_offsets = matrix_of<double, std::int32_t, std::int64_t>(exec, g);
    CHECK(parents_of(sssp(wide_offsets, 9, {.parents = true}).parents) == expected);
    auto const wide = matrix_of<double, std::int64_t, std::int64_t>(exec, g);
    CHECK(parents_of(sssp(wide, 9, {.parents = true}).parents) == expected);
  }
}

EXECUTOR_CASE("the tree is right with any number of entries around those of a word and of a block") {
  for (std::int64_t const nnz : {1, 31, 32, 33, 63, 64, 65, 2047, 2048, 2049, 4096, 4097}) {
    CAPTURE(nnz);
    graph g{5000, {}};  // a row in the midst of empty ones, and then a row of one entry
    for (std::int64_t k = 0; k + 1 < nnz; ++k) g.arcs.push_back({1234, k, k % 3 == 0 ? 1.0 : 0.5});
    g.arcs.push_back({4999, 1234, 2});
    CHECK_EQ(check_tree(matrix_of(exec, g), 4999), 0);
    CHECK_EQ(check_tree(matrix_of(exec, g), 1234), 0);
  }
}

EXECUTOR_CASE("rows of hundreds of thousands of entries are marked like others") {
  constexpr std::int64_t n = 400001;
  graph g{n, {}};
  for (std::int64_t v = 1; v < n; ++v) g.arcs.push_back({0, v, static_cast<double>(v % 4)});
  for (std::int64_t v = 1; v < n; v += 5) g.arcs.push_back({v, v % 1000 + 1, 1});
  CHECK_EQ(check_tree(matrix_of(exec, g), 0), 0);
}

TEST_CASE("any number of threads finds the same tree of shortest paths") {
  auto const g = drawn(io::rmat<double>, {.scale = 12}, thirds);
  auto const once = parents_in(host_executor(1), g, 5);
  for (int const threads : {2, 8}) CHECK(parents_in(host_executor(threads), g, 5) == once);
}

GPU_CASE("trees of shortest paths of small graphs, of every width [sanitize]") {
  auto const gpu = cuda_executor();
  for (auto const& g : {drawn(io::power_law<double>, {.n = 300, .degree = 9}, some_nothings),
                        drawn(io::star<double>, {.n = 700}, whole_numbers)}) {
    CHECK_EQ(check_tree(matrix_of(gpu, g), 5), 0);
    CHECK_EQ(check_tree(matrix_of<float>(gpu, g), 5), 0);
    CHECK_EQ(check_tree(matrix_of<double, std::int32_t, std::int64_t>(gpu, g), 5), 0);
    CHECK_EQ(check_tree(matrix_of<double, std::int64_t, std::int64_t>(gpu, g), 5), 0);
  }
}

GPU_CASE("a GPU finds the tree of shortest paths that the host finds, of larger graphs") {
  for (auto const& weights : {whole_numbers, thirds, some_nothings}) {
    auto const g = drawn(io::rmat<double>, {.scale = 14}, weights);
    CHECK(parents_in(cuda_executor(), g, 5) == parents_in(host_executor(), g, 5));
  }
}
