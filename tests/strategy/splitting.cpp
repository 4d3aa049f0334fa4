// splitting.cpp - node splitting: a graph is cut once, its children have what their parent has, and the threshold comes
// from as many bins as asked for.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/ops/vxm/vxm.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::strategies;
using namespace heddle::testing;

namespace {

// Rows of 0, 1, 7, 0, 3 and 12 entries.
template <index_type I, index_type O> matrix<double, I, O> six_uneven_rows(executor const& exec) {
  std::vector<I> row, col;
  std::vector<double> value;
  for (auto const& [r, length] : std::vector<std::pair<I, I>>{{1, 1}, {2, 7}, {4, 3}, {5, 12}}) {
    for (I c = 0; c < length; ++c) {
      row.push_back(r);
      col.push_back(c);
      value.push_back(static_cast<double>(10 * r + c));
    }
  }
  return matrix<double, I, O>::build(6, 12, row, col, value, take_first<double>{}, exec);
}

matrix<double> star_of_101(executor const& exec) {
  return io::to_matrix(io::star<double>({.n = 101}), minimum<double>{}, exec);  // a hub of 100 edges
}

}  // namespace

EXECUTOR_CASE("rows are cut into as few pieces as can be, whose parent they name [sanitize]") {
  auto const check = [&]<class I, class O>(I, O) {
    auto const a = six_uneven_rows<I, O>(exec);
    auto const& rows = storage_of(a).csr();
    auto const split = rows.split_at(5);
    REQUIRE(split);
    CHECK_EQ(split->most, 5);
    CHECK_EQ(split->pieces, 9);
    CHECK(split->first.to_host() == std::vector<I>{0, 1, 2, 4, 5, 6, 9});
    CHECK(split->parents.to_host() == std::vector<I>{0, 1, 2, 2, 3, 4, 5, 5, 5});
    CHECK(split->offsets.to_host() == std::vector<O>{0, 0, 1, 5, 8, 8, 11, 15, 19, 23});
  };
  check(std::int32_t{}, std::int32_t{});
  check(std::int32_t{}, std::int64_t{});
  check(std::int64_t{}, std::int64_t{});
}

EXECUTOR_CASE("a graph is cut once for each threshold, and not where no row is longer") {
  auto const a = six_uneven_rows<std::int32_t, std::int32_t>(exec);
  auto const& rows = storage_of(a).csr();
  auto const first = rows.split_at(5);
  CHECK_EQ(rows.split_at(5), first);
  CHECK_EQ(rows.split_at(12), nullptr);
  CHECK_EQ(rows.split_at(5), first);
  CHECK_EQ(rows.split_at(11)->pieces, 7);
  CHECK_EQ(rows.split_at(1)->pieces, 25);  // the two rows without entries are a piece each
  CHECK_EQ(first->pieces, 9);              // whoever has it keeps it
}

EXECUTOR_CASE("searches tell what splitting keeps with the matrix, and that frontiers are of pieces [sanitize]") {
  auto const a = star_of_101(exec);
  std::string const who = exec.is_host() ? "thread_mapped by threads of the host" : "thread_mapped";
  strategy_costs costs, again;
  auto const found = bfs(a, 0, {.strategy = node_splitting{.mdt = 30}, .costs = &costs});
  CHECK_EQ(found.reached, 101);
  CHECK_EQ(costs.steps, 2);
  CHECK_EQ(costs.turns, 2);
  CHECK_EQ(costs.vertices, 101);  // and not their children
  CHECK_EQ(costs.edges, a.nnz());
  CHECK_EQ(costs.kept_bytes, 4 * (105 + 104 + 102));  // the hub is 4 pieces of 25
  CHECK_GT(costs.kept_ms, 0);
  // The leaves have one piece each: they are walked as they are.
  CHECK(costs.ran_as == std::vector<std::string>{who + ", of pieces of at most 30 entries", who});
  CHECK_EQ(sssp(a, 0, {.strategy = node_splitting{.mdt = 30}, .costs = &again}).edges, a.nnz());
  CHECK_EQ(again.kept_bytes, costs.kept_bytes);
  strategy_costs whole;
  CHECK_EQ(bfs(a, 0, {.strategy = node_splitting{.mdt = 100}, .costs = &whole}).reached, 101);
  CHECK_EQ(whole.kept_bytes, 0);
  CHECK(whole.ran_as == std::vector<std::string>{who});
  strategy_costs by_group;
  CHECK_EQ(bfs(a, 0, {.strategy = node_splitting{.mdt = 30, .lanes = 4}, .costs = &by_group}).reached, 101);
  CHECK(by_group.ran_as[0].starts_with("group_mapped:lanes=4"));
}

EXECUTOR_CASE("children have the value of their parent, in any order of the frontier [sanitize]") {
  for (auto const& g : {io::rmat<double>({.scale = 8, .edge_factor = 8}), io::star<double>({.n = 300})}) {
    auto const a = io::to_matrix(g, minimum<double>{}, exec);
    std::vector<std::int32_t> at;
    std::vector<double> value;
    for (std::int32_t i = 0; i < a.rows(); i += 3) {
      at.push_back(i);
      value.push_back(i % 7 + 0.5);
    }
    auto const u = vector<double>::build(a.rows(), at, value, take_first<double>{}, exec);
    vector<double> expected(a.cols(), exec);
    vxm(expected, min_plus<double>{}, u, a);
    for (int const mdt : {1, 2, 5, 17, 1000}) {
      for (int const lanes : {1, 8, 32}) {
        CAPTURE(mdt);
        CAPTURE(lanes);
        vector<double> w(a.cols(), exec);
        vxm(w, min_plus<double>{}, u, a, {.strategy = node_splitting{.mdt = mdt, .lanes = lanes}});
        CHECK(w.to_dense(-1) == expected.to_dense(-1));
      }
    }
  }
}

TEST_CASE("a multiply that asks where it stands is told its row, and not its piece") {
  auto const a = six_uneven_rows<std::int32_t, std::int32_t>(host_executor());
  auto const u = vector<std::int64_t>::filled(6, 1, host_executor());
  vector<std::int64_t> w(12), expected(12);
  vxm(expected, max_secondi<std::int64_t>{}, u, a);
  vxm(w, max_secondi<std::int64_t>{}, u, a, {.strategy = node_splitting{.mdt = 2}});
  CHECK(expected.to_dense(-1) == std::vector<std::int64_t>(12, 5));
  CHECK(w.to_dense(-1) == expected.to_dense(-1));
}

TEST_CASE("more pieces than indices can number are refused with the figures") {
  detail::require_numbered_pieces(2147483647, 3, 2147483647);
  CHECK_THROWS_WITH_AS(detail::require_numbered_pieces(2147483648, 3, 2147483647),
                       "node_splitting: 2147483648 pieces of at most 3 entries are more than these indices can number, "
                       "which are 2147483647",
                       invalid_argument);
}

EXECUTOR_CASE("the threshold comes from as many bins as asked for [sanitize]") {
  // Degrees 0, 0, 1, 3, 7 and 12.
  auto const a = six_uneven_rows<std::int32_t, std::int32_t>(exec);
  auto const& rows = storage_of(a).csr();
  CHECK_EQ(rows.degree_threshold(1), 12);
  CHECK_EQ(rows.degree_threshold(2), 6);
  CHECK_EQ(rows.degree_threshold(4), 3);
  CHECK_EQ(rows.degree_threshold(), 1);
  CHECK_EQ(rows.degree_threshold(10), 1);
  CHECK_EQ(rows.degree_threshold(256), 0);  // a piece has one entry all the same
  CHECK_EQ(rows.degree_threshold(2), 6);
  strategy_costs costs;
  vector<double> w(12, exec);
  auto const u = vector<double>::filled(6, 1, exec);
  vxm(w, min_plus<double>{}, u, a, {.strategy = node_splitting{.bins = 2}, .costs = &costs});
  CHECK(costs.ran_as.at(0).ends_with(", of pieces of at most 6 entries"));
  strategy_costs turns;
  vxm(w, min_plus<double>{}, u, a, {.strategy = hierarchical{.few_vertices = 0, .bins = 2}, .costs = &turns});
  CHECK_EQ(turns.turns, 2);
}

TEST_CASE("bins are read from text, and refused where they are none or do nothing") {
  CHECK(strategy::parse("node_splitting:bins=20") == strategy(node_splitting{.bins = 20}));
  CHECK(strategy::parse("hierarchical:few_vertices=5,bins=256") ==
        strategy(hierarchical{.few_vertices = 5, .bins = 256}));
  for (std::string const name : {"node_splitting", "hierarchical"}) {
    CHECK_THROWS_WITH_AS(strategy::parse(name + ":mdt=4,bins=20"),
                         (name + ": bins are of the histogram that mdt comes from, and mdt is given").c_str(),
                         invalid_argument);
    CHECK_THROWS_WITH_AS(strategy::parse(name + ":bins=0"), (name + ": bins is 0, but must be 1 to 256").c_str(),
                         invalid_argument);
    CHECK_THROWS_AS(strategy::parse(name + ":bins=257"), invalid_argument);
    CHECK(strategy::parse(name + ":mdt=4,bins=10") == strategy::parse(name + ":mdt=4"));
  }
}
