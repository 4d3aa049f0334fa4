// counted_shares.cpp - who takes what of a list, counted: each policy of a search by the bound that its paper promises,
// not by its name.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/semirings/operators.hpp>

#include "src/measure/shares_taken.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/strategies.hpp"

using namespace heddle;
using namespace heddle::strategies;
using namespace heddle::schedules;
using namespace heddle::testing;
using measure::list_shares;
using measure::shares_taken;

namespace {

using counted_graph = io::coordinates<float>;

struct directed_edges {
  counted_graph g;
  void add(size_type from, size_type to) {
    g.row.push_back(static_cast<std::int32_t>(from));
    g.col.push_back(static_cast<std::int32_t>(to));
    g.value.push_back(1);
    g.rows = g.cols = std::max({g.rows, from + 1, to + 1});
  }
};

// One vertex of n entries, and nothing else.
counted_graph hub(size_type n) {
  directed_edges made;
  for (size_type v = 1; v <= n; ++v) made.add(0, v);
  return made.g;
}

// Behind the source 32 vertices, of which one has 32 entries and the others have one each.
counted_graph one_long_row_of_32() {
  directed_edges made;
  size_type next = 33;
  for (size_type v = 1; v <= 32; ++v) {
    made.add(0, v);
    for (size_type k = 0; k < (v == 7 ? 32 : 1); ++k) made.add(v, next++);
  }
  return made.g;
}

matrix<float> on_gpu(counted_graph const& g) { return io::to_matrix(g, take_first<float>{}, cuda_executor()); }

gpu::sharing settings(strategy const& by, matrix<float> const& a) {
  auto const& rows = storage_of(a).csr();
  auto const found = gpu::sharing_of(by, gpu::facts_for(by, rows), false);
  REQUIRE(found.has_value());
  return *found;
}

shares_taken pushed(matrix<float> const& a, strategy const& by) {
  return measure::shares_of_bfs(a, 0, settings(by, a), true);
}

list_shares last_of(shares_taken const& all) {
  REQUIRE_FALSE(all.lists.empty());
  return all.lists.back();
}

// Frontiers of few and many vertices, with long rows and without.
std::vector<matrix<float>> usual_graphs() {
  std::vector<matrix<float>> all;
  all.push_back(on_gpu(io::rmat<float>({.scale = 15, .edge_factor = 16})));
  all.push_back(on_gpu(io::grid<float>({.width = 300, .height = 200})));
  all.push_back(on_gpu(io::power_law<float>({.n = 100'000, .degree = 8})));
  return all;
}

template <class Check> void for_each_list(strategy const& by, Check const& check) {
  CAPTURE(by.text());
  for (auto const& a : usual_graphs()) {
    auto const all = pushed(a, by);
    for (list_shares const& list : all.lists) check(list, all);
  }
}

}  // namespace

TEST_CASE("unevenness is the greatest share over the mean of who is resident, list after list") {
  shares_taken const all{.threads = 64,
                         .warps = 2,
                         .blocks = 1,
                         .lists = {{.items = 1, .entries = 10, .thread = 5, .warp = 9, .block = 10},
                                   {.items = 9, .entries = 640, .thread = 20, .warp = 321, .block = 640}}};
  CHECK_EQ(all.entries(), 650);
  CHECK_EQ(all.unevenness(&list_shares::block), 1);
  CHECK_EQ(all.unevenness(&list_shares::warp), (9.0 + 321) / (5 + 320));
  CHECK_EQ(all.unevenness(&list_shares::thread), (5.0 + 20) / (1 + 10));
  CHECK_EQ(shares_taken{}.unevenness(&list_shares::thread), 0);
}

TEST_CASE("shares are counted on a GPU alone, from a vertex that there is") {
  auto const a = io::to_matrix(karate_club<float>(), take_first<float>{}, host_executor());
  CHECK_THROWS_WITH_AS(measure::shares_of_bfs(a, 0, {}, true), "shares: those of a search are counted on a GPU",
                       invalid_argument);
}

GPU_CASE("under every strategy each entry is walked once") {
  for (auto const& a : usual_graphs()) {
    auto const expected = bfs(a, 0, {.direction = direction::push}).edges;
    for (strategy const& by : strategy_variants()) {
      if (by.discards_leaves() || !gpu::sharing_of(by, gpu::facts_for(by, storage_of(a).csr()), false)) continue;
      CAPTURE(by.text());
      CHECK_EQ(pushed(a, by).entries(), expected);
    }
  }
}

// Every vertex has one way, so nothing is relaxed twice.
GPU_CASE("a search of shortest paths tells how many entries it has multiplied, whoever took them") {
  for (counted_graph const& g : {hub(5000), one_long_row_of_32()}) {
    auto const a = on_gpu(g);
    for (strategy const& by : strategy_variants()) {
      if (by.discards_leaves() || wants_mask(by) ||
          !gpu::sharing_of(by, gpu::facts_for(by, storage_of(a).csr()), false))
        continue;
      CAPTURE(by.text());
      CHECK_EQ(sssp(a, 0, {.strategy = by, .method = traversal_method::direct}).relaxed, a.nnz());
      CHECK_EQ(measure::shares_of_sssp(a, 0, settings(by, a)).entries(), a.nnz());
    }
  }
}

GPU_CASE("pieces have 256 entries at most, however long rows are") {
  auto const list = last_of(pushed(on_gpu(hub(100'000)), strategy{}));
  CHECK_EQ(list.items, (100'000 + 255) / 256);
  CHECK_EQ(list.longest, 256);
  CHECK_LE(list.thread, 256 / 32);
  for_each_list(strategy{}, [](list_shares const& each, shares_taken const&) { CHECK_LE(each.longest, 256); });
}

GPU_CASE("node_based and thread_mapped give a vertex to a thread, however many entries it has") {
  for (strategy const& by : {strategy(node_based{}), strategy(thread_mapped{})}) {
    CHECK_EQ(last_of(pushed(on_gpu(hub(5000)), by)).thread, 5000);
    CHECK_EQ(last_of(pushed(on_gpu(one_long_row_of_32()), by)).thread, 32);
    for_each_list(by, [](list_shares const& list, shares_taken const& all) {
      CHECK_GE(list.thread, list.longest);  // nobody has helped
      CHECK_LE(list.thread, list.longest * ((list.items + all.threads - 1) / all.threads));
    });
  }
}

GPU_CASE("node_splitting gives a child to a thread, of at most mdt entries, or to a group of lanes") {
  auto const list = last_of(pushed(on_gpu(hub(5000)), node_splitting{.mdt = 30}));
  CHECK_GE(list.items, (5000 + 29) / 30);
  CHECK_EQ(list.longest, 30);
  CHECK_EQ(list.thread, 30);
  CHECK_EQ(last_of(pushed(on_gpu(hub(5000)), node_splitting{.mdt = 30, .lanes = 4})).thread, 8);
  CHECK_EQ(last_of(pushed(on_gpu(hub(5000)), node_splitting{.bins = 4})).longest, 1250);  // a quarter of the longest
  for (int const mdt : {1, 7, 64, 1000}) {
    for_each_list(node_splitting{.mdt = mdt}, [&](list_shares const& each, shares_taken const& all) {
      CHECK_LE(each.longest, mdt);
      CHECK_LE(each.thread, mdt * ((each.items + all.threads - 1) / all.threads));
    });
  }
}

GPU_CASE("a group of lanes takes a vertex: each an equal part of it") {
  for (int const lanes : {1, 2, 4, 8, 16, 32}) {
    auto const list = last_of(pushed(on_gpu(hub(5000)), group_mapped{.lanes = lanes}));
    CHECK_EQ(list.thread, (5000 + lanes - 1) / lanes);
    CHECK_EQ(list.warp, 5000);
  }
  CHECK_EQ(last_of(pushed(on_gpu(hub(5000)), warp_mapped{})).thread, (5000 + 31) / 32);
}

GPU_CASE("vertices above a threshold are the warp's, and above another the block's") {
  auto const long_row = on_gpu(hub(5000));
  for (strategy const& by :
       {strategy(block_mapped{}), strategy(vertex_shuffle{}), strategy(scan_based{}), strategy(dynamic_scheduling{})}) {
    CAPTURE(by.text());
    auto const all = pushed(long_row, by);
    size_type const of_block = all.threads / all.blocks;
    CHECK_EQ(last_of(all).block, 5000);
    CHECK_EQ(last_of(all).thread, (5000 + of_block - 1) / of_block);
  }
  auto const list = last_of(pushed(long_row, vertex_shuffle{.lanes = 8, .block_above = 0}));
  CHECK_EQ(list.warp, 5000);
  CHECK_EQ(list.thread, (5000 + 31) / 32);
}

GPU_CASE("a scan deals out the entries of a warp's vertices evenly, where lanes keep to their own") {
  auto const a = on_gpu(one_long_row_of_32());
  for (strategy const& by : {strategy(scan_based{}), strategy(dynamic_scheduling{})}) {
    auto const list = last_of(pushed(a, by));
    CHECK_EQ(list.items, 32);
    CHECK_EQ(list.entries, 63);
    CHECK_EQ(list.warp, 63);
    CHECK_EQ(list.thread, 2);
  }
}

GPU_CASE("stretches give no block more than its mean and a chunk") {
  for (int const chunk : {64, 2048}) {
    for_each_list(balanced_gathering{.edges_per_block = chunk}, [&](list_shares const& list, shares_taken const& all) {
      CHECK_LE(list.block, list.entries / all.blocks + chunk);
    });
    for_each_list(merge_path{.items_per_worker = chunk}, [&](list_shares const& list, shares_taken const& all) {
      CHECK_LE(list.block, (list.entries + list.items) / all.blocks + chunk);
    });
  }
  for_each_list(binary_search{}, [](list_shares const& list, shares_taken const& all) {
    // All resident threads are given the same, as far as shared memory holds it.
    size_type const of_block = all.threads / all.blocks;
    size_type const chunk = std::min((list.entries + all.threads - 1) / all.threads * of_block, size_type{12'288});
    CHECK_LE(list.block, list.entries / all.blocks + chunk);
    CHECK_LE(list.warp, (list.entries / chunk / all.blocks + 1) * ((chunk + 31) / (of_block / 32) + 1));
  });
  auto const all = pushed(on_gpu(hub(1'000'000)), binary_search{});
  CHECK_LE(all.unevenness(&list_shares::block), 1.1);
}

GPU_CASE("workload_decomposition gives every thread the same, and searches for it") {
  for_each_list(workload_decomposition{}, [](list_shares const& list, shares_taken const& all) {
    CHECK_LE(list.thread, (list.entries + all.threads - 1) / all.threads);
  });
  for (char const* text : {"nonzero_split:atoms_per_worker=5+thread", "merge_path:items_per_worker=5+thread"}) {
    for_each_list(strategy::parse(text), [](list_shares const& list, shares_taken const& all) {
      size_type const turns = (list.entries + list.items) / 5 / all.threads + 1;
      CHECK_LE(list.thread, 5 * turns);
    });
  }
  auto const all = pushed(on_gpu(hub(1'000'000)), workload_decomposition{});
  CHECK_LE(last_of(all).thread, (1'000'000 + all.threads - 1) / all.threads);
}

GPU_CASE("two_phase gives a block the stretches that it has written down, and small steps to scans") {
  for (int const chunk : {64, 2048}) {
    for_each_list(two_phase{.edges_per_block = chunk, .least_frontier = 0},
                  [&](list_shares const& list, shares_taken const& all) {
                    CHECK_LE(list.block, list.entries / all.blocks + chunk);
                  });
  }
  CHECK_LE(pushed(on_gpu(hub(1'000'000)), two_phase{.least_frontier = 0}).unevenness(&list_shares::block), 1.1);
  auto const scanned = pushed(on_gpu(one_long_row_of_32()), two_phase{.least_frontier = 33});
  CHECK_EQ(last_of(scanned).warp, 63);  // whose 32 rows they are
  CHECK_EQ(last_of(scanned).thread, 2);
}

GPU_CASE("where lists are of entries, or the row of every entry is written down, no thread has one more than another") {
  for (strategy const& by : {strategy(perfect_balance{}), strategy(edge_based{}), strategy(edge_based{.chunked = 1}),
                             strategy(edge_based{.chunked = 0}), strategy(coo{})}) {
    for_each_list(by, [](list_shares const& list, shares_taken const& all) {
      CHECK_EQ(list.longest, 1);
      CHECK_LE(list.thread, (list.entries + all.threads - 1) / all.threads);
    });
  }
  auto const listed = last_of(pushed(on_gpu(hub(5000)), edge_based{}));
  CHECK_EQ(listed.items, 5000);
  CHECK_EQ(last_of(pushed(on_gpu(hub(5000)), perfect_balance{})).items, 1);
}

GPU_CASE("hierarchical takes so many entries of a vertex in a turn, and equal stretches where few have some left") {
  auto const long_row = on_gpu(hub(5000));
  CHECK_EQ(last_of(pushed(long_row, hierarchical{.mdt = 30, .few_vertices = 0})).longest, 30);
  CHECK_EQ(last_of(pushed(long_row, hierarchical{.mdt = 30, .few_vertices = 0})).thread, 5000);
  CHECK_EQ(last_of(pushed(long_row, hierarchical{.mdt = 30, .few_vertices = 2})).thread, 1);
  CHECK_LE(last_of(pushed(long_row, hierarchical{.mdt = 30, .few_vertices = 0, .depth = 4})).thread, 4 * 30 + 1);
  for (int const mdt : {1, 7, 64}) {
    for_each_list(hierarchical{.mdt = mdt, .few_vertices = 0},
                  [&](list_shares const& list, shares_taken const&) { CHECK_LE(list.longest, mdt); });
  }
}

GPU_CASE("supplementary_queues give a vertex of very many entries to all blocks") {
  auto const a = on_gpu(hub(1'000'000));
  for (auto const& all : {pushed(a, supplementary_queues{}), pushed(a, supplementary_queues{.above = 5000})}) {
    CHECK_EQ(last_of(all).thread, (1'000'000 + all.threads - 1) / all.threads);
    CHECK_LE(all.unevenness(&list_shares::block), 1.1);
  }
  CHECK_EQ(last_of(pushed(a, supplementary_queues{.above = 2'000'000})).block, 1'000'000);
}

GPU_CASE("vertices with queues have the threads of their bin, side by side") {
  directed_edges made;
  size_type next = 65;
  for (size_type v = 1; v <= 64; ++v) {
    made.add(0, v);
    for (size_type k = 0; k < 3000; ++k) made.add(v, next++);
  }
  auto const a = on_gpu(made.g);
  for (bool const scan : {false, true}) {
    auto const all = pushed(a, supplementary_queues{.above = 1024, .scan = scan});  // 2048 threads each
    size_type const rounds = (64 * 2048 + all.threads - 1) / all.threads;
    CHECK_LE(last_of(all).thread, 2 * rounds);
    CHECK_EQ(last_of(all).entries, 64 * 3000);
  }
}
