// told.cpp - nothing is substituted in silence: settings that would do nothing are refused, and results tell what a
// call came to.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/detail/cuda/sharing.hpp>
#include <heddle/io/load.hpp>
#include <heddle/ops/fixpoint/fixpoint.hpp>

#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/strategies.hpp"

using namespace heddle;
using namespace heddle::strategies;
using namespace heddle::schedules;
using namespace heddle::testing;
using detail::push_facts;
using detail::require_effect;
using detail::text_of_turn;

namespace {

matrix<double> club(executor const& exec) { return io::to_matrix(karate_club<double>(), take_first<double>{}, exec); }

std::vector<strategy> with_status_bitmap() {
  return {perfect_balance{.status_bitmap = true}, balanced_gathering{.status_bitmap = true},
          balanced_redistribution{.status_bitmap = true}, hybrid{.status_bitmap = true}};
}

}  // namespace

EXECUTOR_CASE("a status bitmap is refused where nothing is masked, and what is written stays") {
  auto const a = club(exec);
  auto const u = vector<double>::filled(34, 1, exec);
  for (strategy const& by : with_status_bitmap()) {
    CAPTURE(by.text());
    auto const why = by.text() + ": status_bitmap is of a mask, and nothing is masked";
    auto w = vector<double>::filled(34, 7, exec), x = w;
    CHECK_THROWS_WITH_AS(vxm(w, min_plus<double>{}, u, a, {.strategy = by}), ("vxm (by A transposed): " + why).c_str(),
                         invalid_argument);
    CHECK_THROWS_WITH_AS(mxv(w, min_plus<double>{}, a, u, {.strategy = by}), ("mxv: " + why).c_str(), invalid_argument);
    CHECK_THROWS_WITH_AS(fixpoint(x, min_plus<double>{}, a, {.strategy = by}), ("fixpoint: " + why).c_str(),
                         invalid_argument);
    CHECK(w.to_dense(0) == std::vector<double>(34, 7));
    CHECK(x.to_dense(0) == std::vector<double>(34, 7));
    for (auto const method : {traversal_method::automatic, traversal_method::loop}) {
      CHECK_THROWS_WITH_AS(sssp(a, 0, {.strategy = by, .method = method}), ("sssp: " + why).c_str(), invalid_argument);
    }
    vxm(w, structure(u), no_accum, min_plus<double>{}, u, a, {.strategy = by});
    CHECK_EQ(fixpoint(x, structure(u), min_plus<double>{}, a, {.strategy = by}).complete, true);
    CHECK_EQ(bfs(a, 0, {.strategy = by}).reached, 34);  // visited vertices are masked
  }
}

TEST_CASE("what a push on a GPU does not look at is refused, where a push is asked for") {
  push_facts const gpu{.masked = true, .on_gpu = true}, by_code{.masked = true, .on_gpu = true, .by_code = true};
  auto const refused = [](char const* text, char const* parameter) {
    return std::string("vxm: ") + text + ": a push on a GPU does not look at " + parameter;
  };
  for (auto const& [text, parameter] : std::vector<std::pair<char const*, char const*>>{
           {"coo:atoms_per_worker=64", "atoms_per_worker"},
           {"nonzero_split:atoms_per_worker=64+segments", "atoms_per_worker"},
           {"merge_path:items_per_worker=64+segments", "items_per_worker"},
           {"nonzero_split:at_tile_ends=1", "at_tile_ends"},
           {"nonzero_split:at_tile_ends=1+segments", "at_tile_ends"}}) {
    CAPTURE(text);
    auto const by = strategy::parse(text);
    CHECK_THROWS_WITH_AS(require_effect("vxm", by, gpu), refused(text, parameter).c_str(), invalid_argument);
    // The host has the shares of a table, and kernels by code have where a walk is named or usual.
    require_effect("vxm", by, {.masked = true});
    if (by != strategy::parse("nonzero_split:at_tile_ends=1")) require_effect("vxm", by, by_code);
  }
  for (char const* text :
       {"coo", "coo:atoms_per_worker=64+marks", "nonzero_split:atoms_per_worker=64",
        "nonzero_split:at_tile_ends=1+thread", "merge_path:items_per_worker=64", "merge_path+segments",
        "dynamic:tiles_per_worker=3", "thread_mapped:tiles_per_worker=2", "cut_tiles:max_atoms=3"}) {
    CAPTURE(text);
    require_effect("vxm", strategy::parse(text), gpu);
  }
  for (strategy const& by : strategy_variants()) {
    CAPTURE(by.text());
    require_effect("vxm", by, gpu);
  }
}

GPU_CASE(
    "a push on a GPU refuses a strategy that it would not look at, and takes a schedule, of which pulls use more") {
  auto const exec = cuda_executor();
  auto const a = club(exec);
  auto const u = vector<double>::filled(34, 1, exec);
  auto w = vector<double>::filled(34, 7, exec);
  coo const list{.atoms_per_worker = 64};
  CHECK_THROWS_AS(vxm(w, min_plus<double>{}, u, a, {.strategy = list}), invalid_argument);
  CHECK(w.to_dense(0) == std::vector<double>(34, 7));
  vxm(w, min_plus<double>{}, u, a, {.schedule = list, .direction = direction::push});
  vxm(w, min_plus<double>{}, u, a, {.schedule = list, .direction = direction::pull});
}

TEST_CASE("a turn tells how it is walked, and what stands in for a walk that is not there") {
  push_facts const host{}, gpu{.on_gpu = true}, by_code{.on_gpu = true, .by_code = true};
  schedule const shuffled = vertex_shuffle{}.of_step({.longest = 1000}), merged = merge_path{.items_per_worker = 64},
                 scanned = dynamic_scheduling{}.of_step({}), edges = perfect_balance{}.of_step({});
  CHECK_EQ(text_of_turn(merged, gpu), "merge_path:items_per_worker=64");
  CHECK_EQ(text_of_turn(merged, by_code), "merge_path:items_per_worker=64");
  CHECK_EQ(text_of_turn(shuffled, gpu), shuffled.text());
  CHECK_EQ(text_of_turn(shuffled, host), "thread_mapped by threads of the host");
  CHECK_EQ(text_of_turn(shuffled, by_code),
           "thread_mapped+group:lanes=8 in place of " + shuffled.text() + ", which kernels by code do not have");
  CHECK_EQ(text_of_turn(scanned, by_code),
           "thread_mapped+group:lanes=32 in place of " + scanned.text() + ", which kernels by code do not have");
  CHECK_EQ(text_of_turn(edges, by_code),
           "nonzero_split+group:lanes=32 in place of nonzero_split+segments, which kernels by code do not have");
}

EXECUTOR_CASE("costs tell each schedule that steps were shared out by, once") {
  auto const a = club(exec);
  strategy_costs costs;
  CHECK_EQ(bfs(a, 0, {.strategy = supplementary_queues{}, .costs = &costs}).reached, 34);
  REQUIRE_EQ(costs.ran_as.size(), 1);
  CHECK_EQ(costs.ran_as[0], exec.is_host() ? "thread_mapped by threads of the host"
                                           : "thread_mapped+gathering:lanes=8,warp_above=0,block_above=0");
  strategy_costs both;
  CHECK_EQ(bfs(a, 0, {.strategy = two_phase{.least_frontier = 5}, .costs = &both}).reached, 34);
  CHECK_EQ(both.ran_as.size(), 2);
}

EXECUTOR_CASE("searches tell by which method they went, and who shared out") {
  auto const a = club(exec);
  bool const host = exec.is_host();
  auto const direct = traversal_method::direct, loop = traversal_method::loop;
  std::string const usual = host ? "search on the host" : "search by pieces of at most 256 entries";
  CHECK_EQ(bfs(a, 0).ran_as, usual);
  CHECK_EQ(sssp(a, 0).ran_as, usual);
  CHECK_EQ(bfs(a, 0, {.method = loop}).ran_as, "loop by auto");
  CHECK_EQ(bfs(a, 0, {.strategy = schedules::binned{}}).ran_as, "loop by binned, of which 3 levels pulled");
  CHECK_EQ(sssp(a, 0, {.schedule = merge_path{}, .method = loop}).ran_as, "loop by merge_path");
  CHECK_EQ(bfs(a, 0, {.strategy = node_based{}}).ran_as,
           host ? "loop by node_based, of which 3 levels pulled" : "search by a row to 1 lane");
  if (host) return;
  CHECK_EQ(sssp(a, 0, {.strategy = balanced_gathering{}, .method = direct}).ran_as,
           "search by stretches of entries, 2048 a block");
  CHECK_EQ(bfs(a, 0, {.strategy = node_based{}, .method = traversal_method::stepwise}).ran_as,
           "search step by step by a row to 1 lane");
}

TEST_CASE("policies are told in words") {
  auto const text = [](strategy const& by, bool undirected = false) {
    return gpu::text_of(*gpu::sharing_of(by, {.longest = 1 << 20, .threads = 1 << 18}, undirected));
  };
  CHECK_EQ(text({}), "pieces of at most 256 entries");
  CHECK_EQ(text(vertex_shuffle{}), "a row to 8 lanes, rows above 32 to the warp, rows above 256 to the block");
  CHECK_EQ(text(scan_based{.warp_above = 0, .discard_leaves = true}, true),
           "the entries of 32 rows by a scan of the warp, rows above 256 to the block, without leaves");
  CHECK_EQ(text(binary_search{}), "stretches of entries, equal ones a block");
  CHECK_EQ(text(merge_path{.items_per_worker = 64}), "stretches of rows and entries, 64 a block");
  CHECK_EQ(text(hybrid{}), "stretches of entries, and rows in steps of more than 10 entries a row, 2048 a block");
  CHECK_EQ(text(workload_decomposition{}), "stretches of entries, equal ones a thread");
  CHECK_EQ(text(node_splitting{.mdt = 30}), "children of at most 30 entries, each to 1 lane");
  CHECK_EQ(text(node_splitting{.mdt = 30, .lanes = 8}), "children of at most 30 entries, each to 8 lanes");
  CHECK_EQ(text(supplementary_queues{.above = 999}),
           "a row to 8 lanes, rows above 32 to the warp, rows above 256 to the block, rows above 999 to threads by "
           "their bin");
  CHECK_EQ(text(two_phase{.least_frontier = 0}), "stretches of entries, 2048 a block, written down before");
  CHECK_EQ(text(two_phase{.least_frontier = 5}),
           "stretches of entries, 2048 a block, written down before; of fewer than 5 rows the entries of 32 rows by a "
           "scan of the warp, rows above 32 to the warp, rows above 256 to the block");
  CHECK_EQ(text(perfect_balance{}), "an entry a thread, whose row is written down before");
  CHECK_EQ(
      text(hierarchical{.mdt = 6}),
      "turns of at most 6 entries of a row, a row to a thread; of fewer than 1024 rows stretches of entries, equal "
      "ones a thread");
  CHECK_EQ(
      text(hierarchical{.mdt = 6, .few_vertices = 9, .depth = 3}),
      "turns of at most 6 entries of a row, a row to a thread; behind turn 3 and of fewer than 9 rows stretches of "
      "entries, equal ones a thread");
  CHECK_EQ(text(edge_based{}), "a list of entries, one a thread, with room asked for those of a warp's rows at a time");
  CHECK_EQ(text(edge_based{.chunked = 1}),
           "a list of entries, one a thread, with room asked for the entries of a row at a time");
}
