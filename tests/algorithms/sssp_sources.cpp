// sssp_sources.cpp - shortest paths from the nearest of several sources, against a graph with one vertex more that
// leads to all of them at no cost.
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/sssp_reference.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

// Distances, and for v the smallest parent on a way of fewest entries; v itself for a root, -1 where there is none.
struct nearest_paths {
  std::vector<double> distances;
  std::vector<std::int64_t> parents;
};

nearest_paths reference_from_nearest(size_type n, std::vector<arc> arcs, std::vector<size_type> const& sources) {
  for (size_type const s : sources) arcs.push_back({n, s, 0});
  auto const distances = reference_sssp(n + 1, arcs, n);
  REQUIRE(distances.has_value());
  nearest_paths result{*distances, reference_tree<double>(arcs, n, *distances)};
  for (size_type v = 0; v < n; ++v) {
    if (result.parents[v] == n) result.parents[v] = v;
  }
  result.distances.pop_back();
  result.parents.pop_back();
  return result;
}

template <class T, class I> std::vector<arc> arcs_with_weights(io::coordinates<T, I> const& entries) {
  std::vector<arc> arcs;
  for (std::size_t k = 0; k < entries.row.size(); ++k) {
    arcs.push_back({entries.row[k], entries.col[k], entries.value.empty() ? 1.0 : double(entries.value[k])});
  }
  return arcs;
}

template <class T, class I, class O>
void check_from_nearest(matrix<T, I, O> const& a, std::vector<arc> const& arcs, std::vector<size_type> const& sources,
                        sssp_options options = {}) {
  auto const expected = reference_from_nearest(a.rows(), arcs, sources);
  options.parents = true;
  auto const result = sssp(a, sources, options);
  auto const distances = result.distances.to_dense(T(-1));
  CHECK(std::vector<double>(distances.begin(), distances.end()) == expected.distances);
  auto const parents = result.parents.to_dense(I(-1));
  CHECK(std::vector<std::int64_t>(parents.begin(), parents.end()) == expected.parents);
  auto const is_reached = [](double d) { return d < no_path; };
  CHECK_EQ(result.reached, std::count_if(expected.distances.begin(), expected.distances.end(), is_reached));
}

}  // namespace

EXECUTOR_CASE("distances from the nearest of several sources, and their trees, by every method") {
  std::vector<io::coordinates<double>> graphs{io::rmat<double>({.scale = 9}), io::power_law<double>({.n = 1000}),
                                              io::grid<double>({.width = 60, .height = 20, .keep = 0.65})};
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    CAPTURE(g);
    io::add_weights(graphs[g], {.low = 0, .high = 20});
    auto const a = io::to_matrix(graphs[g], minimum<double>{}, exec);
    auto const arcs = arcs_with_weights(graphs[g]);
    for (std::vector<size_type> const& sources :
         {std::vector<size_type>{5}, {5, a.rows() - 1}, {7, 3, 7, 100, 200, 201, 3}}) {
      for (auto const method : {traversal_method::automatic, traversal_method::loop, traversal_method::direct}) {
        check_from_nearest(a, arcs, sources, {.method = method});
      }
      check_from_nearest(a, arcs, sources, {.schedule = merge_path{}});
    }
  }
}

EXECUTOR_CASE("a source that another reaches below 0 is no root, and a negative cycle behind any source is found") {
  auto const a =
      matrix<double>::build(6, 6, {0, 1, 2, 4, 5}, {1, 2, 3, 5, 4}, {2, -5, 1, 1, -2}, minimum<double>{}, exec);
  std::vector<arc> const arcs{{0, 1, 2}, {1, 2, -5}, {2, 3, 1}, {4, 5, 1}, {5, 4, -2}};
  check_from_nearest(a, arcs, {0, 2});
  check_from_nearest(a, arcs, {3, 0, 1});
  CHECK_THROWS_AS(sssp(a, std::vector<size_type>{0, 4}), negative_cycle);
}

EXECUTOR_CASE("without sources nothing is reached, and sources outside the graph are named beside others") {
  auto const a = matrix<double>::build(3, 3, {0, 1}, {1, 2}, {1, 1}, minimum<double>{}, exec);
  for (auto const method : {traversal_method::automatic, traversal_method::loop}) {
    auto const none = sssp(a, std::vector<size_type>{}, {.parents = true, .method = method});
    CHECK_EQ(none.reached, 0);
    CHECK_EQ(none.parents.nvals(), 0);
    CHECK(none.distances.to_dense(0) == std::vector<double>(3, no_path));
  }
  CHECK_THROWS_WITH_AS(sssp(a, std::vector<size_type>{0, 3}), "sssp: source 3 of 3 vertices", index_out_of_range);
}

EXECUTOR_CASE("several sources of float weights and of 64-bit indices give the same distances") {
  auto graph = io::rmat<float>({.scale = 8, .edge_factor = 5});
  io::add_weights(graph, {.low = 1, .high = 9});
  auto const arcs = arcs_with_weights(graph);
  std::vector<size_type> const sources{200, 17, 90};
  check_from_nearest(io::to_matrix(graph, minimum<float>{}, exec), arcs, sources);
  auto const wide = matrix<double, std::int64_t, std::int64_t>::build(
      graph.rows, graph.cols, {graph.row.begin(), graph.row.end()}, {graph.col.begin(), graph.col.end()},
      {graph.value.begin(), graph.value.end()}, minimum<double>{}, exec);
  check_from_nearest(wide, arcs, sources);
}
