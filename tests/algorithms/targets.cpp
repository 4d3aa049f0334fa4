// targets.cpp - searches that end when they have found what they were asked for, and by which direction they go.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/heddle.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <limits>

#include "tests/support/bfs_reference.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

using edges_of_graph = io::coordinates<float>;

std::vector<traversal_method> methods_of(executor const& exec) {
  using enum traversal_method;
  return exec.is_host() ? std::vector{automatic, direct, loop} : std::vector{automatic, direct, stepwise, loop};
}

std::vector<std::int64_t> levels_in(vector<std::int32_t> const& v) {
  auto const dense = v.to_dense(-1);
  return {dense.begin(), dense.end()};
}

// What a search that ends at the level by which the last target was reached has found.
bfs_answer cut_at(bfs_answer all, std::vector<size_type> const& targets) {
  std::int64_t last = 0;
  for (size_type const t : targets) last = std::max(last, all.levels[t] < 0 ? all.depth : all.levels[t]);
  for (std::size_t v = 0; v < all.levels.size(); ++v) {
    if (all.levels[v] > last) all.levels[v] = all.parents[v] = -1;
  }
  all.depth = last;
  all.reached = std::count_if(all.levels.begin(), all.levels.end(), [](auto level) { return level >= 0; });
  return all;
}

void check_targets(executor const& exec, edges_of_graph const& entries, size_type source,
                   std::vector<size_type> const& targets) {
  auto const all = reference_bfs(adjacency_of(entries.rows, entries.row, entries.col), source);
  auto const expected = cut_at(all, targets);
  auto const a = io::to_matrix(entries, take_first<float>{}, exec);
  for (auto const method : methods_of(exec)) {
    CAPTURE(static_cast<int>(method));
    for (bool const parents : {false, true}) {
      auto const result = bfs(a, source, {.parents = parents, .method = method, .targets = targets});
      CHECK(levels_in(result.levels) == expected.levels);
      CHECK_EQ(result.depth, expected.depth);
      CHECK_EQ(result.reached, expected.reached);
      if (parents) CHECK(levels_in(result.parents) == expected.parents);
    }
  }
}

}  // namespace

EXECUTOR_CASE("a search of levels ends with the level of its last target [sanitize]") {
  auto const path = io::path<float>({.n = 60});
  check_targets(exec, path, 20, {20});
  check_targets(exec, path, 20, {23, 18});
  check_targets(exec, path, 20, {59});
  auto const deep = io::grid<float>({.width = 30, .height = 9, .keep = 0.7});
  check_targets(exec, deep, 40, {41, 45, 100});
  auto const wide = io::rmat<float>({.scale = 9, .edge_factor = 8});
  check_targets(exec, wide, 3, {7});
  check_targets(exec, wide, 3, {7, 9, 11, 200, 400});
}

EXECUTOR_CASE("a search of levels whose target cannot be reached finds all levels") {
  edges_of_graph entries;
  entries.rows = entries.cols = 6;
  entries.row = {0, 1, 2, 5};
  entries.col = {1, 2, 3, 0};
  check_targets(exec, entries, 0, {5});
  check_targets(exec, entries, 0, {1, 4});
  check_targets(exec, entries, 0, {4, 1});
}

EXECUTOR_CASE("targets outside the graph and costs that are none are named") {
  auto const a = io::to_matrix(io::path<float>({.n = 5}), take_first<float>{}, exec);
  CHECK_THROWS_WITH_AS(bfs(a, 0, {.targets = {2, 5}}), "bfs: target 5 of 5 vertices", index_out_of_range);
  CHECK_THROWS_WITH_AS(bfs(a, 0, {.targets = {-1}}), "bfs: target -1 of 5 vertices", index_out_of_range);
  CHECK_THROWS_WITH_AS(bfs(a, 0, {.push_cost = -1}), "bfs: push_cost is -1, but must be 0 or more", invalid_argument);
  CHECK_THROWS_WITH_AS(bfs(a, 0, {.push_cost = -std::numeric_limits<double>::quiet_NaN()}),
                       "bfs: push_cost is nan, but must be 0 or more", invalid_argument);
  CHECK_THROWS_AS(bfs(a, 0, {.push_cost = std::numeric_limits<double>::quiet_NaN()}), invalid_argument);
  CHECK_THROWS_WITH_AS(sssp(cast<double>(a), 0, {.targets = {5}}), "sssp: target 5 of 5 vertices", index_out_of_range);
  auto x = vector<double>::build(5, {0}, {0.0}, take_first<double>{}, exec);
  auto const weights = matrix<double>::build(5, 5, {0}, {1}, {1.0}, take_first<double>{}, exec);
  CHECK_THROWS_WITH_AS(fixpoint(x, no_mask, min_plus<double>{}, weights, {.targets = {5}}),
                       "fixpoint: target 5 of 5 entries", index_out_of_range);
  CHECK_EQ(x.nvals(), 1);
}

EXECUTOR_CASE("a direct search goes the way that it is asked to, or by costs, and finds the same") {
  for (auto const& entries :
       {io::power_law<float>({.n = 900, .degree = 8}), io::rmat<float>({.scale = 9, .edge_factor = 8}),
        io::grid<float>({.width = 40, .height = 9, .keep = 0.7})}) {
    auto const expected = reference_bfs(adjacency_of(entries.rows, entries.row, entries.col), 5);
    for (bool const columns : {false, true}) {
      auto const a = io::to_matrix(entries, take_first<float>{}, exec);
      if (columns) a.csc();
      std::vector<bfs_options> ways;
      for (auto const way : {direction::push, direction::pull}) {
        ways.push_back({.direction = way, .method = traversal_method::direct});
      }
      for (double const cost : {0.0, 0.5, 50.0, std::numeric_limits<double>::infinity()}) {
        ways.push_back({.method = traversal_method::direct, .push_cost = cost});
      }
      for (auto options : ways) {
        CAPTURE(static_cast<int>(options.direction));
        CAPTURE(options.push_cost.value_or(-1));
        options.parents = true;
        auto const result = bfs(a, 5, options);
        CHECK(levels_in(result.levels) == expected.levels);
        CHECK(levels_in(result.parents) == expected.parents);
        CHECK_EQ(result.edges, expected.edges);
      }
    }
  }
}

GPU_CASE("a search that only pushes has no room for pulls, and tells how much it takes") {
  auto const a = io::to_matrix(io::rmat<float>({.scale = 12}), take_first<float>{}, cuda_executor());
  a.csc();
  auto const taken = [&](bfs_options const& options) { return bfs(a, 5, options).workspace_bytes; };
  CHECK_GT(taken({}), 8 * a.rows());
  CHECK_GE(taken({}), taken({.direction = direction::push}) + 2 * a.rows() / 8);
}

EXECUTOR_CASE("a fixpoint of piles ends when its targets are final [sanitize]") {
  auto const entries = io::grid<double>({.width = 90, .height = 6});
  std::vector<double> weights;
  for (std::size_t k = 0; k < entries.row.size(); ++k) {
    weights.push_back(1 + (entries.row[k] * 31 + entries.col[k] * 17) % 7);
  }
  auto const a =
      matrix<double>::build(entries.rows, entries.cols, entries.row, entries.col, weights, take_first<double>{}, exec);
  auto const start = vector<double>::build(entries.rows, {0}, {0.0}, take_first<double>{}, exec);
  auto all = start;
  auto const full = fixpoint(all, no_mask, min_plus<double>{}, a, {.delta = 4});
  for (auto const& targets : {std::vector<size_type>{0}, {3}, {95, 7}, {entries.rows - 1}}) {
    auto x = start;
    auto const result = fixpoint(x, no_mask, min_plus<double>{}, a, {.delta = 4, .targets = targets});
    for (size_type const t : targets) CHECK_EQ(x.get(t), all.get(t));
    if (targets.back() < 90) CHECK_FALSE(result.complete);
    if (targets.back() < 90) CHECK_LT(2 * result.edges, full.edges);
  }
  auto x = start;  // one that stays closed is never final before all are
  auto closed = vector<bool>::build(entries.rows, {3}, {true}, take_first<bool>{}, exec);
  CHECK(fixpoint(x, complement(structure(closed)), min_plus<double>{}, a, {.targets = {3}}).complete);
  CHECK_EQ(x.nvals(), entries.rows - 1);
  auto y = start;  // rounds cannot know
  CHECK(fixpoint(y, no_mask, min_plus<double>{}, a, {.method = fixpoint_method::rounds, .targets = {3}}).complete);
  CHECK(y.to_dense(-1) == all.to_dense(-1));
}

EXECUTOR_CASE("shortest paths end when those to their targets are found, with the tree that leads there") {
  auto const entries = io::grid<double>({.width = 200, .height = 5});
  std::vector<double> weights;
  for (std::size_t k = 0; k < entries.row.size(); ++k) weights.push_back(1 + (entries.row[k] * 7 + entries.col[k]) % 5);
  auto const a =
      matrix<double>::build(entries.rows, entries.cols, entries.row, entries.col, weights, take_first<double>{}, exec);
  auto const all = sssp(a, 0, {.parents = true});
  CHECK(all.complete);
  using enum traversal_method;
  for (auto const method : methods_of(exec)) {
    auto const result = sssp(a, 0, {.parents = true, .method = method, .delta = 3, .targets = {12, 3}});
    CHECK_EQ(result.complete, method == stepwise || method == loop);
    for (size_type const t : {3, 12}) {
      CHECK_EQ(result.distances.get(t), all.distances.get(t));
      for (size_type v = t; v != 0; v = *all.parents.get(v)) CHECK_EQ(result.parents.get(v), all.parents.get(v));
    }
    if (!result.complete) CHECK_LT(2 * result.relaxed, all.relaxed);
  }
}
