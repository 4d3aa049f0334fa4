// expand.cpp - the edges of a frontier one by one, against a loop.
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/ops/expand/expand.hpp>
#include <heddle/semirings/operators.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

template <index_type I, index_type O> void check_expand(executor const& exec) {
  auto const g = io::rmat<float>({.scale = 8, .edge_factor = 5});
  auto const a = matrix<float, I, O>::build(g.rows, g.cols, std::vector<I>(g.row.begin(), g.row.end()),
                                            std::vector<I>(g.col.begin(), g.col.end()), {}, take_first<float>{}, exec);
  std::vector<I> at;
  for (I i = 5; i < g.rows; i += 7) at.push_back(i);
  auto const u = vector<float, I>::build(g.rows, at, std::vector<float>(at.size(), 2), take_first<float>{}, exec);
  vector<I, I> producers(3, exec), neighbours(8, exec);
  expand(producers, neighbours, a, u);
  auto const all = a.tuples();
  std::vector<I> from, to;
  for (I const i : at) {
    for (std::size_t e = 0; e < all.row.size(); ++e) {
      if (all.row[e] != i) continue;
      from.push_back(i);
      to.push_back(all.col[e]);
    }
  }
  REQUIRE_GT(from.size(), 0);
  CHECK(producers.form() == vector_form::dense);
  CHECK(producers.to_dense(-1) == from);
  CHECK(neighbours.to_dense(-1) == to);
}

matrix<float> karate_on(executor const& exec) { return io::to_matrix(karate_club<float>(), take_first<float>{}, exec); }

}  // namespace

EXECUTOR_CASE("expand names the producer and the neighbour of every edge of a frontier [sanitize]") {
  check_expand<std::int32_t, std::int32_t>(exec);
  check_expand<std::int32_t, std::int64_t>(exec);
  check_expand<std::int64_t, std::int32_t>(exec);
  check_expand<std::int64_t, std::int64_t>(exec);
}

EXECUTOR_CASE("the transposed graph is expanded by its columns, and a frontier may be a result") {
  auto const a = matrix<float>::build(3, 4, {0, 1, 2}, {3, 3, 0}, {}, take_first<float>{}, exec);
  auto u = vector<std::int32_t>::build(4, {3}, {9}, take_first<std::int32_t>{}, exec);
  vector<std::int32_t> neighbours(1, exec);
  expand(u, neighbours, transpose(a), u);
  CHECK(u.to_dense(-1) == std::vector<std::int32_t>{3, 3});
  CHECK(neighbours.to_dense(-1) == std::vector<std::int32_t>{0, 1});
}

EXECUTOR_CASE("nothing expands to nothing") {
  auto const a = karate_on(exec);
  vector<std::int32_t> producers(5, exec), neighbours(5, exec);
  expand(producers, neighbours, a, vector<float>(34, exec));
  CHECK_EQ(producers.size(), 0);
  CHECK_EQ(neighbours.size(), 0);
  expand(producers, neighbours, matrix<float>(6, 6, exec), vector<float>::filled(6, 1, exec));
  CHECK_EQ(producers.size(), 0);
  expand(producers, neighbours, matrix<float>(0, 0, exec), vector<float>(0, exec));
  CHECK_EQ(neighbours.size(), 0);
}

EXECUTOR_CASE("expand refuses operands that do not fit and leaves its results") {
  auto const a = karate_on(exec);
  vector<std::int32_t> producers(5, exec), neighbours(5, exec);
  CHECK_THROWS_WITH_AS(expand(producers, neighbours, a, vector<float>(33, exec)),
                       "expand: A is 34 x 34 but u has length 33", dimension_mismatch);
  CHECK_THROWS_WITH_AS(expand(producers, producers, a, vector<float>(34, exec)),
                       "expand: producers and neighbours are the same vector", invalid_argument);
  CHECK_EQ(producers.size(), 5);
}
