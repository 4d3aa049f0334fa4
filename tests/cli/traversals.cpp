// traversals.cpp - heddle bfs and sssp as a user runs them.
#include <heddle/seam/schedule/schedule.hpp>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

TOOL_CASE("heddle bfs answers in JSON with all that machines ask for") {
  tool_bench bench;
  auto const answer = bench.json({"bfs", karate_file(), "--source", "0", "--device", "host", "--verify"});
  CHECK(answer["rows"] == 34);
  CHECK(answer["cols"] == 34);
  CHECK(answer["nnz"] == 156);
  CHECK(answer["device"] == "host");
  CHECK(answer["schedule"] == "auto");
  CHECK(answer["source"] == 0);
  CHECK(answer["reached"] == 34);
  CHECK(answer["depth"] == 3);
  CHECK(answer["verified"] == true);
  CHECK(answer["elapsed_ms"].get<double>() > 0);
  CHECK(answer["edges_per_second"].get<double>() > 0);
}

TOOL_CASE("traversals tell the first run apart, and take a method") {
  tool_bench bench;
  for (std::string const command : {"bfs", "sssp"}) {
    for (std::string const method : {"automatic", "loop", "direct"}) {
      auto const answer = bench.json({command, karate_file(), "--source", "0", "--repeat", "3", "--method", method,
                                      "--device", "host", "--verify"});
      CHECK(answer["method"] == method);
      CHECK(answer["verified"] == true);
      CHECK(answer["first_ms"].get<double>() > 0);
      CHECK(answer["launches"] == 0);
      CHECK(answer["workspace_bytes"] == 0);
    }
    auto const text = bench.run({command, karate_file(), "--source", "0", "--repeat", "3", "--device", "host"});
    CHECK(contains(text.out, ", the first run "));
    CHECK(contains(bench.error({command, karate_file(), "--source", "0", "--method", "stepwise", "--device", "host"}),
                   "the stepwise method is a GPU's"));
    CHECK(contains(bench.error({command, karate_file(), "--source", "0", "--method", "magic"}), "stepwise"));
  }
}

TOOL_CASE("heddle bfs writes one level and one parent a line, -1 for unreached") {
  tool_bench bench;
  // 0 -> 1 -> 2, 3 apart; the entry 0 -> 1 stands twice, and 1 -> 2 is a stored zero.
  auto const graph =
      bench.write("g.mtx", "%%MatrixMarket matrix coordinate real general\n4 4 4\n1 2 1\n1 2 1\n2 3 0\n4 1 5\n");
  auto const result = bench.run({"bfs", graph, "--source", "0", "--output", bench.file("levels"), "--parents",
                                 bench.file("parents"), "--device", "host"});
  CHECK(result.status == 0);
  CHECK(bench.read("levels") == "0\n1\n2\n-1\n");
  CHECK(bench.read("parents") == "0\n0\n1\n-1\n");
}

TOOL_CASE("traversals read a rectangular file as a square graph") {
  tool_bench bench;
  auto const graph = bench.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 4 2\n1 2\n2 4\n");
  for (std::string const command : {"bfs", "sssp"}) {
    auto const answer =
        bench.json({command, graph, "--source", "0", "--output", bench.file("out"), "--device", "host"});
    CHECK(answer["rows"] == 2);
    CHECK(answer["cols"] == 4);
    CHECK(answer["reached"] == 3);
    CHECK(bench.read("out") == (command == "bfs" ? "0\n1\n-1\n2\n" : "0\n1\ninf\n2\n"));
  }
}

TOOL_CASE("heddle sssp takes the lightest of several entries and writes distances that read back exactly") {
  tool_bench bench;
  auto const graph = bench.write(
      "g.mtx", "%%MatrixMarket matrix coordinate real general\n4 4 4\n1 2 5\n1 2 0.1\n2 3 0.2\n3 1 -0.25\n");
  auto const answer =
      bench.json({"sssp", graph, "--source", "0", "--output", bench.file("d"), "--verify", "--device", "host"});
  CHECK(answer["reached"] == 3);
  CHECK(answer["verified"] == true);
  CHECK(bench.read("d") == "0\n0.1\n0.30000000000000004\ninf\n");
}

TOOL_CASE("heddle sssp writes one parent a line, -1 for unreached, and verifies them") {
  tool_bench bench;
  auto const graph = bench.write(
      "g.mtx", "%%MatrixMarket matrix coordinate real general\n5 5 6\n1 2 5\n1 2 3\n1 3 1\n3 2 2\n2 4 0\n5 1 1\n");
  auto const answer = bench.json({"sssp", graph, "--source", "0", "--output", bench.file("d"), "--parents",
                                  bench.file("p"), "--verify", "--device", "host"});
  CHECK(answer["verified"] == true);
  CHECK(bench.read("d") == "0\n3\n1\n3\ninf\n");
  CHECK(bench.read("p") == "0\n0\n0\n1\n-1\n");
}

TOOL_CASE("heddle sssp calls distances right that rounding moves where weights are negative") {
  tool_bench bench;
  for (char const* text :
       {"2 1 475.4\n1 2 -475.4\n1 0 -610.3\n0 2 134.9\n", "1 3 0.07\n3 2 0.23\n2 3 -0.23\n0 2 -0.3\n3 1 -0.07\n",
        "1 2 -0.61\n0 1 -0.53\n0 2 -1.14\n2 1 0.61\n", "0 1 1e17\n1 2 7\n2 3 7\n3 1 -14\n"}) {
    auto const graph = bench.write("g.el", text);
    for (char const* method : {"automatic", "loop"}) {
      CHECK(bench.json({"sssp", graph, "--source", "0", "--verify", "--device", "host", "--method", method, "--parents",
                        bench.file("p")})["verified"] == true);
    }
    CHECK(bench.json({"strategies", graph, "--algorithm", "sssp", "--source", "0", "--verify", "--device", "host",
                      "--strategies", "hybrid"})["verified"] == true);
  }
}

TOOL_CASE("heddle sssp answers a negative cycle with one line and no file") {
  tool_bench bench;
  auto const graph = bench.write("g.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 1\n2 1 -2\n");
  auto const line = bench.error({"sssp", graph, "--source", "0", "--output", bench.file("d"), "--device", "host"});
  CHECK(contains(line, "negative"));
  CHECK(bench.num_files() == 1);
}

TOOL_CASE("traversals are right under every schedule") {
  tool_bench bench;
  bench.json({"generate", "rmat", "--scale", "9", "--weights", "0:9", "--output", bench.file("g.mtx.gz")});
  for (auto const& name : heddle::schedule::names()) {
    CAPTURE(name);
    for (std::string const command : {"bfs", "sssp"}) {
      auto const answer = bench.json(
          {command, bench.file("g.mtx.gz"), "--source", "3", "--schedule", name, "--verify", "--device", "host"});
      CHECK(answer["schedule"] == name);
      CHECK(answer["verified"] == true);
    }
  }
}

TOOL_CASE("values of a real file may be too large for BFS to care") {
  tool_bench bench;
  auto const graph = bench.write("g.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1e300\n");
  CHECK(bench.json({"bfs", graph, "--source", "0", "--device", "host"})["reached"] == 2);
}

TOOL_CASE("heddle bfs searches from each of several sources and tells how near the rest is") {
  tool_bench bench;
  auto const answer = bench.json({"bfs", karate_file(), "--sources", "0,33,16", "--device", "host", "--verify"});
  CHECK(answer["verified"] == true);
  CHECK(!answer.contains("source"));
  REQUIRE(answer["sources"].size() == 3);
  CHECK(answer["sources"][1]["source"] == 33);
  CHECK(answer["sources"][1]["reached"] == 34);
  CHECK(answer["sources"][1]["closeness"].get<double>() == doctest::Approx(0.55));
  CHECK(answer["sources"][0]["harmonic"].get<double>() == doctest::Approx(23.0 + 1.0 / 6));
  CHECK(answer["sources"][2]["depth"] == 5);
  CHECK(contains(bench.run({"bfs", karate_file(), "--sources", "0,33", "--device", "host"}).out, "closeness 0.55,"));
}

TOOL_CASE("sources may stand in a file, and levels of several have a column each") {
  tool_bench bench;
  auto const graph = bench.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 3\n1 2\n2 3\n4 1\n");
  auto const few = bench.write("few.txt", "# from three\n1\n3,0  # the last\n\n");
  auto const answer = bench.json({"bfs", graph, "--sources-file", few, "--output", bench.file("levels"), "--device",
                                  "host", "--method", "loop", "--verify"});
  CHECK(answer["sources"].size() == 3);
  CHECK(bench.read("levels") == "-1 1 0\n0 2 1\n1 3 2\n-1 0 -1\n");
  CHECK(contains(bench.error({"bfs", graph, "--sources-file", bench.file("none.txt")}), "none.txt: no such file"));
  CHECK(contains(bench.error({"bfs", graph, "--sources-file", bench.write("e.txt", "\n")}), "holds no vertex"));
  CHECK(contains(bench.error({"bfs", graph, "--sources-file", bench.write("x.txt", "1\n2 x")}), "x.txt:2: "));
  CHECK(contains(bench.error({"bfs", graph, "--sources-file", bench.file("")}), "is a directory"));
  CHECK(contains(bench.error({"bfs", graph, "--sources-file", "/dev/zero"}), "is not a regular file"));
  CHECK(contains(bench.error({"sssp", graph, "--sources", "1,4"}), "--sources: 4 is not a vertex of"));
  CHECK(contains(bench.error({"bfs", graph, "--sources", "1,2", "--parents", bench.file("p")}), "one --source only"));
}

TOOL_CASE("heddle sssp takes the nearest of several sources, verified with its trees") {
  tool_bench bench;
  auto const graph =
      bench.write("g.mtx", "%%MatrixMarket matrix coordinate real general\n5 5 5\n1 2 5\n2 3 1\n4 3 2\n3 2 1\n4 1 9\n");
  for (std::string const method : {"automatic", "loop"}) {
    auto const answer = bench.json({"sssp", graph, "--sources", "0,3,0", "--output", bench.file("d"), "--parents",
                                    bench.file("p"), "--method", method, "--device", "host", "--verify"});
    CHECK(answer["verified"] == true);
    CHECK(answer["reached"] == 4);
    CHECK(answer["sources"] == nlohmann::json({0, 3, 0}));
    CHECK(bench.read("d") == "0\n3\n2\n0\ninf\n");
    CHECK(bench.read("p") == "0\n2\n3\n3\n-1\n");
  }
}
