// strategies.cpp - heddle strategies, and --strategy of bfs and sssp, as a user runs them.
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/seam/strategy/strategy.hpp>
#include <limits>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

TOOL_CASE("heddle strategies lists them, and explains one") {
  tool_bench bench;
  auto const all = bench.json({"strategies"});
  REQUIRE(all["strategies"].size() == heddle::strategy::names().size());
  CHECK(all["strategies"][3]["name"] == "hybrid");
  CHECK(all["strategies"][3]["parameters"]["f0"] == 10);
  CHECK(contains(bench.run({"strategies"}).out, "supplementary_queues"));
  auto const one = bench.json({"strategies", "--explain", "hierarchical:mdt=9"});
  REQUIRE(one["strategies"].size() == 1);
  CHECK(one["strategies"][0]["parameters"]["mdt"] == 9);
  CHECK(contains(bench.run({"strategies", "--explain", "hierarchical"}).out, "few_vertices"));
}

TOOL_CASE("heddle strategies explains one that stands where the graph would, and tells the same of several once") {
  tool_bench bench;
  auto const explained = bench.run({"strategies", "hybrid:f0=3"});
  CHECK(explained.status == 0);
  CHECK(explained.out == bench.run({"strategies", "--explain", "hybrid:f0=3"}).out);
  CHECK(contains(bench.error({"strategies", "hybird"}), "unknown strategy 'hybird'; known are"));
  CHECK(contains(bench.error({"strategies", "hybird.mtx"}), "--source is required"));
  auto const graph = bench.write("hybrid", "0 1\n");  // a file is one, whatever it is called
  CHECK(contains(bench.error({"strategies", graph}), "--source is required"));
  auto const answer = bench.json({"strategies", karate_file(), "--source", "0", "--method", "direct", "--device",
                                  "host", "--strategies", "hybrid node_based"});
  REQUIRE(answer["left_out"].size() == 1);
  CHECK(answer["left_out"][0].get<std::string>().starts_with("hybrid, node_based: bfs: the direct method"));
}

TOOL_CASE("heddle strategies compares all of them on a graph, and every schedule") {
  tool_bench bench;
  for (std::string const algorithm : {"bfs", "sssp"}) {
    auto const answer = bench.json({"strategies", karate_file(), "--algorithm", algorithm, "--source", "0", "--device",
                                    "host", "--repeat", "2", "--verify", "--csv", bench.file("table.csv")});
    CHECK(answer["rows"] == 34);
    CHECK(answer["nnz"] == 156);
    CHECK(answer["algorithm"] == algorithm);
    CHECK(answer["source"] == 0);
    CHECK(answer["verified"] == true);
    auto const& results = answer["results"];
    REQUIRE(results.size() == 1 + heddle::strategy::names().size() + heddle::schedule::names().size());
    CHECK(results[0]["strategy"] == "direct");
    for (auto const& row : results) {
      CAPTURE(row.dump());
      CHECK(row["agrees"] == true);
      CHECK(row["elapsed_ms"].get<double>() > 0);
      CHECK(row["edges_per_second"].get<double>() > 0);
      if (row["strategy"] == "direct") CHECK(row["ran_as"] == "search on the host");
      if (row["strategy"] == "direct") continue;
      CHECK(contains(row["ran_as"], "by threads of the host"));
      CHECK(row["iterations"].get<int>() >= 4);
      CHECK(row["turns"] >= row["iterations"]);
      CHECK(row["traversal_ms"].get<double>() > 0);
      CHECK(row["overhead_ms"].get<double>() > 0);
      CHECK(row["peak_bytes"].get<int>() > 0);
    }
    auto const table = bench.read("table.csv");
    CHECK(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')) == 1 + results.size());
    CHECK(contains(table, "\"node_splitting\""));
  }
}

TOOL_CASE("heddle strategies tells the degrees before and after splitting") {
  tool_bench bench;
  // Vertex 0 has 20 edges; 20 others have none. Ten bins: the tallest is the first, so the threshold is 20 / 10.
  std::string edges;
  for (int v = 1; v <= 20; ++v) edges += "0 " + std::to_string(v) + '\n';
  auto const graph = bench.write("hub.el", edges);
  auto const answer = bench.json({"strategies", graph, "--source", "0", "--device", "host"});
  CHECK(answer["splitting"]["threshold"] == 2);
  CHECK(answer["splitting"]["degrees_before"] == std::vector<int>{20, 0, 0, 0, 0, 1});
  CHECK(answer["splitting"]["degrees_after"] == std::vector<int>{20, 0, 10});
  for (auto const& row : answer["results"]) {
    if (!row.contains("kept_bytes")) continue;
    CAPTURE(row.dump());
    bool const splits = row["strategy"] == "node_splitting";  // 30 pieces: 31 offsets, 30 parents, 22 first ones
    CHECK(row["kept_bytes"] == (splits ? 4 * (31 + 30 + 22) : 0));
    CHECK((row["kept_ms"].get<double>() > 0) == splits);
  }
  auto const table = bench.run({"strategies", graph, "--source", "0", "--device", "host"}).out;
  CHECK(contains(table, "node_splitting keeps 0.3 kB with the matrix, made once in "));
}

// Few edges and many vertices: whatever is done with the answer by vertex would take longer than the search.
TOOL_CASE("the direct line of heddle strategies is the time of heddle bfs, and of heddle sssp") {
  tool_bench bench;
  auto const graph =
      bench.write("sparse.mtx", "%%MatrixMarket matrix coordinate pattern general\n300000 300000 2\n1 2\n2 3\n");
  for (std::string const algorithm : {"bfs", "sssp"}) {
    CAPTURE(algorithm);
    double ratio = std::numeric_limits<double>::infinity();  // of two runs one after the other, the least
    for (int attempt = 0; attempt < 10 && ratio > 1.5; ++attempt) {
      std::vector<std::string> const run = {graph, "--source", "0", "--device", "host", "--repeat", "9"};
      auto arguments = run;
      arguments.insert(arguments.begin(), algorithm);
      auto const alone = bench.json(arguments)["elapsed_ms"].get<double>();
      arguments.front() = "strategies";
      arguments.insert(arguments.end(), {"--algorithm", algorithm, "--strategies", "hybrid"});
      REQUIRE(alone > 0);
      ratio = std::min(ratio, bench.json(arguments)["results"][0]["elapsed_ms"].get<double>() / alone);
    }
    CHECK(ratio <= 1.5);
  }
}

TOOL_CASE("heddle strategies compares those that are named, and refuses what it does not know") {
  tool_bench bench;
  auto const answer = bench.json({"strategies", karate_file(), "--source", "0", "--device", "host", "--strategies",
                                  " hybrid:f0=3  merge_path+scan"});
  REQUIRE(answer["results"].size() == 3);
  CHECK(answer["results"][1]["strategy"] == "hybrid:f0=3");
  CHECK(answer["results"][2]["strategy"] == "merge_path+scan");
  CHECK(contains(bench.error({"strategies", karate_file(), "--source", "0", "--strategies", "fast"}),
                 "unknown strategy 'fast'; known are perfect_balance"));
  CHECK(contains(bench.error({"strategies", karate_file(), "--source", "0", "--strategies", " "}),
                 "--strategies: names are expected"));
  CHECK(contains(bench.error({"strategies", karate_file(), "--explain", "hybrid"}), "takes no graph"));
  CHECK(contains(bench.error({"strategies", karate_file(), "--sources", "0,1"}), "one --source"));
  CHECK(contains(bench.error({"strategies", karate_file(), "--source", "34"}), "34"));
  CHECK(contains(bench.error({"strategies", karate_file(), "--source", "0", "--algorithm", "dfs"}),
                 "bfs, sssp, components, pagerank"));
}

TOOL_CASE("heddle strategies compares pushes of components and of ranks, which go from no vertex") {
  tool_bench bench;
  for (std::string const algorithm : {"components", "pagerank"}) {
    CAPTURE(algorithm);
    std::vector<std::string> const run = {"strategies", karate_file(), "--algorithm", algorithm, "--device", "host"};
    auto all = run;
    all.insert(all.end(), {"--verify", "--csv", bench.file("table.csv")});
    auto const answer = bench.json(all);
    CHECK(answer["algorithm"] == algorithm);
    CHECK(!answer.contains("source"));
    CHECK(answer["verified"] == true);
    REQUIRE(answer["results"].size() == 1 + heddle::strategy::names().size() + heddle::schedule::names().size());
    for (auto const& row : answer["results"]) {
      CAPTURE(row.dump());
      CHECK(row["agrees"] == true);
      CHECK(row["edges_per_second"].get<double>() > 0);
      bool const direct = row["strategy"] == "direct";
      CHECK(row.contains("iterations") != direct);
      if (direct) continue;
      CHECK(row["iterations"].get<int>() >= 3);
      CHECK(contains(row["ran_as"], "by threads of the host"));
    }
    CHECK(contains(bench.read("table.csv"), ",34,156," + algorithm + ",,"));
    for (std::vector<std::string> const& more : {std::vector<std::string>{"--source", "0"}, {"--method", "direct"}}) {
      auto refused = run;
      refused.insert(refused.end(), more.begin(), more.end());
      CHECK(bench.error(refused) == "strategies: " + more[0] + " is for bfs and sssp, and not for " + algorithm);
    }
  }
}

TOOL_CASE("heddle strategies without a graph takes no option of one") {
  tool_bench bench;
  for (auto const& option : std::vector<std::vector<std::string>>{{"--csv", bench.file("t.csv")},
                                                                  {"--source", "9"},
                                                                  {"--sources-file", "none"},
                                                                  {"--verify"},
                                                                  {"--repeat", "3"},
                                                                  {"--device", "host"},
                                                                  {"--algorithm", "sssp"},
                                                                  {"--strategies", "hybrid"}}) {
    for (bool const explains : {false, true}) {
      std::vector<std::string> all{"strategies"};
      all.insert(all.end(), option.begin(), option.end());
      if (explains) all.insert(all.end(), {"--explain", "hybrid"});
      CHECK(bench.error(all) == "strategies: " + option[0] + " is for a comparison on a graph, and no FILE was given");
    }
  }
  CHECK(bench.num_files() == 0);
}

TOOL_CASE("heddle strategies writes a table in which file names stand in quotes") {
  tool_bench bench;
  std::filesystem::create_directory(bench.file("a, b"));
  auto const graph = bench.file("a, b/say \"g\".el");
  std::ofstream(graph) << "0 1\n";
  bench.json({"strategies", graph, "--source", "0", "--device", "host", "--strategies", "hybrid", "--csv",
              bench.file("t.csv")});
  CHECK(contains(bench.read("t.csv"), "/a, b/say \"\"g\"\".el\",2,1,bfs,0,"));
}

TOOL_CASE("components and pagerank take a strategy") {
  tool_bench bench;
  auto const groups = bench.json({"components", karate_file(), "--strategy", "hybrid", "--device", "host", "--verify"});
  CHECK(groups["strategy"] == "hybrid");
  CHECK(groups["ran_as"] == "labels pushed by hybrid");
  CHECK(groups["components"] == 1);
  CHECK(groups["verified"] == true);
  auto const ranks = bench.json({"pagerank", karate_file(), "--strategy", "coo", "--device", "host", "--verify"});
  CHECK(ranks["ran_as"] == "active vertices pushed by coo");
  CHECK(ranks["best"][0]["vertex"] == 33);
  CHECK(ranks["verified"] == true);
  CHECK(bench.json({"pagerank", karate_file(), "--device", "host"})["ran_as"] == "power iteration by auto");
  CHECK(contains(bench.error({"components", karate_file(), "--strategy", "hybrid", "--ranks", "2"}), "--strategy"));
}

TOOL_CASE("bfs and sssp take a strategy") {
  tool_bench bench;
  for (std::string const command : {"bfs", "sssp"}) {
    auto const answer = bench.json({command, karate_file(), "--source", "0", "--strategy", "node_splitting:mdt=3",
                                    "--device", "host", "--verify"});
    CHECK(answer["strategy"] == "node_splitting:mdt=3");
    CHECK(answer["ran_as"] == std::string("loop by node_splitting:mdt=3") + ", of which 3 " +
                                  (command == "bfs" ? "levels" : "rounds") + " pulled");
    CHECK(answer["verified"] == true);
    CHECK(contains(bench.run({command, karate_file(), "--source", "0", "--strategy", "hybrid", "--device", "host"}).out,
                   "strategy   hybrid"));
    CHECK(contains(bench.error({command, karate_file(), "--source", "0", "--strategy", "hybrid", "--schedule", "coo"}),
                   "give one of the two"));
  }
  CHECK(contains(bench.error({"bfs", karate_file(), "--sources", "0,1", "--strategy", "hybrid"}), "--strategy"));
  CHECK(bench.error({"sssp", karate_file(), "--source", "0", "--strategy", "hybrid:status_bitmap=1", "--device",
                     "host"}) == "sssp: hybrid:status_bitmap=1: status_bitmap is of a mask, and nothing is masked");
}
