// reading.cpp - how the tool reads files that say what they are, and those that do not.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

namespace {

// The one line on the standard error beside an answer, behind `heddle: `.
std::string note(tool_bench const& bench, std::vector<std::string> const& arguments) {
  auto const result = bench.run(arguments);
  CAPTURE(result.err);
  CHECK(result.status == 0);
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == (result.err.empty() ? 0 : 1));
  return result.err.empty() ? "" : result.err.substr(8, result.err.size() - 9);
}

std::string const saved_once =
    "# Undirected graph (each unordered pair of nodes is saved once): x\n# Nodes: 4 Edges: 3\n1 0\n2 1\n3 2\n";

}  // namespace

TOOL_CASE("a list that calls itself undirected is searched both ways, and that is told in one line or in the object") {
  tool_bench bench;
  auto const graph = bench.write("g.txt", saved_once);
  std::vector<std::string> search = {"bfs", graph, "--source", "0", "--device", "host"};
  auto const answer = bench.json(search);
  CHECK(answer["reached"] == 4);
  CHECK(answer["nnz"] == 6);
  REQUIRE(answer["notes"].size() == 1);
  CHECK(answer["notes"][0] == "every edge counts both ways, as line 1 says");
  CHECK(note(bench, search) == graph + ": every edge counts both ways, as line 1 says");
  search.push_back("--directed");
  CHECK(bench.json(search)["reached"] == 1);
  CHECK(bench.json(search)["notes"].empty());
  CHECK(note(bench, search) == "");
}

TOOL_CASE("phantom vertices are told, and --base and --compact make none") {
  tool_bench bench;
  auto const gaps = bench.write("g.txt", "10 20\n20 30\n30 10\n");
  std::vector<std::string> const search = {"components", gaps, "--device", "host"};
  auto const with = [&](std::vector<std::string> const& more) {
    auto all = search;
    all.insert(all.end(), more.begin(), more.end());
    return bench.json(all);
  };
  CHECK(with({})["components"] == 29);
  CHECK(contains(note(bench, search), "28 of the 31 numbers up to 30 are used by no edge"));
  CHECK(with({"--base", "1"})["components"] == 28);
  auto const compact =
      with({"--compact", "--names", bench.file("names"), "--output", bench.file("labels"), "--verify"});
  CHECK(compact["components"] == 1);
  CHECK(compact["rows"] == 3);
  CHECK(bench.read("names") == "10\n20\n30\n");
  CHECK(bench.read("labels") == "0\n0\n0\n");
}

TOOL_CASE("every command that reads a file takes the options of reading") {
  tool_bench bench;
  auto const list = bench.write("g.csv", "note,from,to,cost\na,7,3,2\nb,3,5,4\n");
  std::vector<std::string> const reading = {"--columns", "from,to,cost", "--undirected",
                                            "--compact", "--names",      bench.file("names")};
  for (std::vector<std::string> arguments : std::vector<std::vector<std::string>>{
           {"info", list, "--device", "host"},
           {"bfs", list, "--source", "0", "--device", "host"},
           {"sssp", list, "--source", "0", "--device", "host"},
           {"components", list, "--device", "host"},
           {"pagerank", list, "--device", "host"},
           {"explain", list, "--device", "host"},
           {"triangles", list, "--device", "host"},
           {"spmv", list, "--repeat", "1", "--device", "host"},
           {"multiply", list, list, "--output", bench.file("c.mtx"), "--device", "host"},
           {"strategies", list, "--source", "0", "--strategies", "hybrid", "--device", "host"},
           {"convert", list, bench.file("d.mtx")}}) {
    CAPTURE(arguments[0]);
    arguments.insert(arguments.end(), reading.begin(), reading.end());
    auto const answer = bench.json(arguments);
    if (answer.contains("nnz") && arguments[0] != "multiply") CHECK(answer["nnz"] == 4);
    if (answer.contains("rows")) CHECK(answer["rows"] == 3);
    CHECK(answer["notes"].size() == 1);
    CHECK(contains(answer["notes"][0].get<std::string>(), "column 1 (note) is left out"));
    CHECK(bench.read("names") == "7\n3\n5\n");
  }
  CHECK(bench.read("d.mtx") == "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 2\n3 2 4\n");
}

TOOL_CASE("heddle info says what was understood") {
  tool_bench bench;
  auto const list = bench.write("g.txt", "% sym\n1 2 5 99\n2 1 6 99\n4 4 7 99\n");
  auto const answer = bench.json({"info", list, "--device", "host"});
  CHECK(answer["file_format"] == "edge list");
  CHECK(answer["direction"] == "undirected");
  CHECK(answer["base"] == 1);
  CHECK(answer["unused"] == 1);
  CHECK(answer["left_out"] == nlohmann::json{"4"});
  CHECK(answer["self_loops"] == 1);
  CHECK(answer["duplicates"] == 2);
  auto const text = bench.run({"info", list, "--device", "host"}).out;
  CHECK(
      contains(text, "read as    edge list, undirected, numbered from 1, 1 number used by no edge, without column 4"));
  auto const matrix = bench.json({"info", karate_file(), "--device", "host"});
  CHECK(matrix["file_format"] == "Matrix Market");
  CHECK(matrix["notes"].empty());
  auto const metis = bench.json({"info", bench.write("g.graph", "2 1\n2\n1\n"), "--device", "host"});
  CHECK(metis["file_format"] == "METIS");
}

TOOL_CASE("options of reading that make no sense are refused before any file is opened") {
  tool_bench bench;
  auto const missing = bench.file("missing.txt");
  CHECK(contains(bench.error({"info", missing, "--base", "2"}), "0..1"));
  CHECK(contains(bench.error({"info", missing, "--columns", "1"}), "1,2 or from,to,cost"));
  CHECK(contains(bench.error({"info", missing, "--names", bench.file("n")}), "--compact"));
  CHECK(contains(bench.error({"info", missing, "--directed", "--undirected"}), "does not go with"));
  CHECK(contains(bench.error({"multiply", missing, bench.file("b.txt"), "--output", bench.file("c.mtx"), "--compact"}),
                 "--compact: two files"));
  auto const out = bench.file("out");
  CHECK(contains(bench.error({"bfs", missing, "--source", "0", "--compact", "--names", out, "--output", out}),
                 "same file"));
  CHECK(bench.num_files() == 0);
}

TOOL_CASE("a file is what it says, and what nobody tells is refused with the extensions that are known") {
  tool_bench bench;
  auto const text = "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 1.0\n2 3 2.5\n";
  CHECK(bench.json({"info", bench.write("a.txt", text), "--device", "host"})["nnz"] == 2);
  bench.json({"convert", bench.write("a", text), bench.file("b.mtx")});
  CHECK(contains(bench.read("b.mtx"), "2 3 2.5"));
  CHECK(contains(bench.error({"info", bench.write("a.dat", "1 2 3 4\n")}), ".mtx, .gr, "));
  CHECK(contains(bench.error({"convert", bench.file("a"), bench.file("c.csv")}), "are read, not written"));
}
