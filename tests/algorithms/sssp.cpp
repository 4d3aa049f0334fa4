// sssp.cpp - shortest paths against Dijkstra and Bellman-Ford-Moore, under every schedule and direction. Weights are
// whole numbers, so that sums are exact and answers equal.
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>

#include "src/verify/graph_answers.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

using weighted_graph = io::coordinates<double>;

template <class T, class I> std::vector<arc> arcs_of(io::coordinates<T, I> const& entries) {
  std::vector<arc> arcs;
  for (std::size_t k = 0; k < entries.row.size(); ++k) {
    arcs.push_back({entries.row[k], entries.col[k], entries.value.empty() ? 1.0 : double(entries.value[k])});
  }
  return arcs;
}

matrix<double> matrix_on(executor const& exec, weighted_graph const& entries) {
  return io::to_matrix(entries, minimum<double>{}, exec);
}

template <class T, class I> std::vector<double> distances_in(vector<T, I> const& v) {
  auto const dense = v.to_dense(T(-1));
  return {dense.begin(), dense.end()};
}

template <class T, class I>
void check_result(sssp_result<T, I> const& result, std::vector<arc> const& arcs, size_type source) {
  auto const expected = reference_sssp(result.distances.size(), arcs, source);
  REQUIRE(expected.has_value());
  auto const found = distances_in(result.distances);
  CHECK(found == *expected);
  CHECK_EQ(verify::check_distances(edges_of(result.distances.size(), arcs), {source}, found), "");
  auto const is_reached = [](double d) { return d < no_path; };
  CHECK_EQ(result.reached, std::count_if(expected->begin(), expected->end(), is_reached));
}

void check_graph(executor const& exec, weighted_graph const& entries, size_type source,
                 sssp_options const& options = {}) {
  check_result(sssp(matrix_on(exec, entries), source, options), arcs_of(entries), source);
}

/// The reference's verdict, whichever it is.
void check_verdict(executor const& exec, weighted_graph const& entries, size_type source,
                   sssp_options const& options = {}) {
  auto const a = matrix_on(exec, entries);
  if (reference_sssp(entries.rows, arcs_of(entries), source)) {
    auto const result = sssp(a, source, options);
    check_result(result, arcs_of(entries), source);
    if (options.direction != direction::automatic) CHECK_LE(result.rounds, entries.rows);  // of products
  } else {
    CHECK_THROWS_AS(sssp(a, source, options), negative_cycle);
  }
}

template <class Options>
weighted_graph weighted(weighted_graph (*generate)(Options const&, progress_callback const&), Options const& options) {
  weighted_graph result = generate(options, {});
  io::add_weights(result, {.low = 0, .high = 40, .seed = 5});
  return result;
}

/// w + p(u) - p(v) on every edge: any potentials p leave no negative cycle if w has none, but many negative weights.
weighted_graph shifted(weighted_graph entries) {
  for (std::size_t k = 0; k < entries.row.size(); ++k) {
    auto const potential = [](std::int64_t v) { return static_cast<double>(v * 7919 % 101); };
    entries.value[k] += potential(entries.row[k]) - potential(entries.col[k]);
  }
  entries.symmetric = false;
  return entries;
}

}  // namespace

EXECUTOR_CASE("a pattern counts edges") {
  auto const result = sssp(matrix_on(exec, karate_club<double>()), 0);
  CHECK_EQ(result.reached, 34);
  CHECK_EQ(result.edges, 2 * 78);
  CHECK(result.distances.get(33) == 2.0);
  check_result(result, arcs_of(karate_club<double>()), 0);
}

EXECUTOR_CASE("every schedule and direction finds the same distances, negative weights among them") {
  std::vector<weighted_graph> graphs{karate_club<double>(), weighted(io::rmat<double>, {.scale = 8, .edge_factor = 6}),
                                     weighted(io::grid<double>, {.width = 12, .height = 9, .keep = 0.7}),
                                     weighted(io::power_law<double>, {.n = 300, .degree = 4})};
  graphs.push_back(shifted(graphs[1]));
  graphs.push_back(shifted(graphs[3]));
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    CAPTURE(g);
    auto const a = matrix_on(exec, graphs[g]);
    for (std::string const& name : schedule::names()) {
      CAPTURE(name);
      for (direction const way : all_directions) {
        CAPTURE(static_cast<int>(way));
        check_result(sssp(a, 17, {.schedule = schedule::parse(name), .direction = way}), arcs_of(graphs[g]), 17);
      }
    }
  }
}

EXECUTOR_CASE("larger graphs of every shape, from several sources") {
  std::vector<weighted_graph> const graphs{
      weighted(io::rmat<double>, {.scale = 10, .edge_factor = 8}),
      weighted(io::erdos_renyi<double>, {.scale = 10, .edge_factor = 4}),
      weighted(io::grid<double>, {.width = 40, .height = 40, .keep = 0.62}),
      weighted(io::delaunay_like<double>, {.n = 1500}),
      weighted(io::complete<double>, {.n = 80}),
      weighted(io::path<double>, {.n = 300}),
      weighted(io::star<double>, {.n = 300}),
  };
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    CAPTURE(g);
    for (size_type const source : {size_type{0}, size_type{57}}) {
      CAPTURE(source);
      check_graph(exec, graphs[g], source);
      check_graph(exec, shifted(graphs[g]), source);
    }
  }
}

EXECUTOR_CASE("random small graphs with negative arcs get the reference's verdict") {
  int cyclic = 0;
  constexpr int graphs = 150;
  for (int g = 0; g < graphs; ++g) {
    CAPTURE(g);
    std::int64_t const n = 2 + g % 11;
    std::vector<arc> arcs;
    for (std::int64_t k = 0; k < n + g % 7; ++k) {
      std::int64_t const draw = (g * 7919 + k * 104729) % 1000003;
      arcs.push_back({draw % n, draw / 13 % n, static_cast<double>(draw / 977 % 12 - 3)});
    }
    cyclic += !reference_sssp(n, arcs, 0).has_value();
    for (direction const way : all_directions) check_verdict(exec, edges_of(n, arcs), 0, {.direction = way});
  }
  CHECK_GT(cyclic, graphs / 20);
  CHECK_LT(cyclic, graphs - graphs / 20);
}

EXECUTOR_CASE("a path of negative arcs as long as the graph is no cycle") {
  for (std::int64_t const n : {2, 3, 9, 40}) {
    CAPTURE(n);
    std::vector<arc> arcs;
    for (std::int64_t v = 0; v + 1 < n; ++v) arcs.push_back({v, v + 1, -1});
    check_graph(exec, edges_of(n, arcs), 0);
    check_graph(exec, edges_of(n, arcs), n - 1);
  }
}

EXECUTOR_CASE("a negative cycle that can be reached is a typed error") {
  std::vector<arc> const cycle{{1, 2, 3}, {2, 3, -5}, {3, 1, 1}, {0, 1, 4}, {3, 4, 1}, {5, 6, 2}};
  auto const a = matrix_on(exec, edges_of(7, cycle));
  for (size_type const source : {0, 1, 2, 3}) {
    for (direction const way : all_directions) { CHECK_THROWS_AS(sssp(a, source, {.direction = way}), negative_cycle); }
  }
  for (size_type const source : {4, 5, 6}) check_graph(exec, edges_of(7, cycle), source);
}

EXECUTOR_CASE("a negative loop at one vertex is a cycle") {
  CHECK_THROWS_AS(sssp(matrix_on(exec, edges_of(1, {{0, 0, -1}})), 0), negative_cycle);
  CHECK_THROWS_AS(sssp(matrix_on(exec, edges_of(3, {{0, 1, 2}, {1, 1, -1}})), 0), negative_cycle);
  check_graph(exec, edges_of(3, {{0, 1, 2}, {2, 2, -1}, {2, 0, 1}}), 0);
}

EXECUTOR_CASE("an undirected negative edge is a cycle of two") {
  auto entries = edges_of(4, {{0, 1, 1}, {1, 0, 1}, {2, 3, -1}, {3, 2, -1}});
  entries.symmetric = true;
  check_graph(exec, entries, 0);
  CHECK_THROWS_AS(sssp(matrix_on(exec, entries), 3), negative_cycle);
}

EXECUTOR_CASE("a long negative cycle is found, and the same with weight zero is none") {
  constexpr std::int64_t n = 700;
  std::vector<arc> arcs;
  for (std::int64_t v = 0; v < n; ++v) arcs.push_back({v, (v + 1) % n, v % 2 == 0 ? 5.0 : -5.0});
  check_graph(exec, edges_of(n, arcs), 3);
  arcs[n / 2].weight -= 1;
  CHECK_THROWS_AS(sssp(matrix_on(exec, edges_of(n, arcs)), 3), negative_cycle);
  arcs.push_back({n, 0, 1});
  CHECK_THROWS_AS(sssp(matrix_on(exec, edges_of(n + 1, arcs)), n), negative_cycle);
}

EXECUTOR_CASE("arcs and cycles of weight zero are followed once") {
  check_graph(exec, edges_of(4, {{0, 1, 0}, {1, 2, 0}, {2, 0, 0}, {2, 3, 0}}), 0);
  check_graph(exec, edges_of(4, {{0, 1, 2}, {1, 2, -3}, {2, 0, 1}, {2, 3, -0.0}}), 1);
  check_graph(exec, edges_of(1, {{0, 0, 0}}), 0);
}

EXECUTOR_CASE("vertices without a path are infinitely far, and a single vertex is at zero") {
  auto const far = sssp(matrix_on(exec, edges_of(5, {{0, 1, 2}, {3, 4, 1}, {2, 0, 1}})), 0);
  CHECK(distances_in(far.distances) == std::vector<double>{0, 2, no_path, no_path, no_path});
  CHECK_EQ(far.reached, 2);
  CHECK_EQ(far.edges, 1);
  auto const alone = sssp(matrix<double>(1, 1, exec), 0);
  CHECK(distances_in(alone.distances) == std::vector<double>{0});
  CHECK_EQ(alone.edges, 0);
}

EXECUTOR_CASE("the lightest of parallel arcs counts, and arcs that are no numbers count as absent") {
  check_graph(exec, edges_of(2, {{0, 1, 7}, {0, 1, 3}, {0, 1, 5}}), 0);
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const result = sssp(matrix_on(exec, edges_of(4, {{0, 1, nan}, {0, 2, 1}, {2, 1, 4}, {1, 3, nan}})), 0);
  CHECK(distances_in(result.distances) == std::vector<double>{0, 5, 1, no_path});
  auto const infinite = sssp(matrix_on(exec, edges_of(3, {{0, 1, no_path}, {1, 2, 1}})), 0);
  CHECK(distances_in(infinite.distances) == std::vector<double>{0, no_path, no_path});
  CHECK_EQ(infinite.reached, 1);
}

EXECUTOR_CASE("a rectangular matrix is refused, and made square it is searched") {
  auto a = matrix<double>::build(2, 4, {0, 1, 0}, {1, 3, 2}, {1, 2, 5}, take_first<double>{}, exec);
  CHECK_THROWS_WITH_AS(sssp(a, 0), "sssp: A is 2 x 4, not square", dimension_mismatch);
  a.resize(4, 4);
  CHECK(distances_in(sssp(a, 0).distances) == std::vector<double>{0, 1, 5, 3});
}

EXECUTOR_CASE("a source outside the graph is named") {
  auto const a = matrix_on(exec, karate_club<double>());
  CHECK_THROWS_WITH_AS(sssp(a, 34), "sssp: source 34 of 34 vertices", index_out_of_range);
  CHECK_THROWS_WITH_AS(sssp(a, -1), "sssp: source -1 of 34 vertices", index_out_of_range);
}

EXECUTOR_CASE("float and double, 64-bit offsets and 64-bit indices give the same distances") {
  auto const entries = shifted(weighted(io::rmat<double>, {.scale = 8, .edge_factor = 5}));
  auto const arcs = arcs_of(entries);
  std::vector<float> const narrow(entries.value.begin(), entries.value.end());
  std::vector<std::int64_t> const row(entries.row.begin(), entries.row.end()),
      col(entries.col.begin(), entries.col.end());
  check_result(sssp(matrix<float>::build(256, 256, entries.row, entries.col, narrow, minimum<float>{}, exec), 9), arcs,
               9);
  check_result(sssp(io::to_matrix<double, std::int32_t, std::int64_t>(entries, minimum<double>{}, exec), 9), arcs, 9);
  check_result(sssp(matrix<double, std::int64_t, std::int64_t>::build(256, 256, row, col, entries.value,
                                                                      minimum<double>{}, exec),
                    9),
               arcs, 9);
}

TEST_CASE("one thread and two give the same distances") {
  auto entries = weighted(io::rmat<double>, {.scale = 10});
  for (double& weight : entries.value) weight /= 7;  // inexact sums
  for (direction const way : all_directions) {
    auto const one = sssp(matrix_on(host_executor(1), entries), 5, {.direction = way});
    auto const two = sssp(matrix_on(host_executor(2), entries), 5, {.direction = way});
    CHECK(distances_in(one.distances) == distances_in(two.distances));
    CHECK_EQ(one.rounds, two.rounds);
  }
}

EXECUTOR_CASE("every method finds the same distances, and what is not to be had is refused") {
  auto entries = weighted(io::rmat<double>, {.scale = 9});
  for (double& weight : entries.value) weight /= 7;  // inexact sums
  check_graph(exec, entries, 5);
  check_graph(exec, entries, 5, {.method = traversal_method::loop});
  auto const a = matrix_on(exec, entries);
  sssp_options direct{.method = traversal_method::direct}, stepwise{.method = traversal_method::stepwise};
  check_graph(exec, entries, 5, direct);
  if (exec.is_host()) {
    CHECK_THROWS_WITH_AS(sssp(a, 5, stepwise),
                         "sssp: the stepwise method is a GPU's; the host has the direct one and the loop",
                         invalid_argument);
  } else {
    check_graph(exec, entries, 5, stepwise);
    CHECK_EQ(sssp(a, 5, direct).launches, 1);
    CHECK_GT(sssp(a, 5, stepwise).launches, sssp(a, 5, stepwise).rounds);
  }
  CHECK_THROWS_WITH_AS(sssp(a, 5, {.delta = -1}), "sssp: delta is -1, but must be 0 or more", invalid_argument);
  entries.value[3] = -0.001;
  check_graph(exec, entries, 5, direct);
  if (!exec.is_host()) check_graph(exec, entries, 5, stepwise);
  direct.direction = direction::push;
  CHECK_THROWS_WITH_AS(sssp(a, 5, direct),
                       "sssp: the direct method takes neither schedule, strategy nor direction; the loop does",
                       invalid_argument);
}

TEST_CASE("any number of threads finds the same distances directly") {
  auto entries = weighted(io::rmat<double>, {.scale = 14});
  size_type const source = entries.row[entries.row.size() / 2];
  for (double& weight : entries.value) weight /= 7;
  auto const one = sssp(matrix_on(host_executor(1), entries), source);
  check_result(one, arcs_of(entries), source);
  for (int const threads : {2, 8}) {
    auto const a = matrix_on(host_executor(threads), entries);
    for (double const delta : {0.0, 1e9}) {  // in one pile there are lists long enough for several threads
      CHECK(distances_in(sssp(a, source, {.delta = delta}).distances) == distances_in(one.distances));
    }
  }
}

GPU_CASE("a thousand searches for shortest paths on a GPU give the same bits") {
  auto entries = weighted(io::rmat<double>, {.scale = 9});
  for (double& weight : entries.value) weight /= 7;  // inexact sums
  auto const a = matrix_on(cuda_executor(), entries);
  auto const once = distances_in(sssp(a, 5).distances);
  int different = 0;
  for (int k = 0; k < 1000; ++k) different += distances_in(sssp(a, 5).distances) != once;
  CHECK_EQ(different, 0);
}
