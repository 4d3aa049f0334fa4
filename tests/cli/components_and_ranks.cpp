// components_and_ranks.cpp - heddle components and pagerank as a user runs them.
#include <heddle/base/executor.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <numeric>
#include <sstream>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

namespace {

std::vector<double> numbers_of(std::string const& text) {
  std::vector<double> numbers;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) numbers.push_back(std::stod(line));
  return numbers;
}

}  // namespace

TOOL_CASE("heddle components writes the smallest vertex of each component, one a line") {
  tool_bench bench;
  auto const graph =
      bench.write("g.mtx", "%%MatrixMarket matrix coordinate real general\n6 6 4\n6 2 1\n3 5 0\n6 2 1\n4 4 1\n");
  auto const answer =
      bench.json({"components", graph, "--output", bench.file("labels"), "--verify", "--device", "host"});
  CHECK(answer["rows"] == 6);
  CHECK(answer["nnz"] == 3);
  CHECK(answer["device"] == "host");
  CHECK(answer["schedule"] == "auto");
  CHECK(answer["method"] == "automatic");
  CHECK(answer["components"] == 4);
  CHECK(answer["largest"] == 2);
  CHECK(answer["rounds"].get<int>() > 0);
  CHECK(answer["verified"] == true);
  CHECK(answer["elapsed_ms"].get<double>() > 0);
  CHECK(answer["first_ms"].get<double>() > 0);
  CHECK(bench.read("labels") == "0\n1\n2\n3\n2\n1\n");
}

TOOL_CASE("heddle components has a method and every schedule, and says what it found") {
  tool_bench bench;
  bench.json({"generate", "rmat", "--scale", "10", "--edge-factor", "2", "--output", bench.file("g.mtx.gz")});
  auto const expected = bench.json({"components", bench.file("g.mtx.gz"), "--device", "host", "--verify"});
  auto const check = [&](std::string const& option, std::string const& word) {
    CAPTURE(word);
    auto const answer =
        bench.json({"components", bench.file("g.mtx.gz"), option, word, "--device", "host", "--verify"});
    CHECK(answer["components"] == expected["components"]);
    CHECK(answer["largest"] == expected["largest"]);
    CHECK(answer["verified"] == true);
  };
  for (std::string const method : {"automatic", "loop", "direct"}) check("--method", method);
  for (auto const& name : heddle::schedule::names()) check("--schedule", name);
  auto const text = bench.run({"components", karate_file(), "--device", "host", "--repeat", "2"});
  CHECK(contains(text.out, "components 1, the largest of 34 vertices"));
  CHECK(contains(text.out, ", the first run "));
  CHECK(contains(bench.error({"components", karate_file(), "--method", "stepwise", "--device", "host"}), "stepwise"));
}

TOOL_CASE("heddle pagerank writes ranks that sum to 1, names the best and answers in JSON") {
  tool_bench bench;
  auto const answer =
      bench.json({"pagerank", karate_file(), "--output", bench.file("ranks"), "--verify", "--device", "host"});
  CHECK(answer["damping"] == 0.85);
  CHECK(answer["tolerance"] == 1e-6);
  CHECK(answer["converged"] == true);
  CHECK(answer["iterations"].get<int>() > 5);
  CHECK(answer["change"].get<double>() <= 1e-6);
  CHECK(answer["verified"] == true);
  CHECK(answer["elapsed_ms"].get<double>() > 0);
  auto const ranks = numbers_of(bench.read("ranks"));
  REQUIRE(ranks.size() == 34);
  CHECK(std::abs(std::accumulate(ranks.begin(), ranks.end(), 0.0) - 1) < 1e-12);
  REQUIRE(answer["best"].size() == 10);
  CHECK(answer["best"][0]["vertex"] == 33);
  CHECK(answer["best"][1]["vertex"] == 0);
  CHECK(answer["best"][0]["rank"] == ranks[33]);
  for (std::size_t k = 1; k < 10; ++k) CHECK(answer["best"][k]["rank"] <= answer["best"][k - 1]["rank"]);
  auto const text = bench.run({"pagerank", karate_file(), "--device", "host"});
  CHECK(contains(text.out, "best       33: 0.1"));
}

TOOL_CASE("heddle pagerank takes damping, tolerance, iterations and every schedule") {
  tool_bench bench;
  auto const with = [&](std::vector<std::string> const& words) {
    std::vector<std::string> all = {"pagerank", karate_file(), "--device", "host", "--verify"};
    all.insert(all.end(), words.begin(), words.end());
    return bench.json(all);
  };
  auto const few = with({"--iterations", "2"});
  CHECK(few["iterations"] == 2);
  CHECK(few["converged"] == false);
  CHECK(few["verified"] == true);
  CHECK(with({"--tolerance", "1e-12", "--iterations", "1000"})["change"].get<double>() <= 1e-12);
  CHECK(with({"--damping", "0"})["best"][0]["vertex"] == 0);  // all ranks are the same
  CHECK(with({"--damping", "0.5"})["damping"] == 0.5);
  for (auto const& name : heddle::schedule::names()) CHECK(with({"--schedule", name})["verified"] == true);
  CHECK(contains(bench.error({"pagerank", karate_file(), "--damping", "1.5"}), "0..1"));
  CHECK(contains(bench.error({"pagerank", karate_file(), "--damping", "nan"}), "'nan'"));
  CHECK(contains(bench.error({"pagerank", karate_file(), "--tolerance", "-1"}), "--tolerance"));
  CHECK(contains(bench.error({"pagerank", karate_file(), "--iterations", "0"}), "--iterations"));
}

TOOL_CASE("components and pagerank read a rectangular file as a square graph, and files without vertices or entries") {
  tool_bench bench;
  auto const flat = bench.write("flat.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 4 2\n1 2\n2 4\n");
  auto const none = bench.write("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n");
  auto const lonely = bench.write("lonely.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 0\n");
  auto const run = [&](std::string const& command, std::string const& graph) {
    auto const answer = bench.json({command, graph, "--output", bench.file("out"), "--verify", "--device", "host"});
    CHECK(answer["verified"] == true);
    return bench.read("out");
  };
  CHECK(run("components", flat) == "0\n0\n2\n0\n");
  CHECK(run("components", none) == "");
  CHECK(run("components", lonely) == "0\n1\n");
  CHECK(numbers_of(run("pagerank", flat)).size() == 4);
  CHECK(run("pagerank", none) == "");
  CHECK(run("pagerank", lonely) == "0.5\n0.5\n");
}

TEST_CASE("components and ranks of host and GPU agree" * doctest::skip(!has_tool() || !heddle::cuda_available())) {
  tool_bench bench;
  bench.json({"generate", "rmat", "--scale", "12", "--output", bench.file("g.mtx")});
  for (std::string const device : {"host", "cuda"}) {
    for (std::string const command : {"components", "pagerank"}) {
      auto const answer = bench.json({command, bench.file("g.mtx"), "--device", device, "--verify", "--output",
                                      bench.file(command + "." + device)});
      CHECK(answer["device"] == device);
      CHECK(answer["verified"] == true);
    }
  }
  CHECK(bench.read("components.host") == bench.read("components.cuda"));
}
