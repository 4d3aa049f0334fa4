// products.cpp - heddle spmv, multiply and triangles as a user runs them.
#include <heddle/seam/schedule/schedule.hpp>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

namespace {

// x = 1, 2, 3: row 0 holds 2 + 3 twice at one position, row 1 nothing.
std::string const small_file = "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 2\n1 3 3\n1 3 3\n";

}  // namespace

TOOL_CASE("heddle spmv checks every schedule, and tells time and bandwidth of each") {
  tool_bench bench;
  auto const answer = bench.json({"spmv", karate_file(), "--schedule", "all", "--repeat", "2", "--device", "host",
                                  "--csv", bench.file("times.csv")});
  CHECK(answer["schedule"] == "all");
  CHECK(answer["verified"] == true);
  REQUIRE(answer["results"].size() == heddle::schedule::names().size());
  for (auto const& row : answer["results"]) {
    CHECK(row["verified"] == true);
    CHECK(row["elapsed_ms"].get<double>() > 0);
    CHECK(row["gb_per_second"].get<double>() > 0);
  }
  auto const csv = bench.read("times.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + static_cast<long>(answer["results"].size()));
}

TOOL_CASE("heddle spmv --plan locality tells what the plan costs and gains, for every schedule") {
  tool_bench bench;
  bench.json({"generate", "star", "--n", "60000", "--output", bench.file("star.mtx")});
  auto const answer = bench.json({"spmv", bench.file("star.mtx"), "--plan", "locality", "--schedule", "all", "--repeat",
                                  "2", "--device", "host", "--csv", bench.file("times.csv")});
  CHECK(answer["verified"] == true);
  CHECK(answer["results"].size() == 3 * heddle::schedule::names().size());
  auto const& plan = answer["plan"];
  CHECK(plan["helps"] == true);
  CHECK(plan["coverage"].get<double>() > 0.6);
  CHECK(plan["hubs"].get<int>() > 10000);
  for (auto const* const time : {"setup_ms", "plain_ms", "elapsed_ms", "kept_ms"}) {
    CHECK(plan[time].get<double>() > 0);
  }
  bool const pays = plan["elapsed_ms"].get<double>() < plan["plain_ms"].get<double>();
  CHECK(plan["pays_after"].is_null() == !pays);
  auto const csv = bench.read("times.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + static_cast<long>(answer["results"].size()));
  CHECK(contains(bench.run({"spmv", bench.file("star.mtx"), "--plan", "locality", "--device", "host"}).out,
                 "x kept in its order"));
}

TOOL_CASE("heddle spmv --plan locality says where a plan cannot help") {
  tool_bench bench;
  bench.json({"generate", "grid", "--width", "512", "--height", "512", "--output", bench.file("grid.mtx")});
  auto const answer =
      bench.json({"spmv", bench.file("grid.mtx"), "--plan", "locality", "--repeat", "1", "--device", "host"});
  CHECK(answer["plan"]["helps"] == false);
  CHECK(contains(answer["plan"]["reason"].get<std::string>(), "columns stay as they are"));
  CHECK(answer["results"].size() == 1);
}

TOOL_CASE("heddle spmv --plan compact says that a host takes as long either way, and is refused for other semirings") {
  tool_bench bench;
  auto const file = bench.file("grid.mtx");
  bench.json({"generate", "grid", "--width", "64", "--height", "64", "--output", file});
  auto const answer = bench.json({"spmv", file, "--plan", "compact", "--repeat", "1", "--device", "host"});
  CHECK(answer["plan"]["name"] == "compact");
  CHECK(answer["plan"]["helps"] == false);
  CHECK(answer["plan"]["reason"] == "a host takes as long either way");
  CHECK(answer["plan"]["bytes"] == 0);
  CHECK(answer["results"].size() == 1);
  auto const refused = bench.run({"spmv", file, "--plan", "compact", "--semiring", "min_plus", "--device", "host"});
  CHECK(refused.status == 2);
  CHECK(refused.err == "heddle: --plan compact: it is for the semiring plus_times\n");
}

TOOL_CASE("heddle spmv sums entries of one position, and gives the identity where a row is empty") {
  tool_bench bench;
  auto const file = bench.write("a.mtx", small_file);
  bench.json({"spmv", file, "--output", bench.file("y"), "--device", "host"});
  CHECK(bench.read("y") == "20\n0\n");
  bench.json({"spmv", file, "--semiring", "min_plus", "--output", bench.file("y"), "--device", "host"});
  CHECK(bench.read("y") == "3\ninf\n");
}

TOOL_CASE("heddle spmv --trace tells how evenly every schedule shares out rows and entries") {
  tool_bench bench;
  auto const answer =
      bench.json({"spmv", karate_file(), "--trace", "--schedule", "all", "--repeat", "1", "--device", "host"});
  for (auto const& row : answer["results"]) {
    auto const& trace = row["trace"];
    CHECK(trace["atoms"]["mean"].get<double>() * trace["shares"].get<double>() == doctest::Approx(156));
    CHECK(trace["tiles"]["max"] >= trace["tiles"]["min"]);
    CHECK(trace["atoms"]["imbalance"] >= 1);
    CHECK_FALSE(trace.contains("cycles"));
  }
  CHECK(contains(bench.run({"spmv", karate_file(), "--trace", "--device", "host"}).out, "the largest has"));
  CHECK_FALSE(bench.json({"spmv", karate_file(), "--device", "host"})["results"][0].contains("trace"));
}

TOOL_CASE("heddle spmv sums duplicates of a pattern too") {
  tool_bench bench;
  auto const file = bench.write("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 3\n1 1\n1 1\n1 2\n");
  bench.json({"spmv", file, "--output", bench.file("y"), "--device", "host"});
  CHECK(bench.read("y") == "4\n0\n");
}

TOOL_CASE("heddle spmv runs over every semiring that it offers, in both types") {
  tool_bench bench;
  for (std::string const semiring : {"lor_land", "any_pair"}) {
    auto const answer =
        bench.json({"spmv", karate_file(), "--semiring", semiring, "--repeat", "1", "--device", "host"});
    CHECK(answer["verified"] == true);
    CHECK(answer["type"] == "bool");
    CHECK(contains(bench.error({"spmv", karate_file(), "--semiring", semiring, "--type", "f32"}), "bool"));
  }
  for (std::string const semiring : {"plus_times", "plus_first", "plus_second", "min_plus", "max_plus", "max_times"}) {
    for (std::string const type : {"f32", "f64"}) {
      CAPTURE(semiring);
      auto const answer = bench.json(
          {"spmv", karate_file(), "--semiring", semiring, "--type", type, "--repeat", "1", "--device", "host"});
      CHECK(answer["verified"] == true);
    }
  }
}

TOOL_CASE("heddle spmv calls a result right that overflows, and a minimum of NaNs that is the identity") {
  tool_bench bench;
  auto const banner = std::string("%%MatrixMarket matrix coordinate real general\n");
  auto const huge = bench.write("huge.mtx", banner + "1 2 2\n1 1 2e38\n1 2 1.5e38\n");
  CHECK(bench.json({"spmv", huge, "--type", "f32", "--repeat", "1", "--device", "host"})["verified"] == true);
  auto const nan = bench.write("nan.mtx", banner + "3 3 3\n1 2 nan\n2 3 inf\n3 1 -inf\n");
  for (std::string const semiring : {"min_plus", "max_plus", "max_times"}) {
    CAPTURE(semiring);
    bench.json({"spmv", nan, "--semiring", semiring, "--schedule", "all", "--repeat", "1", "--device", "host"});
  }
}

TOOL_CASE("heddle spmv gives the times of its schedules as the answer, and those of a plan beside them") {
  tool_bench bench;
  auto const graph = bench.file("g.mtx");
  bench.run({"generate", "rmat", "--scale", "10", "--output", graph});
  auto const answer = bench.json({"spmv", graph, "--plan", "locality", "--repeat", "1", "--device", "host"});
  CHECK(answer["elapsed_ms"] == answer["results"][0]["elapsed_ms"]);
  CHECK(answer["results"][0]["plan"] == "none");
  CHECK(answer["plan"].contains("helps"));
}

TOOL_CASE("two outputs to one file are refused whatever they are called") {
  tool_bench bench;
  auto const one = bench.file("y"), other = bench.file("./y");
  CHECK(contains(bench.error({"spmv", karate_file(), "--output", one, "--csv", other}), "same file"));
}

TOOL_CASE("heddle spmv compares with cuSPARSE on a GPU only, and over plus and times only") {
  tool_bench bench;
  CHECK(contains(bench.error({"spmv", karate_file(), "--compare", "cusparse", "--device", "host"}), "GPU"));
  CHECK(
      contains(bench.error({"spmv", karate_file(), "--compare", "cusparse", "--semiring", "min_plus"}), "plus_times"));
}

TOOL_CASE("heddle multiply writes the product") {
  tool_bench bench;
  auto const a = bench.write("a.mtx", small_file);
  auto const b = bench.write("b.mtx", "%%MatrixMarket matrix coordinate integer general\n3 1 2\n1 1 10\n3 1 -1\n");
  auto const answer = bench.json({"multiply", a, b, "--output", bench.file("c.mtx"), "--device", "host"});
  CHECK(answer["rows"] == 2);
  CHECK(answer["cols"] == 1);
  CHECK(answer["nnz"] == 1);
  CHECK(bench.read("c.mtx") == "%%MatrixMarket matrix coordinate real general\n2 1 1\n1 1 14\n");
}

TOOL_CASE("heddle multiply keeps whole numbers exact beyond what a double holds") {
  tool_bench bench;
  auto const a = bench.write("a.mtx", "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1073741825\n");
  bench.json({"multiply", a, a, "--output", bench.file("c.mtx"), "--device", "host"});
  CHECK(contains(bench.read("c.mtx"), "\n1 1 1152921506754330625\n"));
}

TOOL_CASE("heddle multiply takes doubles where entries of one position sum to more than 64 bits hold, and only there") {
  tool_bench bench;
  std::string const large = "1 1 9223372036854775807\n", head = "%%MatrixMarket matrix coordinate integer general\n";
  auto const a = bench.write("a.mtx", head + "1 1 3\n" + large + large + "1 1 3\n");
  auto const b = bench.write("b.mtx", head + "1 1 1\n1 1 1\n");
  bench.json({"multiply", a, b, "--output", bench.file("c.mtx"), "--device", "host"});
  CHECK(contains(bench.read("c.mtx"), "\n1 1 18446744073709551616\n"));
  // Many large numbers do no harm where each stands alone.
  auto const apart = bench.write("d.mtx", head + "2 2 2\n1 1 4611686018427387903\n2 2 4611686018427387901\n");
  auto const one = bench.write("e.mtx", head + "2 1 1\n2 1 1\n");
  bench.json({"multiply", apart, one, "--output", bench.file("f.mtx"), "--device", "host"});
  CHECK(contains(bench.read("f.mtx"), " 4611686018427387901\n"));
  auto const small = bench.write("g.mtx", head + "2 2 2\n1 1 1152921504606846975\n2 2 1152921504606846973\n");
  bench.json({"multiply", small, one, "--output", bench.file("h.mtx"), "--device", "host"});
  CHECK(contains(bench.read("h.mtx"), " 1152921504606846973\n"));
}

TOOL_CASE("heddle multiply keeps a memory budget, and tells what it would take without") {
  tool_bench bench;
  auto const graph = bench.file("g.mtx");
  bench.json({"generate", "rmat", "--scale", "9", "--output", graph});
  auto const open = bench.json({"multiply", graph, graph, "--output", bench.file("open.mtx"), "--device", "host"});
  auto const least = std::to_string(open["least_bytes"].get<long>());
  CHECK(open["memory_budget"] == 0);
  CHECK(open["workspace_bytes"] >= open["least_bytes"]);
  auto const kept = bench.json(
      {"multiply", graph, graph, "--output", bench.file("kept.mtx"), "--device", "host", "--memory-budget", least});
  CHECK(kept["memory_budget"] == open["least_bytes"]);
  CHECK(bench.read("kept.mtx") == bench.read("open.mtx"));
  auto const few = bench.write("few.mtx", "%%MatrixMarket matrix coordinate integer general\n4 4 1\n1 2 1\n");
  auto const tiny = bench.json({"multiply", few, few, "--output", bench.file("t.mtx"), "--device", "host"});
  CHECK(tiny["workspace_bytes"] >= tiny["least_bytes"]);
  CHECK(contains(bench.error({"multiply", graph, graph, "--output", bench.file("c.mtx"), "--memory-budget", "-1"}),
                 "-1"));
}

TOOL_CASE("heddle multiply names both files where the shapes do not fit") {
  tool_bench bench;
  auto const a = bench.write("a.mtx", small_file);
  auto const line = bench.error({"multiply", a, a, "--output", bench.file("c.mtx")});
  CHECK(contains(line, "2 x 3"));
  CHECK(bench.num_files() == 1);
}

TOOL_CASE("heddle triangles reads the graph as undirected, without self-loops and duplicates") {
  tool_bench bench;
  CHECK(bench.json({"triangles", karate_file(), "--device", "host"})["triangles"] == 45);
  auto const file =
      bench.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 5\n1 1\n1 2\n2 1\n2 3\n1 3\n");
  CHECK(bench.json({"triangles", file, "--device", "host"})["triangles"] == 1);
}
