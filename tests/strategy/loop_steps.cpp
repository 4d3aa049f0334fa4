// loop_steps.cpp - steps of loops that push few vertices, and many: what they find is the same, whoever scans, counts
// and marks.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/strategies.hpp"

using namespace heddle;
using namespace heddle::strategies;
using namespace heddle::testing;

namespace {

// Steps of one vertex and of thousands, rows that are set aside, leaves.
matrix<float> graph_of_many(executor const& exec) {
  return io::to_matrix(io::rmat<float>({.scale = 14, .edge_factor = 4}), minimum<float>{}, exec);
}

// From 0 to four vertices, from these to all others but the last, from all these to that: more in a step than are
// marked while they are collected.
matrix<bool> graph_of_one_wide_step(executor const& exec) {
  constexpr std::int32_t hubs = 4, leaves = 280'000, last = hubs + leaves + 1;
  std::vector<std::int32_t> row, col;
  for (std::int32_t hub = 1; hub <= hubs; ++hub) row.push_back(0), col.push_back(hub);
  for (std::int32_t leaf = hubs + 1; leaf < last; ++leaf) {
    row.push_back(leaf % hubs + 1), col.push_back(leaf);
    row.push_back(leaf), col.push_back(last);
  }
  return matrix<bool>::build(last + 1, last + 1, row, col, std::vector<bool>(row.size(), true), no_duplicates, exec);
}

template <class I> void check_same(bfs_result<I> const& found, bfs_result<I> const& expected) {
  CHECK(found.levels.to_dense(-1) == expected.levels.to_dense(-1));
  CHECK(found.parents.to_dense(-1) == expected.parents.to_dense(-1));
  CHECK(found.reached == expected.reached);
  CHECK(found.depth == expected.depth);
  CHECK(found.edges == expected.edges);
}

// Every third position, every ninth of which is false.
vector<bool> truths(size_type n, executor const& exec) {
  std::vector<std::int32_t> at;
  std::vector<bool> value;
  for (size_type i = 0; i < n; i += 3) {
    at.push_back(static_cast<std::int32_t>(i));
    value.push_back(i % 9 != 0);
  }
  return vector<bool>::build(n, at, value, take_first<bool>{}, exec);
}

}  // namespace

EXECUTOR_CASE("frontiers of few vertices and of thousands are searched alike in a loop under every strategy") {
  auto const a = graph_of_many(exec), there = graph_of_many(host_executor());
  auto const tree = bfs(there, 1, {.parents = true}), levels = bfs(there, 1, {});
  std::vector<strategy> all = strategy_variants();
  all.push_back(strategy());
  for (strategy const& by : all) {
    CAPTURE(by.text());
    check_same(bfs(a, 1, {.strategy = by, .parents = true, .method = traversal_method::loop}), tree);
    check_same(bfs(a, 1, {.strategy = by, .method = traversal_method::loop}), levels);
  }
}

EXECUTOR_CASE(
    "wide levels of a loop pull under a strategy where A^T is at hand, unless pushes or costs are asked for") {
  auto a = graph_of_many(exec);
  auto const tree = bfs(a, 1, {.parents = true}), levels = bfs(a, 1, {});
  auto const looped = [&](bfs_options const& how) {
    auto const found = bfs(a, 1, how);
    check_same(found, how.parents ? tree : levels);
    return found.ran_as;
  };
  a.assume_symmetric(false);
  CHECK_EQ(looped({.strategy = hybrid{}, .method = traversal_method::loop}), "loop by hybrid");
  a.assume_symmetric();
  for (bool const parents : {false, true}) {
    CHECK(looped({.strategy = hybrid{}, .parents = parents, .method = traversal_method::loop})
              .starts_with("loop by hybrid, of which "));
    CHECK_EQ(
        looped(
            {.direction = direction::push, .strategy = hybrid{}, .parents = parents, .method = traversal_method::loop}),
        "loop by hybrid");
    strategy_costs costs;
    CHECK_EQ(looped({.strategy = hybrid{}, .costs = &costs, .parents = parents}), "loop by hybrid");
    CHECK_EQ(costs.steps, levels.depth + 1);
  }
}

EXECUTOR_CASE("wide rounds of sssp's loop pull under a strategy where A^T is at hand, and distances are the same") {
  auto entries = io::rmat<float>({.scale = 14, .edge_factor = 4});
  io::add_weights(entries);
  auto a = io::to_matrix(entries, minimum<float>{}, exec);
  auto const expected = sssp(a, 1).distances.to_dense(-1);
  auto const looped = [&](sssp_options const& how) {
    auto const found = sssp(a, 1, how);
    CHECK(found.distances.to_dense(-1) == expected);
    return found.ran_as;
  };
  a.assume_symmetric(false);
  CHECK_EQ(looped({.strategy = hybrid{}, .method = traversal_method::loop}), "loop by hybrid");
  (void)a.csc();
  CHECK(looped({.strategy = hybrid{}, .method = traversal_method::loop}).starts_with("loop by hybrid, of which "));
  CHECK_EQ(looped({.direction = direction::push, .strategy = hybrid{}, .method = traversal_method::loop}),
           "loop by hybrid");
  strategy_costs costs;
  CHECK_EQ(looped({.strategy = hybrid{}, .costs = &costs}), "loop by hybrid");
  CHECK(costs.steps > 2);
}

EXECUTOR_CASE("a step of very many vertices marks all of them, and the next is shared out as any") {
  auto const a = graph_of_one_wide_step(exec), there = graph_of_one_wide_step(host_executor());
  auto const tree = bfs(there, 0, {.parents = true}), levels = bfs(there, 0, {});
  CHECK(tree.reached == a.rows());
  for (strategy const& by : {strategy(), strategy(node_based{}), strategy(balanced_gathering{}), strategy(binned{})}) {
    CAPTURE(by.text());
    check_same(bfs(a, 0, {.strategy = by, .parents = true, .method = traversal_method::loop}), tree);
    check_same(bfs(a, 0, {.strategy = by, .method = traversal_method::loop}), levels);
  }
}

EXECUTOR_CASE("a loop that has found its targets has marked no vertex that is further [sanitize]") {
  auto const a = io::to_matrix(io::grid<float>({.width = 20, .height = 20}), minimum<float>{}, exec);
  for (strategy const& by : {strategy(node_based{}), strategy(vertex_shuffle{}), strategy(binary_search{})}) {
    CAPTURE(by.text());
    auto const found = bfs(a, 0, {.strategy = by, .parents = true, .method = traversal_method::loop, .targets = {7}});
    CHECK(found.depth == 7);
    CHECK(found.reached == 36);  // of the corner's triangle
    CHECK(found.levels.nvals() == 36);
    CHECK(found.parents.nvals() == 36);
  }
}

EXECUTOR_CASE("masks of values, accumulators and entries that stay are those of any product that pushes [sanitize]") {
  auto const a = io::to_matrix(io::rmat<float>({.scale = 7, .edge_factor = 6}), minimum<float>{}, exec);
  auto const mask = truths(a.rows(), exec);
  auto const u = vector<float>::build(a.rows(), {1, 2, 3, 40, 90}, {1, 2, 3, 4, 5}, take_first<float>{}, exec);
  auto const old =
      vector<float>::build(a.rows(), {0, 1, 2, 3, 5, 8, 99}, {7, 7, 7, 7, 7, 7, 7}, take_first<float>{}, exec);
  for (strategy const& by : {strategy(node_based{}), strategy(vertex_shuffle{}), strategy(balanced_gathering{}),
                             strategy(balanced_redistribution{}), strategy(perfect_balance{})}) {
    CAPTURE(by.text());
    for (bool const replace : {false, true}) {
      auto const check = [&](auto const& masked, auto const& accum) {
        vector<float> pushed(old), pulled(old);
        vxm(pushed, masked, accum, min_plus<float>{}, u, a, {.replace = replace, .strategy = by});
        vxm(pulled, masked, accum, min_plus<float>{}, u, a, {.replace = replace, .direction = direction::pull});
        CHECK(pushed.to_dense(-1) == pulled.to_dense(-1));
      };
      check(mask, no_accum);
      check(mask, plus<float>{});
      check(complement(mask), no_accum);
      check(complement(mask), plus<float>{});
    }
  }
}
