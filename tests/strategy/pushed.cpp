// pushed.cpp - components by labels and ranks by active vertices, pushed under every strategy.
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>

#include "src/verify/graph_answers.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/pagerank_reference.hpp"
#include "tests/support/strategies.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

using unvalued = io::coordinates<float>;

// Of some edges one direction is gone, of some vertices all edges.
unvalued one_way(unvalued const& both) {
  unvalued result;
  result.rows = result.cols = both.rows;
  for (std::size_t e = 0; e < both.row.size(); ++e) {
    if (both.row[e] % 7 == 3 || (both.row[e] + 2 * both.col[e]) % 5 < 2) continue;
    result.row.push_back(both.row[e]);
    result.col.push_back(both.col[e]);
  }
  return result;
}

std::vector<unvalued> both_ways_and_one() {
  std::vector<unvalued> all = {karate_club<float>(), io::rmat<float>({.scale = 8, .edge_factor = 2}),
                               io::power_law<float>({.n = 300, .degree = 2}), io::star<float>({.n = 200}),
                               io::grid<float>({.width = 12, .height = 9, .keep = 0.6})};
  for (std::size_t k = 0, n = all.size(); k < n; ++k) all.push_back(one_way(all[k]));
  return all;
}

std::vector<strategy> unmasked_strategies() {
  auto all = strategy_variants();
  std::erase_if(all, wants_mask);
  return all;
}

std::vector<std::int32_t> labels_under(matrix<float> const& a, components_options const& options) {
  return connected_components(a, options).labels.to_dense(-1);
}

double apart(std::vector<double> const& a, std::vector<double> const& b) {
  double sum = 0;
  for (std::size_t v = 0; v < a.size(); ++v) sum += std::abs(a[v] - b[v]);
  return sum;
}

}  // namespace

EXECUTOR_CASE("labels pushed under every strategy are those of the direct method") {
  for (unvalued const& entries : both_ways_and_one()) {
    auto const a = io::to_matrix(entries, take_first<float>{}, exec);
    auto const expected = connected_components(a);
    CHECK_EQ(expected.ran_as, "trees joined by entries");
    for (strategy const& by : unmasked_strategies()) {
      CAPTURE(by.text());
      auto const found = connected_components(a, {.strategy = by});
      CHECK_EQ(found.ran_as, "labels pushed by " + by.text());
      CHECK((found.labels.to_dense(-1) == expected.labels.to_dense(-1)));
      CHECK_EQ(found.count, expected.count);
    }
  }
}

EXECUTOR_CASE("labels go as far in a round as one edge, and what their pushes took is counted") {
  auto const a = io::to_matrix(io::path<float>({.n = 40}), take_first<float>{}, exec);
  strategy_costs costs;
  auto const found = connected_components(a, {.strategy = strategies::hybrid{}, .costs = &costs});
  CHECK_EQ(found.count, 1);
  CHECK_EQ(found.rounds, 40);  // the last label comes to the other end in 39; one more finds nothing
  CHECK_EQ(costs.steps, 40);
  CHECK(costs.edges >= 78);
  CHECK((labels_under(a, {.costs = &costs}) == std::vector<std::int32_t>(40, 0)));
}

EXECUTOR_CASE("ranks pushed under every strategy have the same bits, and are those of a power iteration [sanitize]") {
  for (unvalued const& entries : both_ways_and_one()) {
    auto const a = io::to_matrix(entries, take_first<float>{}, exec);
    auto const exact = reference_pagerank(entries.rows, entries.row, entries.col, 0.85, 1e-13, 500).ranks;
    auto const first = pagerank(a, {.strategy = strategy()});
    auto const expected = first.ranks.to_dense(-1);
    CHECK(first.converged);
    CHECK(first.change <= 1e-6);
    CHECK(first.iterations <= pagerank(a).iterations + 2);
    CHECK_EQ(verify::check_ranks(entries, expected, 0.85, first.change), "");
    CHECK(apart(expected, exact) <= 0.85 / (1 - 0.85) * first.change + 1e-12);
    for (strategy const& by : unmasked_strategies()) {
      CAPTURE(by.text());
      auto const found = pagerank(a, {.strategy = by});
      CHECK_EQ(found.ran_as, "active vertices pushed by " + by.text());
      CHECK((found.ranks.to_dense(-1) == expected));
      CHECK_EQ(found.iterations, first.iterations);
      CHECK_EQ(found.change, first.change);
    }
  }
}

EXECUTOR_CASE("the bits of pushed ranks are those of the host") {
  auto const entries = one_way(io::rmat<float>({.scale = 11, .edge_factor = 5}));
  auto const on_host = [&](int threads) {
    auto const a = io::to_matrix(entries, take_first<float>{}, host_executor(threads));
    return pagerank(a, {.strategy = strategies::hybrid{}}).ranks.to_dense(-1);
  };
  auto const here = pagerank(io::to_matrix(entries, take_first<float>{}, exec), {.strategy = strategies::hybrid{}});
  for (int const threads : {1, 3}) CHECK((here.ranks.to_dense(-1) == on_host(threads)));
}

EXECUTOR_CASE("damping, tolerance and iterations of pushed ranks are what was asked for") {
  auto const entries = one_way(io::rmat<float>({.scale = 8, .edge_factor = 3}));
  auto const a = io::to_matrix(entries, take_first<float>{}, exec);
  for (double const damping : {0.0, 0.5, 0.99, 1.0}) {
    for (double const tolerance : {1e-3, 1e-9}) {
      CAPTURE(damping);
      auto const found = pagerank(
          a, {.damping = damping, .tolerance = tolerance, .iterations = 100000, .strategy = strategies::node_based{}});
      CHECK(found.converged);
      CHECK(found.change <= tolerance);
      CHECK_EQ(verify::check_ranks(entries, found.ranks.to_dense(-1), damping, found.change), "");
    }
  }
  for (size_type const most : {1, 3}) {
    auto const cut = pagerank(a, {.iterations = most, .strategy = strategy()});
    CHECK(!cut.converged);
    CHECK_EQ(cut.iterations, most);
    CHECK(cut.change > 1e-6);
    CHECK_EQ(verify::check_ranks(entries, cut.ranks.to_dense(-1), 0.85, cut.change), "");
  }
  CHECK_EQ(pagerank(a, {.tolerance = 2, .strategy = strategy()}).iterations, 1);
  auto const finest = pagerank(a, {.tolerance = 0, .iterations = 40, .strategy = strategy()});  // all are active
  auto const power = pagerank(a, {.tolerance = 0, .iterations = 40});
  CHECK_EQ(finest.iterations, 40);
  CHECK(std::abs(finest.change - power.change) < 1e-14);
  CHECK(apart(finest.ranks.to_dense(-1), power.ranks.to_dense(-1)) < 1e-13);
}

// Two parts: ranks of the one are at rest after a dozen iterations, but for what is less than the tolerance.
EXECUTOR_CASE("vertices whose ranks change by little push nothing, though they change") {
  unvalued entries = io::erdos_renyi<float>({.scale = 8, .edge_factor = 16});
  auto const whole = static_cast<size_type>(entries.row.size());
  entries.rows = entries.cols = 256 + 12;
  entries.symmetric = false;
  for (std::int32_t v = 256; v < 266; ++v) entries.row.push_back(v), entries.col.push_back(266);
  entries.row.insert(entries.row.end(), {266, 267});
  entries.col.insert(entries.col.end(), {267, 266});
  strategy_costs costs;
  auto const found = pagerank(io::to_matrix(entries, take_first<float>{}, exec), {.costs = &costs});
  CHECK(found.converged);
  CHECK(found.iterations > 60);
  CHECK_EQ(costs.steps, found.iterations);
  CHECK(costs.edges < 20 * whole);
  CHECK_EQ(verify::check_ranks(entries, found.ranks.to_dense(-1), 0.85, found.change), "");
}

EXECUTOR_CASE("pushed labels and ranks of no vertices, of one, and of wide offsets [sanitize]") {
  auto const by = strategies::scan_based{};
  CHECK_EQ(connected_components(matrix<float>(0, 0, exec), {.strategy = by}).count, 0);
  CHECK_EQ(pagerank(matrix<float>(0, 0, exec), {.strategy = by}).iterations, 0);
  CHECK_EQ(connected_components(matrix<float>(3, 3, exec), {.strategy = by}).count, 3);
  CHECK((pagerank(matrix<float>(1, 1, exec), {.strategy = by}).ranks.to_dense(-1) == std::vector<double>{1}));
  auto const entries = one_way(io::rmat<float>({.scale = 7, .edge_factor = 3}));
  auto const narrow = io::to_matrix(entries, take_first<float>{}, exec);
  auto const wide = io::to_matrix<float, std::int32_t, std::int64_t>(entries, take_first<float>{}, exec);
  CHECK((connected_components(wide, {.strategy = by}).labels.to_dense(-1) ==
         connected_components(narrow).labels.to_dense(-1)));
  CHECK((pagerank(wide, {.strategy = by}).ranks.to_dense(-1) == pagerank(narrow, {.strategy = by}).ranks.to_dense(-1)));
}

EXECUTOR_CASE("strategies that labels and ranks cannot have are refused by name") {
  auto const a = io::to_matrix(karate_club<float>(), take_first<float>{}, exec);
  auto const masked = strategy::parse("hybrid:status_bitmap=1");
  CHECK_THROWS_WITH_AS(
      connected_components(a, {.strategy = masked}),
      "connected_components: hybrid:status_bitmap=1: status_bitmap is of a mask, and nothing is masked",
      invalid_argument);
  CHECK_THROWS_WITH_AS(pagerank(a, {.strategy = masked}),
                       "pagerank: hybrid:status_bitmap=1: status_bitmap is of a mask, and nothing is masked",
                       invalid_argument);
  CHECK_THROWS_WITH_AS(connected_components(a, {.method = traversal_method::direct, .strategy = strategies::hybrid{}}),
                       "connected_components: the direct method takes neither schedule nor strategy; the loop does",
                       invalid_argument);
  CHECK_THROWS_AS(connected_components(a, {.schedule = schedules::merge_path{}, .strategy = strategies::hybrid{}}),
                  invalid_argument);
  CHECK_THROWS_AS(pagerank(a, {.schedule = schedules::merge_path{}, .strategy = strategies::hybrid{}}),
                  invalid_argument);
}
