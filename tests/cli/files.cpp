// files.cpp - heddle info, generate, convert, schedules and demo as a user runs them.
#include <heddle/io/generators.hpp>
#include <heddle/seam/schedule/schedule.hpp>

#include "src/io/memory_bound.hpp"
#include "tests/cli/tool.hpp"

using namespace heddle::testing;

TOOL_CASE("heddle info tells shape, degrees and kind") {
  tool_bench bench;
  auto const answer = bench.json({"info", karate_file(), "--device", "host"});
  CHECK(answer["rows"] == 34);
  CHECK(answer["nnz"] == 156);
  CHECK(answer["field"] == "pattern");
  CHECK(answer["symmetry"] == "symmetric");
  CHECK(answer["degree"]["max"] == 17);
  CHECK(answer["degree"]["min"] == 1);
  CHECK(answer.contains("device"));
  CHECK(answer.contains("schedule"));
  CHECK(answer.contains("elapsed_ms"));
}

TOOL_CASE("heddle info says of the schedule only what holds for the matrix at hand") {
  tool_bench bench;
  // One long row among short ones, and rows of one length.
  std::string hub = "%%MatrixMarket matrix coordinate pattern general\n200 200 399\n";
  std::string band = "%%MatrixMarket matrix coordinate pattern general\n200 200 200\n";
  for (int v = 1; v <= 200; ++v) {
    hub += "1 " + std::to_string(v) + '\n' + (v > 1 ? std::to_string(v) + " 1\n" : "");
    band += std::to_string(v) + ' ' + std::to_string(v) + '\n';
  }
  bench.write("hub.mtx", hub), bench.write("band.mtx", band);
  auto const line_of = [&](std::string const& file, std::vector<std::string> const& more = {}) {
    std::vector<std::string> arguments = {"info", bench.file(file), "--device", "host"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto const said = bench.run(arguments).out;
    auto const from = said.find("schedule ");
    REQUIRE(from != std::string::npos);
    return said.substr(from, said.find('\n', from) - from);
  };
  CHECK(contains(line_of("hub.mtx"), "rows are skewed, mean row 2.0, longest 200"));
  CHECK(!contains(line_of("hub.mtx"), "regular"));
  CHECK(contains(line_of("band.mtx"), "rows are regular, mean row 1.0, longest 1"));
  for (std::string const& name : heddle::schedule::names()) {
    if (name == "auto") continue;
    CAPTURE(name);
    for (std::string const file : {"hub.mtx", "band.mtx"}) {
      auto const line = line_of(file, {"--schedule", name});
      CHECK(line.ends_with("; as asked"));
      for (std::string const claim : {"best", "fastest", "robust", "regular"}) CHECK(!contains(line, claim));
    }
  }
}

TOOL_CASE("heddle info counts duplicates, stored zeros and self-loops") {
  tool_bench bench;
  auto const file =
      bench.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 4\n1 1 0\n1 1 0\n2 2 7\n2 3 1\n");
  auto const answer = bench.json({"info", file, "--device", "host"});
  CHECK(answer["nnz"] == 3);
  CHECK(answer["duplicates"] == 1);
  CHECK(answer["stored_zeros"] == 2);
  CHECK(answer["self_loops"] == 2);  // of the three lines on the diagonal two stand at one position
}

TOOL_CASE("every generator of the table writes a file that heddle info reads") {
  tool_bench bench;
  for (auto const& generator : heddle::io::generators()) {
    CAPTURE(generator.name);
    std::vector<std::string> arguments = {"generate", std::string(generator.name), "--output", bench.file("g.mtx.gz")};
    for (auto const& parameter : generator.parameters) {
      if (parameter.name == "scale") arguments.insert(arguments.end(), {"--scale", "6"});
      if (parameter.name == "n") arguments.insert(arguments.end(), {"--n", "6"});
    }
    auto const made = bench.json(arguments);
    auto const read = bench.json({"info", bench.file("g.mtx.gz"), "--device", "host"});
    CHECK(made["nnz"] == read["nnz"]);
    CHECK(made["rows"] == read["rows"]);
  }
}

TOOL_CASE("a generator's parameters are options, with dashes or underscores, and are checked") {
  tool_bench bench;
  auto const dashed =
      bench.json({"generate", "rmat", "--scale", "5", "--edge-factor", "3", "--output", bench.file("a.el")});
  bench.json({"generate", "rmat", "--scale", "5", "--edge_factor", "3", "--output", bench.file("b.el")});
  CHECK(bench.read("a.el") == bench.read("b.el"));
  CHECK(contains(bench.error({"generate", "rmat", "--scale", "99", "--output", bench.file("c.el")}), "0..40"));
  CHECK(contains(bench.error({"generate", "rmat", "--scale", "x", "--output", bench.file("c.el")}), "'x'"));
  CHECK(contains(bench.error({"generate", "rmat", "--weights", "9:1", "--output", bench.file("c.el")}), "LOW:HIGH"));
  CHECK(contains(bench.error({"generate", "rmat"}), "--output"));
  auto const seed = [&](std::string const& number) {
    return bench.error({"generate", "rmat", "--seed", number, "--output", bench.file("c.el")});
  };
  CHECK(contains(seed("9007199254740993"), "whole number in 0..9007199254740992"));
  CHECK(contains(seed("9007200000000000"), "whole number in 0..9007199254740992"));
  CHECK(contains(bench.error({"generate", "mesh", "--output", bench.file("c.el")}), "erdos_renyi"));
  CHECK(bench.num_files() == 2);
}

#if !defined(__SANITIZE_ADDRESS__)  // whose shadow needs more addresses than are left here
TOOL_CASE("a graph that would not fit into memory while it is made is refused before") {
  tool_bench bench;
  auto const n = std::to_string(static_cast<long long>(heddle::detail::available_memory() / 36));
  auto const command = "ulimit -v 4000000; " + in_quotes(tool_path()) + " generate path --n " + n + " --output " +
                       in_quotes(bench.file("a.mtx")) + " 2>" + in_quotes(bench.file("err"));
  CHECK(WEXITSTATUS(std::system(command.c_str())) == 2);
  CHECK(contains(bench.read("err"), "GiB of memory, and "));
}
#endif

TOOL_CASE("heddle convert keeps every entry through all formats") {
  tool_bench bench;
  bench.json(
      {"generate", "grid", "--width", "9", "--height", "7", "--weights", "-3:8", "--output", bench.file("a.mtx")});
  std::string from = "a.mtx";
  for (std::string const to : {"b.wel.gz", "c.gr", "d.mtx.gz", "e.tsv", "f.mtx"}) {
    bench.json({"convert", bench.file(from), bench.file(to)});
    from = to;
  }
  auto const first = bench.json({"spmv", bench.file("a.mtx"), "--output", bench.file("y"), "--device", "host"});
  auto const last = bench.json({"spmv", bench.file("f.mtx"), "--output", bench.file("z"), "--device", "host"});
  CHECK(first["nnz"] == last["nnz"]);
  CHECK(bench.read("y") == bench.read("z"));
}

TOOL_CASE("heddle convert keeps whole numbers that a double cannot hold") {
  tool_bench bench;
  auto const text = "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9007199254740993\n";
  bench.json({"convert", bench.write("a.mtx", text), bench.file("b.mtx")});
  CHECK(bench.read("b.mtx") == text);
}

TOOL_CASE("heddle convert and multiply keep the field of a file without entries") {
  tool_bench bench;
  for (std::string const field : {"real", "integer", "pattern"}) {
    auto const text = "%%MatrixMarket matrix coordinate " + field + " general\n2 2 0\n";
    auto const file = bench.write("a.mtx", text);
    bench.json({"convert", file, bench.file("b.mtx")});
    CHECK(bench.read("b.mtx") == text);
  }
  auto const real = bench.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 0\n");
  bench.json({"multiply", real, real, "--output", bench.file("c.mtx"), "--device", "host"});
  CHECK(bench.read("c.mtx") == bench.read("a.mtx"));
}

TOOL_CASE("heddle schedules lists the table") {
  tool_bench bench;
  auto const answer = bench.json({"schedules"});
  REQUIRE(answer["schedules"].size() == heddle::schedule::names().size());
  CHECK(answer["schedules"][0]["name"] == "auto");
}

TOOL_CASE("heddle demo runs its job on three graphs, and its karate club is the one of the repository") {
  tool_bench bench;
  auto const answer = bench.json({"demo", "--size", "small", "--device", "host"});
  REQUIRE(answer["graphs"].size() == 3);
  auto const& club = answer["graphs"][0];
  auto const info = bench.json({"info", karate_file(), "--device", "host"});
  CHECK(club["nnz"] == info["nnz"]);
  CHECK(club["degree"] == info["degree"]);
  CHECK(club["triangles"] == 45);
  CHECK(club["bfs"]["reached"] == 34);
  for (auto const& graph : answer["graphs"]) CHECK(graph["spmv"]["verified"] == true);
}
