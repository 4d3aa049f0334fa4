// names.cpp - strategies as values: names, parsing, what each asks of a step and gives it.
#include <doctest/doctest.h>

#include <heddle/base/error.hpp>
#include <heddle/ops/mxv/turns.hpp>
#include <set>

#include "tests/support/strategies.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;

using namespace heddle::strategies;
using namespace heddle::testing;

TEST_CASE("the names of strategies are those that the documentation promises") {
  std::vector<std::string> const promised = {"perfect_balance", "balanced_gathering", "balanced_redistribution",
                                             "hybrid",          "dynamic_scheduling", "two_phase",
                                             "node_based",      "edge_based",         "workload_decomposition",
                                             "node_splitting",  "hierarchical",       "vertex_shuffle",
                                             "scan_based",      "binary_search",      "supplementary_queues"};
  CHECK(strategy::names() == promised);
  for (std::string const& name : strategy::names()) {
    INFO(name);
    CHECK_EQ(strategy::parse(name).name(), name);
    CHECK_LT(strategy::parse(name).summary().size(), 115);
    CHECK_GT(strategy::parse(name).explanation().size(), 100);
  }
}

TEST_CASE("strategies are read from text and written back, schedules among them") {
  for (strategy const& s : strategy_variants()) CHECK(strategy::parse(s.text()) == s);
  CHECK(strategy::parse("hybrid:f0=20") == strategy(hybrid{.f0 = 20}));
  CHECK(strategy::parse("node_splitting:lanes=4,mdt=64") == strategy(node_splitting{.mdt = 64, .lanes = 4}));
  CHECK(strategy::parse("scan_based:discard_leaves=1") == strategy(scan_based{.discard_leaves = true}));
  CHECK(strategy::parse("merge_path+scan") == strategy(schedule(merge_path{}, by_block_scan{})));
  CHECK_EQ(strategy(hybrid{.f0 = 20}).text(), "hybrid:f0=20");
  CHECK_EQ(strategy(hierarchical{}).text(), "hierarchical");
  CHECK_EQ(strategy().text(), "auto");
  CHECK_EQ(strategy(group_mapped{16}).name(), "group_mapped");
  CHECK(strategy(hybrid{}).parameters() == std::vector<std::pair<std::string, int>>{{"f0", 10}, {"status_bitmap", 0}});
  CHECK(strategy(merge_path{2048}).parameters() ==
        std::vector<std::pair<std::string, int>>{{"items_per_worker", 2048}});
}

TEST_CASE("names that are one thing in a loop are those that docs/strategies.md lists") {
  for (auto const& [name, same] : std::vector<std::pair<char const*, char const*>>{
           {"node_based", "thread_mapped"},
           {"edge_based", "coo"},
           {"perfect_balance", "nonzero_split+segments"},
           {"balanced_gathering", "nonzero_split:atoms_per_worker=2048"},
           {"balanced_redistribution", "merge_path:items_per_worker=2048"},
           {"binary_search", "nonzero_split"},
           {"two_phase:least_frontier=0", "nonzero_split:atoms_per_worker=2048+rows"}}) {
    CAPTURE(name);
    CHECK(strategy::parse(name).of_step({.vertices = 5, .edges = 100}) == schedule::parse(same));
  }
  supplementary_queues const queues{.above = 50};
  CHECK(queues.of_step({.longest = 51}) == schedule(binned{}));
  CHECK(queues.of_step({.longest = 50}) == vertex_shuffle{}.of_step({.longest = 50}));
  supplementary_queues const scanned{.above = 50, .scan = true};
  CHECK(scanned.of_step({.longest = 51}) == schedule(binned{}));
  CHECK(scanned.of_step({.longest = 50}) == scan_based{}.of_step({.longest = 50}));
}

TEST_CASE("an unknown strategy, an unknown parameter and a senseless number are refused") {
  CHECK_THROWS_WITH_AS(strategy::parse("fast"),
                       "unknown strategy 'fast'; known are perfect_balance, balanced_gathering, "
                       "balanced_redistribution, hybrid, dynamic_scheduling, two_phase, node_based, edge_based, "
                       "workload_decomposition, node_splitting, hierarchical, vertex_shuffle, scan_based, "
                       "binary_search, supplementary_queues, auto, thread_mapped, warp_mapped, block_mapped, "
                       "group_mapped, merge_path, nonzero_split, binned, cut_tiles, dynamic, coo",
                       invalid_argument);
  CHECK_THROWS_AS(strategy::parse(""), invalid_argument);
  CHECK_THROWS_WITH_AS(strategy::parse("hybrid:g0=3"),
                       "strategy hybrid has no parameter 'g0'; it has f0, status_bitmap", invalid_argument);
  CHECK_THROWS_WITH_AS(strategy::parse("node_based:lanes=3"),
                       "strategy node_based has no parameter 'lanes'; it has none", invalid_argument);
  CHECK_THROWS_WITH_AS(strategy::parse("hybrid:f0=-1"), "hybrid: f0 is -1, but must be 0 or more", invalid_argument);
  CHECK_THROWS_AS(strategy::parse("hybrid:"), invalid_argument);
  CHECK_THROWS_WITH_AS(strategy::parse("vertex_shuffle:lanes=3"),
                       "vertex_shuffle: lanes is 3, but must be 1, 2, 4, 8, 16 or 32", invalid_argument);
  CHECK_THROWS_WITH_AS(strategy::parse("node_splitting:lanes=0"),
                       "node_splitting: lanes is 0, but must be 1, 2, 4, 8, 16 or 32", invalid_argument);
  CHECK_THROWS_WITH_AS(strategy::parse("merge_path:items_per_worker=-4"),
                       "merge_path: items_per_worker is -4, but must be 0 or more", invalid_argument);
}

TEST_CASE("what is wrong with a parameter is said of the strategy and the parameter that were written") {
  for (std::string const& name : strategy::names()) {
    for (auto const& [parameter, usual] : strategy::parse(name).parameters()) {
      for (std::string const value : {"-1", "0", "3", "33", "257", "2000000000", "99999999999", "many", ""}) {
        std::string const text = name + ":" + parameter + "=" + value;
        CAPTURE(text);
        try {
          strategy::parse(text);
        } catch (invalid_argument const& wrong) {
          std::string const said = wrong.what();
          CAPTURE(said);
          CHECK(said.starts_with(name + ": " + parameter + " is "));
          CHECK(said.find(", but must be ") != std::string::npos);
        }
      }
    }
  }
}

TEST_CASE("the hybrid compares edges with f0 edges a vertex also where those are more than can be counted") {
  size_type const many = size_type{1} << 40;
  hybrid const highest{.f0 = 999'999'990};
  CHECK(highest.of_step({.vertices = many, .edges = many}) == balanced_gathering{}.of_step({}));
  CHECK(highest.of_step({.vertices = 1, .edges = 999'999'990}) == balanced_gathering{}.of_step({}));
  CHECK(highest.of_step({.vertices = 1, .edges = 999'999'991}) == balanced_redistribution{}.of_step({}));
  CHECK(strategy::parse("hybrid:f0=999999990") == strategy(highest));
}

TEST_CASE("the hybrid cuts diagonally where a step has more than f0 edges a vertex") {
  hybrid const ten{};
  CHECK(ten.of_step({.vertices = 100, .edges = 1001}) == schedule(merge_path{2048}));
  CHECK(ten.of_step({.vertices = 100, .edges = 1000}) == schedule(nonzero_split{2048}));
  CHECK(strategy(ten).counts_edges());
  CHECK_FALSE(strategy(balanced_gathering{}).counts_edges());
}

TEST_CASE("two phases give way to dynamic scheduling in small steps") {
  two_phase const switched{.least_frontier = 50};
  CHECK(switched.of_step({.vertices = 49}) == dynamic_scheduling{}.of_step({}));
  CHECK(switched.of_step({.vertices = 50}) == schedule(nonzero_split{2048}, by_block_rows{}));
  CHECK(two_phase{.least_frontier = 0}.of_step({.vertices = 1}) == switched.of_step({.vertices = 50}));
  CHECK(two_phase{}.of_step({.vertices = 4095}) == dynamic_scheduling{}.of_step({}));
  CHECK(two_phase{}.of_step({.vertices = 4096}) == switched.of_step({.vertices = 50}));
}

TEST_CASE("workload decomposition gives every resident thread a stretch") {
  CHECK(workload_decomposition{}.of_step({.edges = 1001, .threads = 100}) == schedule(nonzero_split{11}, by_thread{}));
  CHECK(workload_decomposition{}.of_step({.edges = 0, .threads = 100}) == schedule(nonzero_split{1}, by_thread{}));
}

TEST_CASE("thresholds come from the matrix where none is given") {
  CHECK_EQ(strategy(node_splitting{}).edges_a_piece({.threshold = 40}), 40);
  CHECK_EQ(strategy(node_splitting{.mdt = 7, .lanes = 2}).edges_a_piece({.threshold = 40}), 7);
  CHECK_EQ(strategy(hierarchical{}).edges_a_piece({.threshold = 40}), 0);
  CHECK_EQ(strategy(hierarchical{.bins = 30}).threshold_bins(), 30);
  CHECK_EQ(strategy(node_splitting{}).threshold_bins(), 10);
  CHECK(strategy(node_splitting{}).wants_threshold());
  CHECK_FALSE(strategy(node_splitting{.mdt = 7}).wants_threshold());
  CHECK_EQ(strategy(hierarchical{}).edges_a_turn({.vertices = 5000, .threshold = 40}), 40);
  CHECK_EQ(strategy(hierarchical{}).edges_a_turn({.vertices = 1023, .threshold = 40}), 0);
  CHECK_EQ(strategy(hierarchical{.mdt = 8, .few_vertices = 1}).edges_a_turn({.vertices = 1, .threshold = 40}), 8);
  CHECK_EQ(strategy(node_splitting{}).edges_a_turn({.vertices = 5000, .threshold = 40}), 0);
}

TEST_CASE("turns end at the depth that is asked for, and what is left is decomposed") {
  hierarchical const two_turns{.mdt = 8, .few_vertices = 1, .depth = 2};
  for (size_type const turn : {0, 1}) {
    CHECK_EQ(strategy(two_turns).edges_a_turn({.vertices = 90, .turn = turn}), 8);
    CHECK(two_turns.of_step({.vertices = 90, .turn = turn}) == schedule(thread_mapped{}));
  }
  step_facts const rest{.vertices = 90, .edges = 1000, .threads = 100, .turn = 2};
  CHECK_EQ(strategy(two_turns).edges_a_turn(rest), 0);
  CHECK(two_turns.of_step(rest) == workload_decomposition{}.of_step(rest));
  CHECK_EQ(strategy(hierarchical{.mdt = 8}).edges_a_turn({.vertices = 5000, .turn = 1'000'000}), 8);
}

TEST_CASE("nobody is set aside for warps and blocks where no row is that long") {
  CHECK(vertex_shuffle{}.of_step({.longest = 32}) == schedule(thread_mapped{}, by_gathering{8, 0, 0}));
  CHECK(vertex_shuffle{}.of_step({.longest = 33}) == schedule(thread_mapped{}, by_gathering{8, 32, 0}));
  CHECK(scan_based{}.of_step({.longest = 257}) == schedule(thread_mapped{}, by_flattened_group{32, 32, 256}));
  CHECK(supplementary_queues{}.of_step({.longest = 50, .threads = 100}) == vertex_shuffle{}.of_step({.longest = 50}));
  CHECK(supplementary_queues{}.of_step({.longest = 51, .threads = 100}) == schedule(binned{}));
  CHECK(supplementary_queues{.above = 9}.of_step({.longest = 10, .threads = 100}) == schedule(binned{}));
}

TEST_CASE("without a word groups of a GPU take short rows, and blocks equal edges where a row is long") {
  for (size_type const longest : {0, 3, 64}) {
    CHECK(detail::balanced_for(longest, 9'000, 800) == strategy(group_mapped{}));
  }
  constexpr size_type many = size_type{1} << 21;
  for (size_type const longest : {65, 400'000}) {
    CHECK(detail::is_automatic(detail::balanced_for(longest, many, 1000)));
    for (auto const& [edges, each] : {std::pair(many + 1, 512), {4'325'375, 512}, {4'325'376, 1024}, {1 << 30, 1024}}) {
      CHECK(detail::is_automatic(detail::balanced_for(longest, edges, 8 * edges)));
      CHECK(detail::balanced_for(longest, edges, 8 * edges - 8) ==
            strategy(balanced_gathering{.edges_per_block = each, .status_bitmap = true}));
    }
  }
}

TEST_CASE("auto is told from schedules, in the first step of a search and in the others") {
  for (strategy const& by : {strategy(), strategy::parse("auto"), strategy(schedule{})}) {
    CHECK(detail::is_automatic(by));
    CHECK(detail::is_automatic(by.behind_an_edge()));
  }
  CHECK_FALSE(detail::is_automatic(nonzero_split{}));
  CHECK_FALSE(detail::is_automatic(balanced_gathering{}));
}
