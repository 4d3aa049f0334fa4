// pagerank.cpp - ranks against a power iteration over a list of edges, on graphs of every kind.
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/pagerank_reference.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

using ranked_graph = io::coordinates<float>;

template <class Matrix, class Entries>
void check_ranks_of(Matrix const& a, Entries const& entries, pagerank_options const& options) {
  auto const expected =
      reference_pagerank(a.rows(), entries.row, entries.col, options.damping, options.tolerance, options.iterations);
  auto const found = pagerank(a, options);
  CHECK_EQ(found.iterations, expected.iterations);
  CHECK_EQ(found.converged, expected.change <= options.tolerance);
  CHECK(std::abs(found.change - expected.change) < 1e-13);
  auto const ranks = found.ranks.to_dense(-1);
  REQUIRE_EQ(ranks.size(), expected.ranks.size());
  double apart = 0, sum = 0;
  for (std::size_t v = 0; v < ranks.size(); ++v) {
    apart += std::abs(ranks[v] - expected.ranks[v]);
    sum += ranks[v];
  }
  CHECK(apart < 1e-13);
  CHECK(std::abs(sum - 1) < 1e-13);
}

void check_ranks_of(executor const& exec, ranked_graph const& entries, pagerank_options const& options = {}) {
  check_ranks_of(io::to_matrix(entries, take_first<float>{}, exec), entries, options);
}

ranked_graph of_arcs(size_type n, std::vector<std::pair<int, int>> const& edges) {
  ranked_graph result;
  result.rows = result.cols = n;
  for (auto const& [from, to] : edges) {
    result.row.push_back(from);
    result.col.push_back(to);
  }
  return result;
}

// Of some edges one direction is gone, of some vertices all edges out.
ranked_graph with_dangling(ranked_graph const& both) {
  ranked_graph result = of_arcs(both.rows, {});
  for (std::size_t e = 0; e < both.row.size(); ++e) {
    if (both.row[e] % 7 == 3 || (both.row[e] + 2 * both.col[e]) % 5 < 2) continue;
    result.row.push_back(both.row[e]);
    result.col.push_back(both.col[e]);
  }
  return result;
}

std::vector<ranked_graph> ranked_graphs() {
  return {karate_club<float>(),
          io::rmat<float>({.scale = 9, .edge_factor = 4}),
          io::erdos_renyi<float>({.scale = 8, .edge_factor = 2}),
          io::grid<float>({.width = 25, .height = 20, .keep = 0.7}),
          io::power_law<float>({.n = 900, .degree = 3}),
          io::band<float>({.n = 300, .width = 4}),
          io::star<float>({.n = 200}),
          io::complete<float>({.n = 30}),
          io::path<float>({.n = 100})};
}

}  // namespace

EXECUTOR_CASE("ranks of graphs of every kind are those of a power iteration, as are its iterations") {
  for (auto const& entries : ranked_graphs()) {
    CAPTURE(entries.rows);
    check_ranks_of(exec, entries);
    check_ranks_of(exec, with_dangling(entries));
  }
}

EXECUTOR_CASE("edges pass ranks on from row to column, and vertices without any spread theirs evenly") {
  auto const ranks =
      pagerank(io::to_matrix(of_arcs(3, {{0, 1}, {1, 2}}), take_first<float>{}, exec)).ranks.to_dense(-1);
  CHECK(ranks[0] < ranks[1]);
  CHECK(ranks[1] < ranks[2]);
  // x0 = t + s, x1 = t + s + d x0, x2 = t + s + d x1 with t + s = (1 - d + d x2) / 3
  double const d = 0.85, x0 = 1 / (3 + 2 * d + d * d);
  CHECK(std::abs(ranks[0] - x0) < 1e-6);
  CHECK(std::abs(ranks[1] - x0 * (1 + d)) < 1e-6);
}

EXECUTOR_CASE("ranks of one vertex, of loops, and where there are no entries or no vertices [sanitize]") {
  check_ranks_of(exec, of_arcs(1, {}));
  check_ranks_of(exec, of_arcs(1, {{0, 0}}));
  check_ranks_of(exec, of_arcs(7, {}));
  check_ranks_of(exec, of_arcs(4, {{0, 0}, {0, 0}, {2, 2}, {3, 2}}));
  auto const none = pagerank(matrix<double>(0, 0, exec));
  CHECK_EQ(none.ranks.size(), 0);
  CHECK_EQ(none.iterations, 0);
  CHECK(none.converged);
}

TEST_CASE("ranks on the host have the same bits whatever the number of threads") {
  auto const entries = with_dangling(io::rmat<float>({.scale = 13, .edge_factor = 8}));  // some runs of rows
  check_ranks_of(host_executor(3), entries);
  auto const ranks_by = [&](int threads) {
    return pagerank(io::to_matrix(entries, take_first<float>{}, host_executor(threads))).ranks.to_dense(-1);
  };
  auto const expected = ranks_by(1);
  for (int const threads : {2, 3, 8}) CHECK((ranks_by(threads) == expected));
}

EXECUTOR_CASE("damping, tolerance and the number of iterations are what was asked for") {
  auto const entries = with_dangling(io::rmat<float>({.scale = 8, .edge_factor = 3}));
  for (double const damping : {0.0, 0.5, 0.99, 1.0}) check_ranks_of(exec, entries, {.damping = damping});
  check_ranks_of(exec, entries, {.tolerance = 1e-12});
  check_ranks_of(exec, entries, {.tolerance = 0, .iterations = 7});
  check_ranks_of(exec, entries, {.iterations = 1});
  CHECK(!pagerank(io::to_matrix(entries, take_first<float>{}, exec), {.iterations = 3}).converged);
}

EXECUTOR_CASE("ranks of 64-bit matrices and of other elements, whose values do not matter, under every schedule") {
  auto const narrow = with_dangling(io::rmat<float>({.scale = 8, .edge_factor = 3}));
  io::coordinates<double, std::int64_t> wide;
  wide.rows = wide.cols = narrow.rows;
  wide.row.assign(narrow.row.begin(), narrow.row.end());
  wide.col.assign(narrow.col.begin(), narrow.col.end());
  wide.value.assign(wide.row.size(), -3);
  check_ranks_of(io::to_matrix<double, std::int64_t, std::int64_t>(wide, take_first<double>{}, exec), wide, {});
  check_ranks_of(io::to_matrix<float, std::int32_t, std::int64_t>(narrow, take_first<float>{}, exec), narrow, {});
  auto const pattern =
      matrix<bool>::build(narrow.rows, narrow.cols, narrow.row, narrow.col, {}, take_first<bool>{}, exec);
  for (std::string const& name : schedule::names()) {
    CAPTURE(name);
    check_ranks_of(pattern, narrow, {.schedule = schedule::parse(name)});
  }
}

TEST_CASE("any number of threads finds the same ranks but for rounding") {
  auto const entries = with_dangling(io::rmat<float>({.scale = 13, .edge_factor = 4}));
  for (int const threads : {1, 2, 8}) {
    check_ranks_of(io::to_matrix(entries, take_first<float>{}, host_executor(threads)), entries, {});
  }
}

EXECUTOR_CASE("ranks of what is not square, and options out of their range, are refused") {
  auto const flat = matrix<float>::build(2, 4, {0, 1, 0}, {1, 3, 2}, {}, take_first<float>{}, exec);
  CHECK_THROWS_WITH_AS(pagerank(flat), "pagerank: A is 2 x 4, not square", dimension_mismatch);
  auto const a = io::to_matrix(karate_club<float>(), take_first<float>{}, exec);
  double const nan = std::numeric_limits<double>::quiet_NaN(), far = std::numeric_limits<double>::infinity();
  for (double const damping : {-0.1, 1.1, nan}) CHECK_THROWS_AS(pagerank(a, {.damping = damping}), invalid_argument);
  for (double const tolerance : {-1e-9, nan, far}) {
    CHECK_THROWS_AS(pagerank(a, {.tolerance = tolerance}), invalid_argument);
  }
  CHECK_THROWS_WITH_AS(pagerank(a, {.damping = 2}), "pagerank: damping is 2, but must be from 0 to 1",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(pagerank(a, {.iterations = 0}), "pagerank: iterations is 0, but must be 1 or more",
                       invalid_argument);
}
