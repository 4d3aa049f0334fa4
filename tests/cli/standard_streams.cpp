// standard_streams.cpp - `-` as the standard input and output of every command, compressed files, and those of Python.
#include <heddle/io/save.hpp>

#include "tests/cli/tool.hpp"
#include "tests/io/numpy_bytes.hpp"

using namespace heddle::testing;

namespace {

std::string const ring_text = "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 2 5\n2 3 6\n3 1 7\n";

std::string fed_from(tool_bench const& bench, std::string const& name) { return "<" + in_quotes(bench.file(name)); }

}  // namespace

TOOL_CASE("every command reads `-` from the standard input, through a pipe or from a file, whatever its format is") {
  tool_bench bench;
  bench.write("a.mtx", ring_text);
  bench.write("a.wel", "0 1 5\n1 2 6\n2 0 7\n");
  bench.write("a.gz", gzipped(ring_text));
  for (std::string const name : {"a.mtx", "a.wel", "a.gz"}) {
    for (bool const piped : {false, true}) {
      auto const feed = piped ? "< <(cat " + in_quotes(bench.file(name)) + ")" : fed_from(bench, name);
      for (std::vector<std::string> const& command :
           {std::vector<std::string>{"info", "-"},
            {"bfs", "-", "--source", "0"},
            {"sssp", "-", "--source", "0"},
            {"components", "-"},
            {"pagerank", "-"},
            {"spmv", "-", "--repeat", "1"},
            {"triangles", "-"},
            {"explain", "-"},
            {"strategies", "-", "--source", "0", "--strategies", "merge_path"},
            {"convert", "-", bench.file("b.mtx")},
            {"multiply", "-", bench.file("a.mtx"), "--output", bench.file("c.mtx")}}) {
        CAPTURE(command[0]);
        std::string line = in_quotes(tool_path());
        for (auto const& word : command) line += ' ' + in_quotes(word);
        line += " --json " + feed + " >" + in_quotes(bench.file("out"));
        CHECK(std::system(("bash -c " + in_quotes(line)).c_str()) == 0);
        CHECK(nlohmann::json::parse(bench.read("out")).is_object());
      }
    }
  }
  CHECK(bench.read("b.mtx") == ring_text);
  CHECK(!std::filesystem::exists("-"));
}

TOOL_CASE("errors in the standard input name it and the line, an empty one is refused, and only one input can be it") {
  tool_bench bench;
  bench.write("bad.mtx", "%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 4 5\n");
  CHECK(bench.error({"info", "-"}, fed_from(bench, "bad.mtx")) == "-:3: the column 4 is outside 1..3");
  CHECK(bench.error({"info", "-"}, "</dev/null") == "-:1: the file is empty");
  CHECK(bench.error({"info", "-"}, "<&-") == "-:1: the file is empty");
  CHECK(bench.error({"info", "-"}, "</") == "-: is a directory");
  CHECK(bench.error({"multiply", "-", "-", "--output", bench.file("c.mtx")}, fed_from(bench, "bad.mtx")) ==
        "A and B: the standard input can be read as one of them only");
  CHECK(contains(bench.error({"bfs", "-", "--sources-file", "-"}, "</dev/null"), "can be read as one of them only"));
}

TOOL_CASE("an output `-` is the standard output alone: no report, no file of that name, no --json, no second one") {
  tool_bench bench;
  auto const graph = bench.write("a.mtx", ring_text);
  CHECK(bench.run({"bfs", graph, "--source", "0", "--output", "-"}).out == "0\n1\n2\n");
  CHECK(bench.run({"sssp", graph, "--source", "0", "--output", "-"}).out == "0\n5\n11\n");
  CHECK(bench.run({"components", graph, "--output", "-"}).out == "0\n0\n0\n");
  CHECK(bench.run({"convert", graph, "-"}).out == ring_text);
  CHECK(bench.run({"convert", graph, "-", "--to", "wel"}).out == "# Nodes: 3 Edges: 3\n0 1 5\n1 2 6\n2 0 7\n");
  CHECK(bench.run({"multiply", graph, graph, "--output", "-"}).out ==
        "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 3 30\n2 1 42\n3 2 35\n");
  CHECK(bench.run({"generate", "path", "--n", "2", "--output", "-"}).out ==
        "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n");
  bench.write("z", bench.run({"convert", graph, "-", "--to", "mtx.gz"}).out);
  CHECK(bench.run({"convert", bench.file("z"), "-"}).out == ring_text);
  CHECK(contains(bench.error({"bfs", graph, "--source", "0", "--output", "-", "--json"}), "--json"));
  CHECK(contains(bench.error({"bfs", graph, "--source", "0", "--output", "-", "--parents", "-"}), "two outputs"));
  CHECK(contains(bench.error({"convert", graph, "-", "--to", "doc"}), "--to .doc: unknown file name extension"));
  CHECK(!std::filesystem::exists("-"));
}

TOOL_CASE("--to decides what is written whatever the name is, and .xz and .zst compress where the build has them") {
  tool_bench bench;
  auto const graph = bench.write("a.mtx", ring_text);
  bench.json({"convert", graph, bench.file("b.dat"), "--to", "gr"});
  CHECK(bench.read("b.dat") == "p sp 3 3\na 1 2 5\na 2 3 6\na 3 1 7\n");
  for (std::string const ending : {".gz", ".xz", ".zst"}) {
    auto const packed = bench.file("p.mtx" + ending);
    auto const made = bench.run({"convert", graph, packed});
    if (made.status == 2) {
      CHECK(contains(made.err, "-dev adds it"));
      continue;
    }
    CHECK(bench.read("p.mtx" + ending) != ring_text);
    CHECK(bench.run({"convert", packed, "-"}).out == ring_text);
  }
}

TOOL_CASE("archives of scipy, arrays of edges and saved matrices are read by every command") {
  tool_bench bench;
  auto const data = npy("<i8", "(3,)", elements<std::int64_t>({5, 6, 7}));
  bench.write("a.npz", zipped(sparse("coo", shape_of(3, 3),
                                     {{"row.npy", npy("<i4", "(3,)", elements<std::int32_t>({0, 1, 2}))},
                                      {"col.npy", npy("<i4", "(3,)", elements<std::int32_t>({1, 2, 0}))},
                                      {"data.npy", data}})));
  bench.write("a.npy", npy("<i8", "(3, 3)", elements<std::int64_t>({0, 1, 5, 1, 2, 6, 2, 0, 7})));
  auto const saved =
      heddle::matrix<std::int64_t>::build(3, 3, std::vector<std::int32_t>{0, 1, 2}, std::vector<std::int32_t>{1, 2, 0},
                                          std::vector<std::int64_t>{5, 6, 7}, [](auto first, auto) { return first; });
  heddle::save(saved, bench.file("a.heddle"));
  for (std::string const name : {"a.npz", "a.npy", "a.heddle"}) {
    CAPTURE(name);
    CHECK(bench.run({"convert", bench.file(name), "-"}).out == ring_text);
    CHECK(bench.json({"info", bench.file(name)})["nnz"] == 3);
    CHECK(bench.json({"sssp", bench.file(name), "--source", "0"})["reached"] == 3);
  }
  bench.json({"convert", bench.file("a.npy"), bench.file("b.npz")});
  CHECK(bench.run({"convert", bench.file("b.npz"), "-"}).out == ring_text);
  for (std::string const name : {"b.npy", "b.heddle"}) {
    CHECK(contains(bench.error({"convert", bench.file("a.npz"), bench.file(name)}), "read, not written"));
  }
}
