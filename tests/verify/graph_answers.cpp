// graph_answers.cpp - the rules by which answers on graphs are judged take what is right, and refuse each answer that
// differs from it at one vertex.
#include "src/verify/graph_answers.hpp"

#include <doctest/doctest.h>

#include <heddle/heddle.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>

#include "tests/support/contains.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

using judged_edges = io::coordinates<double>;

// Several components, and vertices that stand alone; directed where `directed`.
judged_edges judged_edges_of(bool directed) {
  auto edges = io::rmat<double>({.scale = 7, .edge_factor = 1});
  io::add_weights(edges, {.low = 1, .high = 9});
  if (!directed) return edges;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < edges.row.size(); ++k) {
    if ((edges.row[k] + 3 * edges.col[k]) % 4 == 0) continue;
    edges.row[kept] = edges.row[k], edges.col[kept] = edges.col[k], edges.value[kept++] = edges.value[k];
  }
  edges.row.resize(kept), edges.col.resize(kept), edges.value.resize(kept);
  edges.symmetric = false;
  return edges;
}

// The edges out of a vertex lead somewhere.
size_type middle_source(judged_edges const& edges) { return edges.row[edges.row.size() / 2]; }

template <class T, class Judge> void refuses_changes(std::vector<T> const& right, T change, Judge const& judge) {
  CHECK_EQ(judge(right), "");
  for (std::size_t v = 0; v < right.size(); ++v) {
    auto wrong = right;
    wrong[v] += change;
    if (wrong[v] == right[v]) continue;                                   // infinity
    if (std::is_integral_v<T> && wrong[v] < 0 && right[v] < 0) continue;  // unreached
    CAPTURE(v);
    CAPTURE(change);
    CHECK_NE(judge(wrong), "");
  }
}

}  // namespace

TEST_CASE("levels and trees are refused where one vertex has another level or parent") {
  for (bool const directed : {false, true}) {
    auto const edges = judged_edges_of(directed);
    size_type const source = middle_source(edges);
    auto const found = bfs(io::to_matrix(edges, take_first<double>{}), source, {.parents = true});
    auto const levels = found.levels.to_dense(-1), parents = found.parents.to_dense(-1);
    REQUIRE_GT(found.depth, 2);
    for (std::int32_t const change : {-1, 1, 2}) {
      refuses_changes(levels, change, [&](auto const& l) { return verify::check_levels(edges, source, l); });
      refuses_changes(levels, change, [&](auto const& l) { return verify::check_levels(edges, source, l, parents); });
      refuses_changes(parents, change, [&](auto const& p) { return verify::check_levels(edges, source, levels, p); });
    }
  }
}

TEST_CASE("of several parents the smallest is asked for, unless any will do") {
  judged_edges const square{.rows = 4, .cols = 4, .row = {0, 0, 1, 2}, .col = {1, 2, 3, 3}, .value = {}};
  std::vector<std::int32_t> const levels{0, 1, 1, 2};
  CHECK_EQ(verify::check_levels(square, 0, levels, {0, 0, 0, 1}), "");
  CHECK_EQ(verify::check_levels(square, 0, levels, {0, 0, 0, 2}), "vertex 3 has parent 2, and 1 is a smaller one");
  CHECK_EQ(verify::check_levels(square, 0, levels, {0, 0, 0, 2}, true), "");
  CHECK_NE(verify::check_levels(square, 0, levels, {0, 0, 0, 0}, true), "");
}

TEST_CASE("what is said of a search is refused where its levels come to something else") {
  std::vector<std::int32_t> const levels{0, 1, 1, 2, -1};
  source_reach const right{.reached = 4, .depth = 2, .distance = 4, .harmonic = 2.5};
  CHECK_EQ(verify::check_reach(right, levels), "");
  for (auto wrong : {source_reach{3, 2, 4, 2.5}, {4, 1, 4, 2.5}, {4, 2, 5, 2.5}, {4, 2, 4, 2}}) {
    CHECK_NE(verify::check_reach(wrong, levels), "");
  }
}

TEST_CASE("distances and trees are refused where one vertex has another distance or parent") {
  for (bool const directed : {false, true}) {
    auto edges = judged_edges_of(directed);
    size_type const source = middle_source(edges);
    for (bool const negative : {false, true}) {
      // Shifted by potentials: every path keeps its weight but for its ends.
      for (std::size_t k = 0; negative && k < edges.row.size(); ++k) {
        edges.value[k] += edges.row[k] * 31 % 23 - edges.col[k] * 31 % 23;
      }
      auto const found = sssp(io::to_matrix(edges, minimum<double>{}), source, {.parents = true});
      auto const distances = found.distances.to_dense(std::numeric_limits<double>::infinity());
      auto const parents = found.parents.to_dense(-1);
      auto const judge = [&](auto const& d) { return verify::check_distances(edges, {source}, d); };
      for (double const change : {-1.0, 1.0, 0.5}) refuses_changes(distances, change, judge);
      auto const judge_tree = [&](auto const& p) { return verify::check_distances(edges, {source}, distances, p); };
      CHECK_EQ(judge_tree(parents), "");
      for (std::size_t v = 0; v < parents.size(); ++v) {
        auto wrong = parents;
        wrong[v] = parents[v] < 0 ? 0 : static_cast<std::int32_t>(v == static_cast<std::size_t>(source) ? v + 1 : v);
        CAPTURE(v);
        CHECK_NE(judge_tree(wrong), "");
      }
      auto everywhere = distances;
      for (double& d : everywhere) d = std::isinf(d) ? 0 : d;
      CHECK_NE(judge(everywhere), "");
    }
  }
}

TEST_CASE("of several sources each has distance 0 or less, and an unreachable cycle explains nothing") {
  judged_edges const edges{.rows = 5, .cols = 5, .row = {0, 1, 3, 4}, .col = {1, 2, 4, 3}, .value = {2, 1, 0, 0}};
  constexpr double far = std::numeric_limits<double>::infinity();
  CHECK_EQ(verify::check_distances<double, std::int32_t>(edges, {0, 2}, {0, 2, 0, far, far}), "");
  CHECK_EQ(verify::check_distances<double, std::int32_t>(edges, {0}, {0, 2, 3, far, far}), "");
  CHECK_EQ(verify::check_distances<double, std::int32_t>(edges, {0}, {0, 2, 3, 1, 1}),
           "5 vertices have a distance, and paths explain 3");
  CHECK_EQ(verify::check_distances<double, std::int32_t>(edges, {0, 2}, {0, 2, 1, far, far}),
           "source 2 has distance 1");
}

TEST_CASE("labels are refused where one vertex has another, and where two components have one") {
  auto const edges = judged_edges_of(false);
  auto const labels = connected_components(io::to_matrix(edges, take_first<double>{})).labels.to_dense(-1);
  auto const judge = [&](std::vector<std::int32_t> const& l) { return verify::check_labels(edges, l); };
  for (std::int32_t const change : {-1, 1, 2}) refuses_changes(labels, change, judge);
  judged_edges const pairs{.rows = 4, .cols = 4, .row = {0, 2}, .col = {1, 3}, .value = {}};
  CHECK_EQ(verify::check_labels(pairs, std::vector<std::int32_t>{0, 0, 2, 2}), "");
  CHECK_EQ(verify::check_labels(pairs, std::vector<std::int32_t>{0, 0, 0, 0}), "there are 1 labels of 2 components");
  CHECK(contains(verify::check_labels(pairs, std::vector<std::int32_t>{0, 1, 2, 2}), "joins labels 0 and 1"));
}

TEST_CASE("ranks are refused where one vertex has another, and where two change places") {
  for (bool const directed : {false, true}) {
    auto const edges = judged_edges_of(directed);
    auto const found = pagerank(io::to_matrix(edges, take_first<double>{}));
    auto const ranks = found.ranks.to_dense(0);
    auto const judge = [&](auto const& r) { return verify::check_ranks(edges, r, 0.85, found.change); };
    for (double const change : {-1e-3, 1e-3}) refuses_changes(ranks, change, judge);
    auto swapped = ranks;
    std::swap(*std::max_element(swapped.begin(), swapped.end()), *std::min_element(swapped.begin(), swapped.end()));
    CHECK(contains(judge(swapped), "one more iteration moves ranks"));
  }
}
