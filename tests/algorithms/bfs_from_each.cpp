// bfs_from_each.cpp - searches from many sources against single ones by a queue.
#include <heddle/algorithms/bfs_from_each.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>

#include "src/verify/graph_answers.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"

using namespace heddle;
using namespace heddle::schedules;
using namespace heddle::testing;

namespace {

using many_sources_graph = io::coordinates<float>;

// Some vertices of n, the first and the last among them, and of more than two one of them twice.
std::vector<size_type> some_sources(size_type n, size_type count) {
  std::vector<size_type> sources;
  for (size_type k = 0; k < count; ++k) sources.push_back(k == 1 ? n - 1 : (k * 7919) % n);
  if (count > 2) sources[count / 2] = sources[0];
  return sources;
}

template <class I> std::vector<std::int64_t> levels_in(vector<std::int32_t, I> const& v) {
  auto const dense = v.to_dense(-1);
  return {dense.begin(), dense.end()};
}

// What a queue finds from each source, summed up level by level.
template <class I>
void check_each_source(bfs_from_each_result<I> const& result, adjacency const& neighbours,
                       std::vector<size_type> const& sources, bool with_levels) {
  REQUIRE_EQ(result.found.size(), sources.size());
  REQUIRE_EQ(result.levels.size(), with_levels ? sources.size() : 0);
  size_type edges = 0;
  for (std::size_t b = 0; b < sources.size(); ++b) {
    CAPTURE(b);
    auto const expected = reference_bfs(neighbours, sources[b]);
    std::vector<size_type> at(static_cast<std::size_t>(expected.depth) + 1);
    for (auto const level : expected.levels) {
      if (level >= 0) ++at[level];
    }
    size_type distance = 0;
    double harmonic = 0;
    for (std::size_t level = 1; level < at.size(); ++level) {
      distance += at[level] * static_cast<size_type>(level);
      harmonic += static_cast<double>(at[level]) / static_cast<double>(level);
    }
    CHECK_EQ(result.found[b].reached, expected.reached);
    CHECK_EQ(result.found[b].depth, expected.depth);
    CHECK_EQ(result.found[b].distance, distance);
    CHECK_EQ(result.found[b].harmonic, harmonic);
    if (with_levels) {
      CHECK(levels_in(result.levels[b]) == expected.levels);
      CHECK_EQ(result.levels[b].nvals(), expected.reached);
      CHECK_EQ(verify::check_levels(edges_of(neighbours), sources[b], result.levels[b].to_dense(-1)), "");
    }
    edges += expected.edges;
  }
  CHECK_EQ(result.edges, edges);
}

void check_many_sources(executor const& exec, many_sources_graph const& entries, size_type count,
                        bfs_from_each_options options = {}, bool columns = false) {
  auto const a = io::to_matrix(entries, take_first<float>{}, exec);
  if (columns) a.csc();
  auto const neighbours = adjacency_of(a.rows(), entries.row, entries.col);
  auto const sources = some_sources(a.rows(), count);
  for (bool const levels : {false, true}) {
    options.levels = levels;
    check_each_source(bfs_from_each(a, sources, options), neighbours, sources, levels);
  }
}

// Of some edges one direction is gone, of some both.
many_sources_graph directed(many_sources_graph entries) {
  std::size_t kept = 0;
  for (std::size_t e = 0; e < entries.row.size(); ++e) {
    if ((entries.row[e] + 2 * entries.col[e]) % 5 < 2) continue;
    entries.row[kept] = entries.row[e];
    entries.col[kept++] = entries.col[e];
  }
  entries.symmetric = false;
  entries.row.resize(kept);
  entries.col.resize(kept);
  entries.value.clear();
  return entries;
}

many_sources_graph graph_of_arcs(size_type n, std::vector<std::pair<int, int>> const& arcs) {
  many_sources_graph result;
  result.rows = result.cols = n;
  for (auto const& [from, to] : arcs) {
    result.row.push_back(from);
    result.col.push_back(to);
  }
  return result;
}

}  // namespace

EXECUTOR_CASE("searches from many sources find what a search from each finds, by every method and direction") {
  std::vector<many_sources_graph> const graphs{
      karate_club<float>(),
      io::rmat<float>({.scale = 10}),
      directed(io::rmat<float>({.scale = 9, .edge_factor = 6})),
      io::grid<float>({.width = 70, .height = 20, .keep = 0.7}),
      io::power_law<float>({.n = 2000, .degree = 12}),
      io::star<float>({.n = 700}),
      io::path<float>({.n = 90}),
  };
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    CAPTURE(g);
    for (size_type const count : {1, 5, 64}) {
      CAPTURE(count);
      for (direction const way : {direction::automatic, direction::push, direction::pull}) {
        CAPTURE(static_cast<int>(way));
        check_many_sources(exec, graphs[g], count, {.direction = way, .method = traversal_method::direct});
      }
      check_many_sources(exec, graphs[g], count, {}, true);
      check_many_sources(exec, graphs[g], count, {.method = traversal_method::loop});
    }
  }
}

EXECUTOR_CASE("more than 64 sources are searched 64 at a time") {
  for (auto const method : {traversal_method::direct, traversal_method::loop}) {
    check_many_sources(exec, io::rmat<float>({.scale = 8}), 65, {.method = method});
    check_many_sources(exec, io::grid<float>({.width = 20, .height = 9, .keep = 0.8}), 130, {.method = method});
  }
}

EXECUTOR_CASE("without sources there are no results, and sources outside the graph are named") {
  auto const a = io::to_matrix(karate_club<float>(), take_first<float>{}, exec);
  CHECK(bfs_from_each(a, {}).found.empty());
  CHECK_EQ(bfs_from_each(a, {}, {.levels = true}).edges, 0);
  CHECK_THROWS_WITH_AS(bfs_from_each(a, {3, 34}), "bfs_from_each: source 1 is 34 of 34 vertices", index_out_of_range);
  CHECK_THROWS_WITH_AS(bfs_from_each(a, {-1}), "bfs_from_each: source 0 is -1 of 34 vertices", index_out_of_range);
  CHECK_THROWS_WITH_AS(bfs_from_each(matrix<float>(2, 4, exec), {0}), "bfs_from_each: A is 2 x 4, not square",
                       dimension_mismatch);
  CHECK_THROWS_WITH_AS(bfs_from_each(a, {0}, {.push_cost = -1}),
                       "bfs_from_each: push_cost is -1, but must be 0 or more", invalid_argument);
  CHECK_THROWS_WITH_AS(bfs_from_each(a, {0}, {.schedule = merge_path{}, .method = traversal_method::direct}),
                       "bfs_from_each: the direct method takes no schedule; the loop does", invalid_argument);
  if (!exec.is_host()) return;
  CHECK_THROWS_WITH_AS(bfs_from_each(a, {0}, {.method = traversal_method::stepwise}),
                       "bfs_from_each: the stepwise method is a GPU's; the host has the direct one and the loop",
                       invalid_argument);
}

EXECUTOR_CASE("sources without entries, arcs in one direction and sinks are counted right") {
  auto const entries = graph_of_arcs(7, {{0, 1}, {1, 0}, {3, 4}, {4, 5}, {6, 0}, {2, 2}, {6, 5}});
  for (direction const way : {direction::automatic, direction::push, direction::pull}) {
    check_many_sources(exec, entries, 7, {.direction = way, .method = traversal_method::direct});
  }
  check_many_sources(exec, entries, 7, {.method = traversal_method::loop});
  auto const lonely = matrix<float>::build(3, 3, {}, {}, {}, take_first<float>{}, exec);
  for (direction const way : {direction::automatic, direction::pull}) {
    auto const found = bfs_from_each(lonely, {2, 0, 2}, {.direction = way}).found;
    CHECK(found == std::vector<source_reach>(3, {.reached = 1}));
    CHECK_EQ(found[0].closeness(3), 0);
  }
}

EXECUTOR_CASE("closeness and harmonic centrality of the karate club are the published ones") {
  auto const a = io::to_matrix(karate_club<float>(), take_first<float>{}, exec);
  auto const found = bfs_from_each(a, {0, 33, 16}).found;
  CHECK_EQ(found[0].closeness(34), doctest::Approx(0.5689655172413793));
  CHECK_EQ(found[1].closeness(34), doctest::Approx(0.55));
  CHECK_EQ(found[2].closeness(34), doctest::Approx(0.28448275862068967));
  CHECK_EQ(found[0].harmonic, 16 + 9 / 2.0 + 8 / 3.0);
}

EXECUTOR_CASE("where not all is reached closeness counts how much is") {
  auto const a = io::to_matrix(graph_of_arcs(5, {{0, 1}, {1, 2}}), take_first<float>{}, exec);
  auto const found = bfs_from_each(a, {0, 1, 2}).found;
  CHECK_EQ(found[0].closeness(5), doctest::Approx(2.0 / 4 * 2.0 / 3));
  CHECK_EQ(found[1].closeness(5), doctest::Approx(1.0 / 4));
  CHECK_EQ(found[2].closeness(5), 0);
}

EXECUTOR_CASE("64-bit offsets and 64-bit indices find the same from many sources") {
  auto const narrow = io::rmat<float>({.scale = 8, .edge_factor = 5, .seed = 3});
  auto const wide = io::rmat<double, std::int64_t>({.scale = 8, .edge_factor = 5, .seed = 3});
  auto const neighbours = adjacency_of(narrow.rows, narrow.row, narrow.col);
  auto const sources = some_sources(narrow.rows, 40);
  for (auto const method : {traversal_method::direct, traversal_method::loop}) {
    bfs_from_each_options const options{.levels = true, .method = method};
    check_each_source(bfs_from_each(io::to_matrix<double, std::int64_t, std::int64_t>(wide, take_first<double>{}, exec),
                                    sources, options),
                      neighbours, sources, true);
    check_each_source(bfs_from_each(io::to_matrix<float, std::int32_t, std::int64_t>(narrow, take_first<float>{}, exec),
                                    sources, options),
                      neighbours, sources, true);
  }
}

EXECUTOR_CASE("searches from many sources follow the transpose's edges back") {
  auto const entries = directed(io::rmat<float>({.scale = 8, .edge_factor = 4}));
  auto const a = io::to_matrix(entries, take_first<float>{}, exec).transposed();
  auto const neighbours = adjacency_of(a.rows(), entries.col, entries.row);
  auto const sources = some_sources(a.rows(), 20);
  check_each_source(bfs_from_each(a, sources), neighbours, sources, false);
}

TEST_CASE("any number of threads finds the same from many sources, pushing and pulling") {
  for (auto const& entries : {io::rmat<float>({.scale = 14}), directed(io::rmat<float>({.scale = 13})),
                              io::grid<float>({.width = 200, .height = 60, .keep = 0.7})}) {
    auto const neighbours = adjacency_of(entries.rows, entries.row, entries.col);
    auto const sources = some_sources(entries.rows, 9);
    for (int const threads : {1, 2, 8}) {
      auto const a = io::to_matrix(entries, take_first<float>{}, host_executor(threads));
      for (direction const way : {direction::push, direction::pull, direction::automatic}) {
        check_each_source(bfs_from_each(a, sources, {.direction = way, .levels = true}), neighbours, sources, true);
      }
    }
  }
}

namespace {

// Pushing alone, pulling alone and by turns, in one kernel and a launch a step, with numbers of either width.
void check_many_sources_on_gpu(std::vector<many_sources_graph> const& graphs) {
  auto const gpu = cuda_executor();
  for (auto const& entries : graphs) {
    auto const neighbours = adjacency_of(entries.rows, entries.row, entries.col);
    auto const a = io::to_matrix(entries, take_first<float>{}, gpu);
    auto const wide = matrix<float, std::int64_t, std::int64_t>::build(
        entries.rows, entries.cols, {entries.row.begin(), entries.row.end()}, {entries.col.begin(), entries.col.end()},
        {}, take_first<float>{}, gpu);
    for (bool const columns : {false, true}) {
      if (columns) a.csc();
      if (columns) wide.csc();
      for (double const push_cost : {1.0, 4.0, 64.0, std::numeric_limits<double>::infinity()}) {
        for (auto const method : {traversal_method::direct, traversal_method::stepwise}) {
          auto const sources = some_sources(entries.rows, push_cost == 4 ? 64 : 3);
          bfs_from_each_options const options{.levels = true, .method = method, .push_cost = push_cost};
          check_each_source(bfs_from_each(a, sources, options), neighbours, sources, true);
          check_each_source(bfs_from_each(wide, sources, options), neighbours, sources, true);
        }
      }
    }
  }
}

}  // namespace

GPU_CASE("a GPU searches directed, deep and skewed graphs from many sources in one kernel") {
  check_many_sources_on_gpu(
      {io::power_law<float>({.n = 6000, .degree = 20}), io::rmat<float>({.scale = 11, .edge_factor = 40}),
       directed(io::rmat<float>({.scale = 10})), io::grid<float>({.width = 300, .height = 20, .keep = 0.7}),
       io::star<float>({.n = 5000}), io::path<float>({.n = 70})});
  auto const a = io::to_matrix(io::rmat<float>({.scale = 9}), take_first<float>{}, cuda_executor());
  auto const sources = some_sources(a.rows(), 64);
  CHECK_EQ(bfs_from_each(a, sources).launches, 1);
  CHECK_GT(bfs_from_each(a, sources, {.method = traversal_method::stepwise}).launches, 4);
}

GPU_CASE("a GPU searches small graphs from many sources, pushing and pulling [sanitize]") {
  check_many_sources_on_gpu({io::power_law<float>({.n = 300, .degree = 12}), io::star<float>({.n = 700}),
                             io::grid<float>({.width = 12, .height = 5, .keep = 0.8})});
}
