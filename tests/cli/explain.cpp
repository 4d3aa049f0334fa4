// explain.cpp - heddle explain as a user runs it.
#include <heddle/base/executor.hpp>
#include <heddle/seam/schedule/schedule.hpp>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

TOOL_CASE("heddle explain gives statistics, the rule's questions, the choice and the costs of all schedules") {
  tool_bench bench;
  bench.json({"generate", "grid", "--width", "300", "--height", "200", "--output", bench.file("g.mtx")});
  auto const answer = bench.json({"explain", bench.file("g.mtx"), "--device", "cuda", "--type", "f32"});
  CHECK(answer["rows"] == 60000);
  CHECK(answer["schedule"] == "auto");
  CHECK(answer["schedule_chosen"] == "thread_mapped");
  CHECK(answer["device"] == "cuda");
  CHECK(answer["elapsed_ms"].get<double>() > 0);
  CHECK(answer["statistics"]["class"] == "regular");
  CHECK(answer["statistics"]["longest"] == 4);
  std::int64_t rows = 0;
  for (auto const& group : answer["statistics"]["lengths"]) rows += group["rows"].get<std::int64_t>();
  CHECK(rows == 60000);
  REQUIRE(answer["rule"].size() == 1);
  CHECK(answer["rule"][0]["answer"] == "yes");
  CHECK(answer["expected"].size() >= 6);
  auto const& expected = answer["expected"];
  auto const chosen = std::find_if(expected.begin(), expected.end(),
                                   [](auto const& each) { return each["schedule"] == "thread_mapped"; });
  REQUIRE(chosen != expected.end());
  CHECK((*chosen)["microseconds"].get<double>() <= 1.1 * expected[0]["microseconds"].get<double>());
  CHECK(answer["expected"][0]["microseconds"].get<double>() > 0);
}

TOOL_CASE("heddle explain says who takes what in searches on a GPU, and why") {
  tool_bench bench;
  bench.json({"generate", "grid", "--width", "300", "--height", "200", "--output", bench.file("g.mtx")});
  auto const of_grid = bench.json({"explain", bench.file("g.mtx"), "--device", "cuda"})["searches"];
  CHECK(of_grid["bfs"]["ran_as"] == of_grid["sssp"]["ran_as"]);
  CHECK(contains(of_grid["bfs"]["ran_as"], "entr"));
  CHECK(contains(of_grid["sssp"]["because"], "entries 239000 (32768 or more), mean row 3.98 (8)"));
  CHECK(contains(of_grid["sssp"]["because"], "level 976 (14000)"));
  CHECK_FALSE(contains(of_grid["bfs"]["because"], "level"));
  auto const of_few = bench.json({"explain", karate_file(), "--device", "cuda"})["searches"];
  CHECK(of_few["bfs"]["ran_as"] != of_grid["bfs"]["ran_as"]);
  CHECK(contains(bench.run({"explain", karate_file(), "--device", "cuda"}).out, "\n           sssp by "));
  auto const wide = bench.write("b.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 2\n");
  CHECK_FALSE(bench.json({"explain", wide, "--device", "cuda"}).contains("searches"));
  CHECK_FALSE(bench.json({"explain", karate_file(), "--device", "host"}).contains("searches"));
}

TOOL_CASE("heddle explain says what a GPU would be given where there is none") {
  tool_bench bench;
  auto const result = bench.run({"explain", karate_file(), "--device", "cuda"});
  CHECK(result.status == 0);
  CHECK(contains(result.out, "there is none here") != heddle::cuda_available());
  CHECK(bench.json({"explain", karate_file(), "--device", "cuda"})["device_present"] == heddle::cuda_available());
}

TOOL_CASE("heddle explain on the host estimates nothing, and says who does") {
  tool_bench bench;
  auto const answer = bench.json({"explain", karate_file(), "--device", "host"});
  CHECK(answer["schedule_chosen"] == "nonzero_split");
  CHECK(answer["expected"].empty());
  CHECK(contains(bench.run({"explain", karate_file(), "--device", "host"}).out, "--device cuda"));
}

TOOL_CASE("heddle explain takes a schedule, and gives it the parameters that were left open") {
  tool_bench bench;
  auto const answer = bench.json({"explain", karate_file(), "--device", "cuda", "--schedule", "merge_path"});
  CHECK(contains(answer["choice"], "items_per_worker="));
  CHECK(contains(bench.error({"explain", karate_file(), "--schedule", "best"}), "merge_path"));
  for (std::string const command : {"explain", "info"}) {
    CHECK(contains(bench.error({command, karate_file(), "--schedule", "group_mapped:lanes=3"}), "lanes"));
  }
  CHECK(contains(bench.error({"explain", bench.file("none.mtx")}), "none.mtx"));
}

TEST_CASE("heddle explain gives the same on a GPU as on the host about it" *
          doctest::skip(!has_tool() || !heddle::cuda_available())) {
  tool_bench bench;
  bench.json({"generate", "rmat", "--scale", "12", "--output", bench.file("g.mtx")});
  auto const on_gpu = bench.json({"explain", bench.file("g.mtx"), "--device", "cuda"});
  auto const on_host = bench.json({"explain", bench.file("g.mtx"), "--device", "host"});
  CHECK(on_gpu["device_present"] == true);
  CHECK(on_gpu["statistics"]["lengths"] == on_host["statistics"]["lengths"]);
  CHECK(on_gpu["statistics"]["longest"] == on_host["statistics"]["longest"]);
}
