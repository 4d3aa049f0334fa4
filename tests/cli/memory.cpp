// memory.cpp - what commands take of memory: answers are held once, and refused before the work where they do not fit.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

namespace {

constexpr double mib = 1 << 20;

// The most memory that the tool held at once, in MiB.
double peak_of(tool_bench const& bench, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), tool_path());
  std::vector<char*> line;
  for (auto& argument : arguments) line.push_back(argument.data());
  line.push_back(nullptr);
  auto const out = bench.file("out");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  REQUIRE(posix_spawn(&child, line[0], &actions, nullptr, line.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  rusage used{};
  REQUIRE(wait4(child, &status, 0, &used) == child);
  CHECK(WEXITSTATUS(status) == 0);
  return static_cast<double>(used.ru_maxrss) / 1024;
}

// An edge from a hub to every other vertex, and back: two steps join all of those.
std::string star(tool_bench const& bench, int n) {
  std::string text = "%%MatrixMarket matrix coordinate integer symmetric\n" + std::to_string(n) + ' ' +
                     std::to_string(n) + ' ' + std::to_string(n - 1) + '\n';
  for (int i = 2; i <= n; ++i) text += std::to_string(i) + " 1 1\n";
  return bench.write("star" + std::to_string(n) + ".mtx", text);
}

}  // namespace

TOOL_CASE("heddle multiply holds its product once while it is made and written") {
  tool_bench bench;
  auto const idle = peak_of(
      bench, {"multiply", star(bench, 10), star(bench, 10), "--output", bench.file("p.mtx"), "--device", "host"});
  auto const graph = star(bench, 3000);
  double const product = 3000.0 * 3000 * 12 / mib;
  auto const taken = peak_of(bench, {"multiply", graph, graph, "--output", bench.file("p.mtx"), "--device", "host"});
  CHECK(taken - idle < 1.25 * product + 16);
}

TOOL_CASE("heddle bfs from many sources holds their levels once while they are found and written") {
  tool_bench bench;
  constexpr int vertices = 100'000, sources = 200;
  std::string edges, chosen;
  for (int i = 1; i < vertices; ++i) edges += "0 " + std::to_string(i) + '\n' + std::to_string(i) + " 0\n";
  for (int s = 0; s < sources; ++s) chosen += std::to_string(s) + '\n';
  auto const graph = bench.write("star.txt", edges), from = bench.write("sources.txt", chosen);
  std::vector<std::string> const search{"bfs", graph, "--sources-file", from, "--device", "host"};
  auto const idle = peak_of(bench, search);
  auto writing = search;
  writing.insert(writing.end(), {"--output", bench.file("levels.txt")});
  CHECK(peak_of(bench, writing) - idle < 1.3 * vertices * sources * 4 / mib);
}

TOOL_CASE("heddle multiply --memory makes and writes rows in runs, and the file is the same") {
  tool_bench bench;
  auto const graph = bench.file("g.mtx"), weighted = bench.file("w.mtx");
  bench.json({"generate", "rmat", "--scale", "9", "--output", graph});
  bench.json({"generate", "rmat", "--scale", "9", "--weights", "1:99", "--output", weighted});
  auto const ratios = bench.file("r.mtx");
  {
    std::string text = "%%MatrixMarket matrix coordinate real general\n512 512 20000\n";
    for (int k = 0; k < 20000; ++k) {
      text += std::to_string(k * 37 % 512 + 1) + ' ' + std::to_string((k * 97 + k / 512) % 512 + 1) + ' ' +
              std::to_string(1.0 / (k + 3)) + '\n';
    }
    bench.write("r.mtx", text);
  }
  for (auto const& a : {graph, weighted, ratios}) {
    for (std::string const name : {"c.mtx", "c.mtx.gz", "c.el"}) {
      CAPTURE(name);
      auto const once = bench.file("once_" + name), runs = bench.file("runs_" + name);
      auto const open = bench.json({"multiply", a, a, "--output", once, "--device", "host"});
      CHECK(open["runs"] == 1);
      CHECK(open["memory"] == 0);
      auto const kept = bench.json({"multiply", a, a, "--output", runs, "--device", "host", "--memory", "1M"});
      CHECK(kept["memory"] == 1 << 20);
      CHECK(kept["runs"].get<int>() > 1);
      CHECK(kept["nnz"] == open["nnz"]);
      CHECK(bench.read("once_" + name) == bench.read("runs_" + name));
    }
  }
  auto const all = bench.json({"multiply", graph, graph, "--output", bench.file("all.mtx"), "--device", "host",
                               "--memory", "1G", "--repeat", "3"});
  CHECK(all["runs"] == 1);
  bench.json({"multiply", graph, graph, "--output", bench.file("again.mtx"), "--device", "host", "--memory", "1M",
              "--repeat", "3"});
  CHECK(bench.read("all.mtx") == bench.read("again.mtx"));
}

TOOL_CASE("a full right operand gives the same bits in runs of rows") {
  tool_bench bench;
  std::string full = "%%MatrixMarket matrix coordinate real general\n60 900 54000\n",
              left = "%%MatrixMarket matrix coordinate real general\n300 60 9000\n";
  for (int k = 0; k < 54000; ++k) {
    full +=
        std::to_string(k / 900 + 1) + ' ' + std::to_string(k % 900 + 1) + ' ' + std::to_string(1.0 / (k + 7)) + '\n';
  }
  for (int k = 0; k < 9000; ++k) {
    left +=
        std::to_string(k / 30 + 1) + ' ' + std::to_string(k % 30 * 2 + 1) + ' ' + std::to_string(1e3 / (k + 9)) + '\n';
  }
  auto const a = bench.write("a.mtx", left), b = bench.write("b.mtx", full);
  bench.json({"multiply", a, b, "--output", bench.file("once.mtx"), "--device", "host"});
  auto const kept =
      bench.json({"multiply", a, b, "--output", bench.file("runs.mtx"), "--device", "host", "--memory", "3M"});
  CHECK(kept["runs"].get<int>() > 1);
  CHECK(bench.read("once.mtx") == bench.read("runs.mtx"));
}

TOOL_CASE("matrices without rows, entries or products are written in runs too") {
  tool_bench bench;
  std::string const head = "%%MatrixMarket matrix coordinate integer general\n";
  auto const none = bench.write("none.mtx", head + "0 0 0\n"), empty = bench.write("empty.mtx", head + "3 3 0\n");
  auto const apart = bench.write("apart.mtx", head + "3 3 1\n1 2 5\n");
  for (auto const& a : {none, empty, apart}) {
    bench.json({"multiply", a, a, "--output", bench.file("once.mtx"), "--device", "host"});
    bench.json({"multiply", a, a, "--output", bench.file("runs.mtx"), "--device", "host", "--memory", "1M"});
    CHECK(bench.read("once.mtx") == bench.read("runs.mtx"));
  }
}

TOOL_CASE("a memory in which a row of the product has no room is refused in one line, and nothing is written") {
  tool_bench bench;
  auto const graph = star(bench, 20'000);
  auto const before = bench.num_files();
  auto const line =
      bench.error({"multiply", graph, graph, "--output", bench.file("c.mtx"), "--device", "host", "--memory", "1100K"});
  CHECK(contains(line, "--memory"));
  CHECK(contains(line, "longest row of the product"));
  CHECK(
      contains(bench.error({"multiply", graph, graph, "--output", bench.file("c.mtx"), "--memory", "1K"}), "1.0 KiB"));
  CHECK(bench.num_files() == before);
}

TOOL_CASE("an answer that does not fit into memory is refused in one line before it is made") {
  tool_bench bench;
  auto const graph = bench.file("star.txt"), product = bench.file("c.mtx");
  bench.json({"generate", "star", "--n", "1000000", "--output", graph});
  auto const before = bench.num_files();
  auto const line = bench.error({"multiply", graph, graph, "--output", product, "--device", "host"});
  CHECK(contains(line, "of memory, and"));
  CHECK(contains(line, "--memory SIZE"));
  CHECK(bench.num_files() == before);
  std::string sources;
  for (int s = 0; s < 400'000; ++s) sources += std::to_string(s) + '\n';
  auto const levels = bench.error({"bfs", graph, "--sources-file", bench.write("sources.txt", sources), "--output",
                                   bench.file("levels"), "--device", "host"});
  CHECK(contains(levels, "levels of 400000 sources for 1000000 vertices takes about"));
  auto const wide = bench.write("wide.mtx", "%%MatrixMarket matrix coordinate integer general\n2 3 1\n1 3 1\n");
  auto const tall = bench.write("tall.mtx", "%%MatrixMarket matrix coordinate integer general\n3 3 1\n3 3 1\n");
  CHECK(contains(bench.error({"multiply", wide, tall, "--output", bench.file("c.el"), "--device", "host"}),
                 "is not square"));
}

TOOL_CASE("sizes of memory are read with their units") {
  tool_bench bench;
  auto const a = bench.write("a.mtx", "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 2\n");
  auto const memory = [&](std::string const& text) {
    return bench
        .json({"multiply", a, a, "--output", bench.file("c.mtx"), "--device", "host", "--memory", text})["memory"]
        .get<std::int64_t>();
  };
  CHECK(memory("2G") == std::int64_t{2} << 30);
  CHECK(memory("2GiB") == std::int64_t{2} << 30);
  CHECK(memory("1.5m") == 3 << 19);
  CHECK(memory("900kib") == 900 << 10);
  CHECK(memory("3T") == std::int64_t{3} << 40);
  CHECK(memory("8388607T") == std::int64_t{8388607} << 40);
  CHECK(memory("9223372036854775807") == INT64_MAX);
  for (std::string const text :
       {"", "0", "-1", "2X", "2GB", "G", "1e9", "0.1", "2 G", "9e", "8388608T", "9000000000T", "inf"}) {
    CAPTURE(text);
    CHECK(contains(bench.error({"multiply", a, a, "--output", bench.file("c.mtx"), "--memory=" + text}), "--memory"));
  }
}
