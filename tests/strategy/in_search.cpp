// in_search.cpp - strategies inside the one-kernel search: which are settings of its policies, and that its answers are
// those without one.
#include <algorithm>
#include <cmath>
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/detail/cuda/sharing.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/ops/fixpoint/fixpoint.hpp>
#include <heddle/semirings/operators.hpp>

#include "tests/support/bfs_reference.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/strategies.hpp"

using namespace heddle;
using namespace heddle::strategies;
using namespace heddle::schedules;
using namespace heddle::testing;
using gpu::sharing;
using gpu::sharing_of;
using gpu::sharing_policy;

namespace {

std::vector<std::string> shared_inside() {
  std::vector<std::string> taken;
  std::vector<std::string> names = strategy::names();
  for (std::string const& name : schedule::names()) names.push_back(name);
  for (std::string const& name : names) {
    if (sharing_of(strategy::parse(name), {.longest = 1 << 20}, false)) taken.push_back(name);
  }
  return taken;
}

using unweighted = io::coordinates<float>;

// A hub of more entries than a block has threads, rows that a warp sets aside, long paths, vertices without entries.
std::vector<unweighted> graphs_of_every_shape() {
  return {karate_club<float>(),
          io::rmat<float>({.scale = 12, .edge_factor = 16}),
          io::power_law<float>({.n = 3000, .degree = 8}),
          io::star<float>({.n = 5000}),
          io::path<float>({.n = 400}),
          io::grid<float>({.width = 90, .height = 70, .keep = 0.7})};
}

}  // namespace

TEST_CASE("the search shares out frontiers by these strategies and schedules") {
  std::vector<std::string> expected = strategy::names();
  for (char const* schedule :
       {"auto", "thread_mapped", "warp_mapped", "block_mapped", "group_mapped", "merge_path", "nonzero_split", "coo"}) {
    expected.push_back(schedule);
  }
  auto found = shared_inside();
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  CHECK(found == expected);
}

TEST_CASE("strategies are settings of the policies of a search") {
  auto const of = [](strategy const& by, size_type longest = 1 << 20, bool undirected = false) {
    auto const found = sharing_of(by, {.longest = longest, .threads = 1 << 18}, undirected);
    REQUIRE(found.has_value());
    return *found;
  };
  using enum sharing_policy;
  CHECK(of(strategy{}) == sharing{});
  CHECK(of(node_based{}) == sharing{.policy = lanes, .lanes = 1, .in_hand = 1});
  CHECK(of(thread_mapped{}) == of(node_based{}));
  CHECK(of(warp_mapped{}) == sharing{.policy = lanes, .lanes = 32, .in_hand = 1});
  CHECK(of(group_mapped{.lanes = 4}) == sharing{.policy = lanes, .lanes = 4, .in_hand = 1});
  CHECK(of(block_mapped{}) == sharing{.policy = lanes, .lanes = 32, .in_hand = 1, .block_above = 0});
  CHECK(of(vertex_shuffle{}) ==
        sharing{.policy = lanes, .lanes = 8, .in_hand = 8, .warp_above = 32, .block_above = 256});
  CHECK(of(scan_based{}) == sharing{.policy = scan, .warp_above = 32, .block_above = 256});
  CHECK(of(dynamic_scheduling{.warp_above = 7}) == sharing{.policy = scan, .warp_above = 7, .block_above = 256});
  CHECK(of(binary_search{}) == sharing{.policy = stretches, .share = 0, .most = 12288});
  CHECK(of(nonzero_split{}) == sharing{.policy = stretches, .share = 0, .most = 2048});
  CHECK(of(balanced_gathering{}) == sharing{.policy = stretches, .share = 2048, .most = 2048});
  CHECK(of(merge_path{.items_per_worker = 64}) ==
        sharing{.policy = stretches, .share = 64, .most = 64, .vertices_above = -1});
  CHECK(of(balanced_redistribution{}) ==
        sharing{.policy = stretches, .share = 2048, .most = 2048, .vertices_above = -1});
  CHECK(
      of(two_phase{.edges_per_block = 64, .least_frontier = 9}) ==
      sharing{.policy = written_stretches, .warp_above = 32, .block_above = 256, .share = 64, .most = 64, .least = 9});
  CHECK(of(perfect_balance{}) == sharing{.policy = written_stretches, .most = sharing::none, .writes_rows = true});
  CHECK(of(strategy::parse("nonzero_split+segments")) == of(perfect_balance{}));
  CHECK(of(workload_decomposition{}) == sharing{.policy = thread_stretches, .share = 0});
  CHECK(of(strategy::parse("nonzero_split:atoms_per_worker=3+thread")) ==
        sharing{.policy = thread_stretches, .share = 3});
  CHECK(of(strategy::parse("merge_path:items_per_worker=5+thread")) ==
        sharing{.policy = thread_stretches, .share = 5, .vertices_above = -1});
  CHECK(of(node_splitting{.mdt = 30}) == sharing{.policy = children, .lanes = 1, .in_hand = 1, .child = 30});
  CHECK(sharing_of(node_splitting{.lanes = 4}, {.longest = 1000, .threshold = 40}, true) ==
        sharing{.policy = children, .lanes = 4, .in_hand = 1, .child = 40});
  CHECK_EQ(sharing_of(node_splitting{}, {.longest = 1000}, true)->child, 1);
  CHECK(of(hybrid{.f0 = 3}) == sharing{.policy = stretches, .share = 2048, .most = 2048, .vertices_above = 3});
  CHECK(of(hierarchical{.mdt = 30, .few_vertices = 7}) == sharing{.policy = turns, .turn = 30, .few = 7});
  CHECK(of(hierarchical{.mdt = 30, .few_vertices = 7, .depth = 4}) ==
        sharing{.policy = turns, .turn = 30, .few = 7, .depth = 4});
  CHECK(of(edge_based{}) == sharing{.policy = entries, .reserves = gpu::reserve_for::warp});
  CHECK(of(edge_based{.chunked = 1}) == sharing{.policy = entries, .reserves = gpu::reserve_for::row});
  CHECK(of(edge_based{.chunked = 0}) == sharing{.policy = entries, .reserves = gpu::reserve_for::entry});
  CHECK(of(coo{}) == of(edge_based{}));
  CHECK(of(strategy::parse("cut_tiles:max_atoms=256+scan")) == sharing{});
  CHECK(of(strategy::parse("cut_tiles:max_atoms=64+scan")) == sharing{.piece = 64});
  CHECK(of(cut_tiles{.max_atoms = 9, .lanes = 4}) == sharing{.policy = children, .lanes = 4, .in_hand = 1, .child = 9});
  sharing queues = of(vertex_shuffle{});
  queues.grid_above = 1 << 17;  // half of the resident threads
  CHECK(of(supplementary_queues{}) == queues);
  queues.grid_above = 5;
  CHECK(of(supplementary_queues{.above = 5}) == queues);
  CHECK(of(supplementary_queues{}, 1 << 17) == of(vertex_shuffle{}));
  queues = of(scan_based{});
  queues.grid_above = 5;
  CHECK(of(supplementary_queues{.above = 5, .scan = true}) == queues);
  // Shares that are left to the plan are of some entries.
  for (char const* text : {"balanced_gathering:edges_per_block=0", "balanced_redistribution:items_per_block=0",
                           "two_phase:edges_per_block=0"}) {
    CAPTURE(text);
    CHECK_EQ(of(strategy::parse(text)).share, 0);
    CHECK_GT(of(strategy::parse(text)).most, 0);
  }
  // Nobody is set aside where no row is that long, and only behind an edge of an undirected graph one edge is a leaf.
  CHECK(of(dynamic_scheduling{}, 0) == sharing{.policy = scan, .warp_above = 32, .block_above = 256});
  CHECK(of(scan_based{}, 100) == sharing{.policy = scan, .warp_above = 32});
  CHECK(of(vertex_shuffle{}, 32) == sharing{.policy = lanes, .lanes = 8, .in_hand = 8});
  CHECK_EQ(of(binary_search{.discard_leaves = true}, 1, true).fewest, 2);
  CHECK_EQ(of(binary_search{.discard_leaves = true}, 1, false).fewest, 1);
  CHECK_EQ(of(binary_search{}, 1, true).fewest, 1);
  // What a kernel does not have is not taken for something else.
  for (char const* text :
       {"thread_mapped:tiles_per_worker=2", "nonzero_split:at_tile_ends=1", "nonzero_split:at_tile_ends=1+thread",
        "group_mapped+flattened:lanes=8", "thread_mapped+flattened:lanes=256", "binned", "cut_tiles", "dynamic",
        "cut_tiles:max_atoms=255+scan", "nonzero_split:atoms_per_worker=3+segments"}) {
    CAPTURE(text);
    CHECK_FALSE(sharing_of(strategy::parse(text), {.longest = 1000}, true));
  }
}

TEST_CASE("without a word a search lists entries of plane graphs and, for distances, of small ones, else pieces") {
  using gpu::search_for;
  // `met`: the mean row of an entry.
  auto const lists_entries = [](search_for what, double mean, double met, double near, size_type n) {
    seam::tile_statistics const matrix{
        .tiles = n,
        .atoms = static_cast<size_type>(mean * static_cast<double>(n)),
        .rows = {.max_length = 100, .mean_length = mean, .stddev_length = std::sqrt((met - mean) * mean)},
        .columns = n,
        .nearness = near};
    return gpu::usual_sharing(what, matrix).policy == sharing_policy::entries;
  };
  for (auto const what : {search_for::levels, search_for::distances}) {
    CHECK(lists_entries(what, 8, 12.9, 0.5, 1'000'000));
    CHECK_FALSE(lists_entries(what, 8.1, 12.9, 0.5, 1'000'000));
    CHECK_FALSE(lists_entries(what, 8, 13.1, 0.5, 1'000'000));
    CHECK_FALSE(lists_entries(what, 8, 12.9, 0.49, 1'000'000));
    CHECK_FALSE(lists_entries(what, 8, 40.1, 1, 10'000));
  }
  CHECK(lists_entries(search_for::levels, 4, 4, 1, 16'384));
  CHECK_FALSE(lists_entries(search_for::levels, 4, 4, 1, 16'383));
  CHECK(lists_entries(search_for::distances, 3.5, 4, 1, 16'000'000));
  CHECK_FALSE(lists_entries(search_for::distances, 3.6, 4, 1, 16'000'000));
  CHECK(lists_entries(search_for::distances, 8, 39.9, 0, 75'000));
  CHECK_FALSE(lists_entries(search_for::distances, 8, 39.9, 0, 75'001));
  CHECK(lists_entries(search_for::distances, 8, 39.9, 0, 4'096));
  CHECK_FALSE(lists_entries(search_for::distances, 8, 39.9, 0, 4'095));
  CHECK_FALSE(lists_entries(search_for::levels, 8, 39.9, 0, 75'000));
}

TEST_CASE("without a word pieces are short where a graph is small and has a hub") {
  CHECK_EQ(gpu::usual_pieces(20'000'000, 65).piece, 32);
  CHECK(gpu::usual_pieces(20'000'001, 65) == sharing{});
  CHECK(gpu::usual_pieces(20'000'000, 64) == sharing{});
  seam::tile_statistics matrix{.tiles = 1000, .atoms = 20'000, .rows = {.max_length = 300, .mean_length = 20}};
  for (auto const what : {gpu::search_for::levels, gpu::search_for::distances}) {
    CHECK(gpu::usual_sharing(what, matrix) == sharing{.piece = 32});
  }
  CHECK_EQ(gpu::text_of(gpu::usual_pieces(1000, 100)), "pieces of at most 32 entries, from all over the list");
}

GPU_CASE("under every strategy that it takes the search finds the levels and the smallest parents") {
  auto const exec = cuda_executor();
  for (unweighted const& g : graphs_of_every_shape()) {
    auto const a = io::to_matrix(g, take_first<float>{}, exec);
    auto const expected = reference_bfs(adjacency_of(a.rows(), g.row, g.col), 1);
    for (strategy const& by : strategy_variants()) {
      if (!sharing_of(by, gpu::facts_for(by, storage_of(a).csr()), storage_of(a).symmetric())) continue;
      CAPTURE(by.text());
      for (auto const method : {traversal_method::direct, traversal_method::stepwise, traversal_method::automatic}) {
        for (auto const way : {direction::automatic, direction::push}) {
          if (way == direction::push && method == traversal_method::stepwise) continue;
          for (bool const parents : {false, true}) {
            auto const found = bfs(a, 1, {.direction = way, .strategy = by, .parents = parents, .method = method});
            CHECK(found.levels.to_dense(-1) ==
                  std::vector<std::int32_t>(expected.levels.begin(), expected.levels.end()));
            CHECK_EQ(found.edges, expected.edges);
            CHECK_GT(found.launches, 0);
            if (parents) {
              CHECK(found.parents.to_dense(-1) ==
                    std::vector<std::int32_t>(expected.parents.begin(), expected.parents.end()));
            }
          }
        }
      }
    }
  }
}

GPU_CASE("under every strategy that it takes the search finds the distances and the tree") {
  auto const exec = cuda_executor();
  auto const check = [&]<class T>(T) {
    for (unweighted const& shape : graphs_of_every_shape()) {
      io::coordinates<T> g{shape.rows, shape.cols, shape.row, shape.col};
      for (std::size_t k = 0; k < g.row.size(); ++k) {
        g.value.push_back(static_cast<T>((7 * g.row[k] + 3 * g.col[k]) % 11 + 1));
      }
      auto const a = io::to_matrix(g, minimum<T>{}, exec);
      sssp_options const plain{.parents = true, .method = traversal_method::direct};
      auto const expected = sssp(a, 1, plain);
      auto const distances = expected.distances.to_dense(-1),
                 ways = sssp(a.to(host_executor()), 1).distances.to_dense(-1);
      CHECK(distances == ways);
      for (strategy const& by : strategy_variants()) {
        if (by.discards_leaves() || wants_mask(by) || !sharing_of(by, gpu::facts_for(by, storage_of(a).csr()), false))
          continue;
        CAPTURE(by.text());
        for (auto const method : {traversal_method::direct, traversal_method::stepwise, traversal_method::automatic}) {
          auto const found = sssp(a, 1, {.strategy = by, .parents = true, .method = method});
          CHECK(found.distances.to_dense(-1) == distances);
          CHECK(found.parents.to_dense(-1) == expected.parents.to_dense(-1));
          CHECK_GT(found.launches, 0);
        }
      }
    }
  };
  check(float{});
  check(double{});
}

// Kernels of each policy once, on few vertices, for the sanitizers: they take a second for what takes a millisecond.
GPU_CASE("the kernels of every policy find levels, distances and trees [sanitize]") {
  auto const exec = cuda_executor();
  auto g = io::rmat<float>({.scale = 7, .edge_factor = 6});
  for (std::int32_t v = 1; v < g.rows; ++v) {
    for (bool const back : {false, true}) {  // a hub
      g.row.push_back(back ? v : 0);
      g.col.push_back(back ? 0 : v);
    }
  }
  g.value.assign(g.row.size(), 1.0f);
  auto const a = io::to_matrix(g, minimum<float>{}, exec);
  auto const levels = bfs(a, 1, {.parents = true});
  auto const distances = sssp(a, 1).distances.to_dense(-1);
  for (char const* name :
       {"cut_tiles:max_atoms=256+scan", "cut_tiles:max_atoms=4+scan", "supplementary_queues:above=90", "vertex_shuffle",
        "scan_based", "node_splitting:mdt=9", "binary_search", "two_phase:edges_per_block=64,least_frontier=2",
        "perfect_balance", "workload_decomposition", "hierarchical:mdt=5,few_vertices=2", "edge_based"}) {
    CAPTURE(name);
    auto const by = strategy::parse(name);
    auto const found = bfs(a, 1, {.strategy = by, .parents = true});
    CHECK(found.levels.to_dense(-1) == levels.levels.to_dense(-1));
    CHECK(found.parents.to_dense(-1) == levels.parents.to_dense(-1));
    CHECK(bfs(a, 1, {.direction = direction::push, .strategy = by}).levels.to_dense(-1) == levels.levels.to_dense(-1));
    CHECK(sssp(a, 1, {.strategy = by}).distances.to_dense(-1) == distances);
  }
}

GPU_CASE("a thousand searches under each policy come to the same bits") {
  auto graph = io::rmat<float>({.scale = 10, .edge_factor = 8});
  io::add_weights(graph);
  auto const a = io::to_matrix(graph, minimum<float>{}, cuda_executor());
  for (char const* name :
       {"auto", "cut_tiles:max_atoms=256+scan", "vertex_shuffle", "scan_based", "node_splitting", "binary_search",
        "two_phase:least_frontier=2", "workload_decomposition", "hierarchical:few_vertices=2", "edge_based"}) {
    CAPTURE(name);
    auto const by = strategy::parse(name);
    auto const search = [&] { return bfs(a, 1, {.strategy = by, .parents = true}).parents.to_dense(-1); };
    auto const relax = [&] { return sssp(a, 1, {.strategy = by}).distances.to_dense(-1); };
    auto const parents = search();
    auto const distances = relax();
    int others = 0;
    for (int k = 0; k < 1000; ++k) others += search() != parents || relax() != distances;
    CHECK_EQ(others, 0);
  }
}

GPU_CASE("what the search does not have is refused by name, and goes by the loop unless asked for") {
  auto const exec = cuda_executor();
  auto const a = io::to_matrix(karate_club<float>(), take_first<float>{}, exec);
  auto const direct = traversal_method::direct;
  CHECK_THROWS_WITH_AS(bfs(a, 0, {.strategy = binned{}, .method = direct}),
                       "bfs: the direct method shares out nothing by binned; the loop does", invalid_argument);
  CHECK_EQ(bfs(a, 0, {.strategy = binned{}}).launches, 0);
  CHECK_EQ(bfs(a, 0, {.strategy = hybrid{}}).launches, 1);
  CHECK_EQ(bfs(a, 0, {.strategy = hierarchical{.mdt = 5}}).launches, 1);
  CHECK_EQ(sssp(a, 0, {.strategy = hybrid{}}).launches, 1);
  CHECK_EQ(sssp(a, 0, {.strategy = perfect_balance{}}).launches, 1);
  CHECK_EQ(sssp(a, 0, {.strategy = binned{}}).launches, 0);
  CHECK_EQ(sssp(a, 0, {.strategy = scan_based{.discard_leaves = true}}).launches, 0);
  CHECK_THROWS_WITH_AS(sssp(a, 0, {.strategy = binned{}, .method = direct}),
                       "sssp: the direct method shares out nothing by binned; the loop does", invalid_argument);
  auto const g = karate_club<float>();
  auto const wide =
      matrix<float, std::int32_t, std::int64_t>::build(g.rows, g.cols, g.row, g.col, {}, take_first<float>{}, exec);
  CHECK_THROWS_WITH_AS(bfs(wide, 0, {.strategy = hybrid{}, .method = direct}),
                       "bfs: the direct method takes a schedule or a strategy with 32-bit offsets alone; the loop does "
                       "with any",
                       invalid_argument);
}

// Of a way that begins in the middle, so that positions without an entry are met.
EXECUTOR_CASE("fixpoint shares out lists by a strategy where sssp does, and tells what it came to [sanitize]") {
  auto const a = io::to_matrix(karate_club<double>(), take_first<double>{}, exec);
  auto const expected = sssp(a, 3).distances.to_dense(-1);
  auto const search = [&](auto const& sr, fixpoint_options const& options) {
    auto x = vector<double>::build(34, {3}, {0.0}, take_first<double>{}, exec);
    auto const found = fixpoint(x, sr, a, options);
    if constexpr (std::is_same_v<decltype(sr), min_plus<double> const&>) CHECK((x.to_dense(-1) == expected));
    return found;
  };
  min_plus<double> const sr;
  auto const usual = search(sr, {}), shared = search(sr, {.strategy = hybrid{}});
  auto const loop = search(sr, {.method = fixpoint_method::products, .strategy = hybrid{}});
  CHECK_EQ(loop.ran_as, "loop by hybrid");
  CHECK_EQ(loop.launches, 0);
  strategy_costs costs;
  CHECK_EQ(search(sr, {.strategy = hybrid{}, .costs = &costs}).ran_as, "loop by hybrid");
  CHECK_EQ(search(sr, {.direction = direction::push}).ran_as, "loop by auto");
  if (exec.is_host()) {  // a GPU has no kernel of min_first for a .cpp
    CHECK_EQ(search(min_first<double>{}, {.schedule = merge_path{}}).ran_as, "loop by merge_path");
    CHECK_EQ(usual.ran_as, "search on the host");
    CHECK_EQ(shared.ran_as, "loop by hybrid");
    return;
  }
  CHECK_EQ(usual.ran_as, "search by pieces of at most 256 entries");
  CHECK(shared.ran_as.starts_with("search by stretches"));
  CHECK_EQ(shared.launches, 1);
  CHECK_EQ(search(sr, {.schedule = merge_path{}}).launches, 1);
  CHECK_EQ(search(sr, {.method = fixpoint_method::piles, .strategy = node_based{}}).launches, 1);
  CHECK(search(sr, {.method = fixpoint_method::stepwise, .strategy = node_based{}}).launches > 1);
  CHECK_EQ(search(sr, {.schedule = binned{}}).ran_as, "loop by binned");
  CHECK_EQ(search(sr, {.strategy = hybrid{}, .most_rounds = 40}).ran_as, "loop by hybrid");
  CHECK_EQ(search(sr, {.strategy = scan_based{.discard_leaves = true}}).launches, 0);
}
