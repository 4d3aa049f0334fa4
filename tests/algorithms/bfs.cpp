// bfs.cpp - breadth-first search against a queue, under every schedule and direction.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>

#include "src/verify/graph_answers.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

using unweighted_graph = io::coordinates<float>;

template <class T, class I> std::vector<std::int64_t> numbers_in(vector<T, I> const& v) {
  auto const dense = v.to_dense(-1);
  return {dense.begin(), dense.end()};
}

template <class I> void check_result(bfs_result<I> const& result, adjacency const& neighbours, size_type source) {
  auto const expected = reference_bfs(neighbours, source);
  CHECK(numbers_in(result.levels) == expected.levels);
  CHECK_EQ(result.reached, expected.reached);
  CHECK_EQ(result.depth, expected.depth);
  CHECK_EQ(result.edges, expected.edges);
  std::vector<std::int64_t> parents;
  if (result.parents.nvals() > 0) parents = numbers_in(result.parents);
  if (!parents.empty()) CHECK(parents == expected.parents);
  CHECK_EQ(verify::check_levels(edges_of(neighbours), source, result.levels.to_dense(-1), parents), "");
}

void check_any_parents(matrix<float> const& a, bfs_options const& options, adjacency const& neighbours,
                       size_type source) {
  auto const result = bfs(a, source, options);
  CHECK(numbers_in(result.levels) == reference_bfs(neighbours, source).levels);
  CHECK_EQ(
      verify::check_levels(edges_of(neighbours), source, result.levels.to_dense(-1), numbers_in(result.parents), true),
      "");
}

void check_graph(executor const& exec, unweighted_graph const& entries, size_type source, bfs_options const& options) {
  auto const a = io::to_matrix(entries, take_first<float>{}, exec);
  auto const neighbours = adjacency_of(a.rows(), entries.row, entries.col);
  check_result(bfs(a, source, options), neighbours, source);
}

unweighted_graph from_edges(size_type n, std::vector<std::pair<int, int>> const& edges) {
  unweighted_graph result;
  result.rows = result.cols = n;
  for (auto const& [from, to] : edges) {
    result.row.push_back(from);
    result.col.push_back(to);
  }
  return result;
}

}  // namespace

EXECUTOR_CASE("the karate club has its published levels around the instructor") {
  auto const result = bfs(io::to_matrix(karate_club<float>(), take_first<float>{}, exec), 0, {.parents = true});
  CHECK_EQ(result.reached, 34);
  CHECK_EQ(result.depth, 3);
  CHECK_EQ(result.edges, 2 * 78);
  auto const levels = numbers_in(result.levels);
  CHECK_EQ(std::count(levels.begin(), levels.end(), 1), 16);
  CHECK_EQ(levels[33], 2);
  CHECK(result.parents.get(0) == 0);
  CHECK(result.parents.get(33) == 8);
}

EXECUTOR_CASE("every schedule and direction finds the same levels and the smallest parents") {
  std::vector<unweighted_graph> const graphs{karate_club<float>(), io::rmat<float>({.scale = 8, .edge_factor = 6}),
                                             io::power_law<float>({.n = 300, .degree = 4}), io::star<float>({.n = 200}),
                                             io::grid<float>({.width = 12, .height = 9, .keep = 0.7})};
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    CAPTURE(g);
    auto const a = io::to_matrix(graphs[g], take_first<float>{}, exec);
    auto const neighbours = adjacency_of(a.rows(), graphs[g].row, graphs[g].col);
    for (std::string const& name : schedule::names()) {
      CAPTURE(name);
      for (direction const way : all_directions) {
        CAPTURE(static_cast<int>(way));
        for (bool const parents : {false, true}) {
          bfs_options const options{.schedule = schedule::parse(name), .direction = way, .parents = parents};
          check_result(bfs(a, 17, options), neighbours, 17);
        }
      }
    }
  }
}

EXECUTOR_CASE("larger graphs of every shape, from several sources") {
  std::vector<unweighted_graph> const graphs{
      io::rmat<float>({.scale = 12}),
      io::erdos_renyi<float>({.scale = 11, .edge_factor = 4}),
      io::grid<float>({.width = 70, .height = 50, .keep = 0.62}),
      io::delaunay_like<float>({.n = 3000}),
      io::power_law<float>({.n = 4000}),
      io::band<float>({.n = 1000, .width = 5}),
      io::complete<float>({.n = 100}),
      io::path<float>({.n = 400}),
  };
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    CAPTURE(g);
    for (size_type const source : {size_type{0}, size_type{57}, graphs[g].rows - 1}) {
      CAPTURE(source);
      check_graph(exec, graphs[g], source, {});
      check_graph(exec, graphs[g], source, {.parents = true});
    }
  }
}

EXECUTOR_CASE("edges are followed from row to column, and those of the transpose back") {
  auto const entries = from_edges(4, {{0, 1}, {1, 2}, {2, 3}});
  auto const a = io::to_matrix(entries, take_first<float>{}, exec);
  for (direction const way : all_directions) {
    CHECK(numbers_in(bfs(a, 1, {.direction = way}).levels) == std::vector<std::int64_t>{-1, 0, 1, 2});
    CHECK(numbers_in(bfs(a.transposed(), 1, {.direction = way}).levels) == std::vector<std::int64_t>{1, 0, -1, -1});
  }
}

EXECUTOR_CASE("vertices without a path have no level and no parent") {
  auto const entries = from_edges(7, {{0, 1}, {1, 0}, {3, 4}, {4, 5}, {6, 0}, {2, 2}});
  for (size_type source = 0; source < 7; ++source) {
    for (direction const way : all_directions) {
      check_graph(exec, entries, source, {.direction = way, .parents = true});
    }
  }
}

EXECUTOR_CASE("self-loops, duplicates and stored zeros are edges like others") {
  auto entries = from_edges(4, {{0, 0}, {0, 1}, {0, 1}, {1, 2}, {2, 2}, {2, 1}});
  entries.value = {1, 0, 0, 0, -3, 1};
  auto const a = io::to_matrix(entries, take_first<float>{}, exec);
  auto const result = bfs(a, 0, {.parents = true});
  CHECK(numbers_in(result.levels) == std::vector<std::int64_t>{0, 1, 2, -1});
  CHECK_EQ(result.edges, 5);
}

EXECUTOR_CASE("a single vertex is reached, with and without a loop") {
  for (auto const& entries : {from_edges(1, {}), from_edges(1, {{0, 0}})}) {
    check_graph(exec, entries, 0, {});
    check_graph(exec, entries, 0, {.parents = true});
  }
}

EXECUTOR_CASE("a rectangular matrix is refused, and made square it is searched") {
  auto a = matrix<float>::build(2, 4, {0, 1, 0}, {1, 3, 2}, {}, take_first<float>{}, exec);
  CHECK_THROWS_WITH_AS(bfs(a, 0), "bfs: A is 2 x 4, not square", dimension_mismatch);
  a.resize(4, 4);
  CHECK(numbers_in(bfs(a, 0).levels) == std::vector<std::int64_t>{0, 1, 1, 2});
  CHECK(numbers_in(bfs(a, 3).levels) == std::vector<std::int64_t>{-1, -1, -1, 0});
}

EXECUTOR_CASE("a source outside the graph is named") {
  auto const a = io::to_matrix(karate_club<float>(), take_first<float>{}, exec);
  CHECK_THROWS_WITH_AS(bfs(a, 34), "bfs: source 34 of 34 vertices", index_out_of_range);
  CHECK_THROWS_WITH_AS(bfs(a, -1), "bfs: source -1 of 34 vertices", index_out_of_range);
  CHECK_THROWS_AS(bfs(matrix<float>(0, 0, exec), 0), index_out_of_range);
}

EXECUTOR_CASE("any element type, 64-bit offsets and 64-bit indices give the same answer") {
  auto const narrow = io::rmat<float>({.scale = 8, .edge_factor = 5, .seed = 3});
  auto const wide = io::rmat<double, std::int64_t>({.scale = 8, .edge_factor = 5, .seed = 3});
  auto const neighbours = adjacency_of(narrow.rows, narrow.row, narrow.col);
  for (bool const parents : {false, true}) {
    bfs_options const options{.parents = parents};
    check_result(bfs(io::to_matrix<double, std::int64_t, std::int64_t>(wide, take_first<double>{}, exec), 9, options),
                 neighbours, 9);
    check_result(bfs(io::to_matrix<float, std::int32_t, std::int64_t>(narrow, take_first<float>{}, exec), 9, options),
                 neighbours, 9);
    auto const flags =
        matrix<bool>::build(narrow.rows, narrow.cols, narrow.row, narrow.col, {}, take_first<bool>{}, exec);
    check_result(bfs(flags, 9, options), neighbours, 9);
  }
}

TEST_CASE("one thread and two give the same levels and parents") {
  auto const entries = io::rmat<float>({.scale = 11});
  for (direction const way : all_directions) {
    bfs_options const options{.direction = way, .parents = true};
    auto const one = bfs(io::to_matrix(entries, take_first<float>{}, host_executor(1)), 5, options);
    auto const two = bfs(io::to_matrix(entries, take_first<float>{}, host_executor(2)), 5, options);
    CHECK(numbers_in(one.levels) == numbers_in(two.levels));
    CHECK(numbers_in(one.parents) == numbers_in(two.parents));
    CHECK_EQ(one.edges, two.edges);
  }
}

TEST_CASE("the direct search agrees with a queue from both sides and from one, whatever the number of threads") {
  auto const undirected = io::rmat<float>({.scale = 15});  // frontiers of more entries than one thread takes alone
  auto directed = undirected;                              // of some edges one direction is gone, of some both
  directed.symmetric = false;
  std::size_t kept = 0;
  for (std::size_t e = 0; e < undirected.row.size(); ++e) {
    if ((undirected.row[e] + 2 * undirected.col[e]) % 5 < 2) continue;
    directed.row[kept] = undirected.row[e];
    directed.col[kept++] = undirected.col[e];
  }
  directed.row.resize(kept);
  directed.col.resize(kept);
  directed.value.resize(min_of(directed.value.size(), kept));
  auto const road = io::grid<float>({.width = 300, .height = 40, .keep = 0.7});
  for (auto const& entries : {undirected, directed, road}) {
    auto const neighbours = adjacency_of(entries.rows, entries.row, entries.col);
    size_type const source = entries.row[entries.row.size() / 2];
    for (int const threads : {1, 2, 8}) {
      auto const a = io::to_matrix(entries, take_first<float>{}, host_executor(threads));
      bfs_options const direct{.parents = true, .method = traversal_method::direct};
      check_result(bfs(a, source, direct), neighbours, source);
      a.csc();  // columns are at hand from now on
      check_result(bfs(a, source, direct), neighbours, source);
      check_result(bfs(a, source, {.method = traversal_method::direct}), neighbours, source);
      check_any_parents(a, {.parents = true, .any_parent = true}, neighbours, source);
    }
  }
}

EXECUTOR_CASE("every method finds the same levels and parents, and what is not to be had is refused") {
  auto const entries = io::rmat<float>({.scale = 8, .edge_factor = 3});
  check_graph(exec, entries, 3, {.parents = true});
  check_graph(exec, entries, 3, {.parents = true, .method = traversal_method::loop});
  auto const a = io::to_matrix(entries, take_first<float>{}, exec);
  bfs_options direct{.parents = true, .method = traversal_method::direct},
      stepwise{.parents = true, .method = traversal_method::stepwise};
  check_graph(exec, entries, 3, direct);
  if (exec.is_host()) {
    CHECK_THROWS_WITH_AS(bfs(a, 3, stepwise),
                         "bfs: the stepwise method is a GPU's; the host has the direct one and the loop",
                         invalid_argument);
  } else {
    check_graph(exec, entries, 3, stepwise);
    CHECK_EQ(bfs(a, 3, direct).launches, 1);
    CHECK_GT(bfs(a, 3, stepwise).launches, bfs(a, 3, stepwise).depth);
  }
  direct.schedule = merge_path{};
  if (exec.is_host()) {
    CHECK_THROWS_WITH_AS(bfs(a, 3, direct), "bfs: the direct method takes neither schedule nor strategy; the loop does",
                         invalid_argument);
  } else {
    check_graph(exec, entries, 3, direct);
    direct.schedule = binned{};
    CHECK_THROWS_WITH_AS(bfs(a, 3, direct), "bfs: the direct method shares out nothing by binned; the loop does",
                         invalid_argument);
  }
  stepwise.direction = direction::push;
  if (!exec.is_host()) {
    CHECK_THROWS_WITH_AS(bfs(a, 3, stepwise),
                         "bfs: the stepwise method takes neither schedule, strategy nor direction; the loop does",
                         invalid_argument);
  }
}

namespace {

// By every direct method, pushing alone and pulling too, with numbers of either width.
void check_on_gpu(std::vector<unweighted_graph> const& graphs) {
  auto const gpu = cuda_executor();
  for (auto const& entries : graphs) {
    auto const neighbours = adjacency_of(entries.rows, entries.row, entries.col);
    auto const a = io::to_matrix(entries, take_first<float>{}, gpu);
    auto const wide = matrix<float, std::int64_t, std::int64_t>::build(
        entries.rows, entries.cols, {entries.row.begin(), entries.row.end()}, {entries.col.begin(), entries.col.end()},
        std::vector<float>(entries.row.size(), 1), take_first<float>{}, gpu);
    using enum traversal_method;
    for (bool const columns : {false, true}) {
      if (columns) a.csc();
      if (columns) wide.csc();
      for (auto const method : {direct, stepwise}) {
        check_result(bfs(a, 5, {.parents = true, .method = method}), neighbours, 5);
        check_result(bfs(wide, 5, {.parents = true, .method = method}), neighbours, 5);
        check_any_parents(a, {.parents = true, .any_parent = true, .method = method}, neighbours, 5);
      }
    }
    check_result(bfs(a, entries.rows - 1), neighbours, entries.rows - 1);
  }
}

}  // namespace

GPU_CASE("a GPU's direct search finds levels and parents of directed and deep graphs, pushing and pulling") {
  check_on_gpu({io::power_law<float>({.n = 6000, .degree = 20}), io::rmat<float>({.scale = 11, .edge_factor = 40}),
                io::grid<float>({.width = 300, .height = 20, .keep = 0.7}), io::star<float>({.n = 5000}),
                io::path<float>({.n = 70})});
  auto const lonely = matrix<float>::build(3, 3, {}, {}, {}, take_first<float>{}, cuda_executor());
  CHECK_EQ(bfs(lonely, 1, {.parents = true}).reached, 1);
}

GPU_CASE("a GPU's direct search of small graphs, pushing and pulling [sanitize]") {
  check_on_gpu({io::power_law<float>({.n = 500, .degree = 12}), io::star<float>({.n = 700}),
                io::grid<float>({.width = 12, .height = 5, .keep = 0.8})});
}

namespace {

// From 0 to every other vertex of the upper half of the first n; the vertices behind these are led to by many: by the
// lower half, which is not reached, alone; by all; by all and 0; by the lower half and the last; by some of each.
unweighted_graph of_long_columns(int n) {
  std::vector<std::pair<int, int>> edges;
  for (int v = n / 2 + 1; v < n; v += 2) edges.emplace_back(0, v);
  for (int v = 1; v < n; ++v) {
    if (v < n / 2) edges.emplace_back(v, n);
    edges.emplace_back(v, n + 1);
    edges.emplace_back(v, n + 2);
    if (v < n / 2) edges.emplace_back(v, n + 3);
    if (v < 600 || v % 100 == 51) edges.emplace_back(v, n + 4);
  }
  edges.emplace_back(0, n + 2);
  edges.emplace_back(n - 1, n + 3);
  edges.emplace_back(n + 3, n + 5);
  return from_edges(n + 6, edges);
}

void check_long_columns(executor const& exec, int n) {
  auto const entries = of_long_columns(n);
  auto const neighbours = adjacency_of(entries.rows, entries.row, entries.col);
  auto const a = io::to_matrix(entries, take_first<float>{}, exec);
  auto const wide = matrix<float, std::int64_t, std::int64_t>::build(
      entries.rows, entries.cols, {entries.row.begin(), entries.row.end()}, {entries.col.begin(), entries.col.end()},
      {}, take_first<float>{}, exec);
  for (auto const way : {direction::pull, direction::automatic}) {
    bfs_options options{.direction = way, .method = traversal_method::direct};
    check_result(bfs(a, 0, options), neighbours, 0);
    options.parents = true;
    check_result(bfs(a, 0, options), neighbours, 0);
    check_result(bfs(wide, 0, options), neighbours, 0);
    options.any_parent = true;
    check_any_parents(a, options, neighbours, 0);
  }
}

}  // namespace

EXECUTOR_CASE("a column of thousands of entries is asked to its end [sanitize]") { check_long_columns(exec, 3000); }
GPU_CASE("a column of a hundred thousand entries is asked to its end") { check_long_columns(cuda_executor(), 100'000); }

GPU_CASE("a thousand searches on a GPU give the same bits") {
  auto const a = io::to_matrix(io::rmat<float>({.scale = 9, .edge_factor = 12}), take_first<float>{}, cuda_executor());
  auto const once = numbers_in(bfs(a, 5, {.parents = true}).parents);
  int different = 0;
  for (int k = 0; k < 1000; ++k) different += numbers_in(bfs(a, 5, {.parents = true}).parents) != once;
  CHECK_EQ(different, 0);
}
