// gpu.cpp - the tool on a GPU: the host's answers, every schedule, and cuSPARSE beside them.
#include <heddle/base/executor.hpp>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

#define GPU_TOOL_CASE(sentence) TEST_CASE(sentence* doctest::skip(!has_tool() || !heddle::cuda_available()))

GPU_TOOL_CASE("auto is the GPU where there is one") {
  tool_bench bench;
  CHECK(bench.json({"info", karate_file()})["device"] == "cuda");
  CHECK(bench.json({"bfs", karate_file(), "--source", "0", "--verify"})["device"] == "cuda");
}

GPU_TOOL_CASE("traversals write the same files on host and GPU") {
  tool_bench bench;
  bench.json({"generate", "rmat", "--scale", "12", "--weights", "0:99", "--output", bench.file("g.mtx")});
  for (std::string const device : {"host", "cuda"}) {
    bench.json({"bfs", bench.file("g.mtx"), "--source", "1", "--device", device, "--output",
                bench.file("levels." + device), "--parents", bench.file("parents." + device)});
    bench.json({"sssp", bench.file("g.mtx"), "--source", "1", "--device", device, "--output",
                bench.file("distances." + device), "--parents", bench.file("shortest." + device)});
  }
  for (std::string const answer : {"levels", "parents", "distances", "shortest"}) {
    CHECK(bench.read(answer + ".host") == bench.read(answer + ".cuda"));
  }
}

GPU_TOOL_CASE("heddle spmv --plan compact is right on a GPU, and tells what the plan takes") {
  tool_bench bench;
  bench.json({"generate", "stencil27", "--n", "20", "--output", bench.file("g.mtx")});
  for (std::string const type : {"f32", "f64"}) {
    auto const answer = bench.json({"spmv", bench.file("g.mtx"), "--plan", "compact", "--schedule", "all", "--type",
                                    type, "--device", "cuda", "--repeat", "1"});
    CHECK(answer["verified"] == true);
    CHECK(answer["plan"]["helps"] == true);
    CHECK(answer["plan"]["bytes"].get<double>() > 2 * answer["nnz"].get<double>());
    CHECK(answer["results"].size() == 2 * heddle::schedule::names().size());
  }
}

GPU_TOOL_CASE("heddle spmv is right on a GPU under every schedule, over every semiring, in both types") {
  tool_bench bench;
  bench.json({"generate", "power_law", "--n", "20000", "--weights", "1:9", "--output", bench.file("g.mtx")});
  auto const is_right = [&](std::string const& semiring, std::vector<std::string> const& type) {
    CAPTURE(semiring);
    std::vector<std::string> words{"spmv", bench.file("g.mtx"), "--semiring", semiring,   "--schedule",
                                   "all",  "--device",          "cuda",       "--repeat", "1"};
    words.insert(words.end(), type.begin(), type.end());
    CHECK(bench.json(words)["verified"] == true);
  };
  for (std::string const semiring : {"plus_times", "plus_first", "plus_second", "min_plus", "max_plus", "max_times"}) {
    for (std::string const type : {"f32", "f64"}) is_right(semiring, {"--type", type});
  }
  for (std::string const semiring : {"lor_land", "any_pair"}) is_right(semiring, {});
}

GPU_TOOL_CASE("heddle spmv runs cuSPARSE on the same buffers, or says that its library is missing") {
  tool_bench bench;
  bench.json({"generate", "rmat", "--scale", "12", "--output", bench.file("g.mtx")});
  for (std::string const type : {"f32", "f64"}) {
    std::vector<std::string> const arguments = {"spmv", bench.file("g.mtx"), "--type",   type,    "--device",
                                                "cuda", "--compare",         "cusparse", "--json"};
    auto const result = bench.run(arguments);
    CAPTURE(result.err);
    if (result.status != 0) {
      CHECK(contains(result.err, "libcusparse.so"));
      continue;
    }
    auto const answer = nlohmann::json::parse(result.out);
    CHECK(answer["results"].size() == 5);
    CHECK(answer["verified"] == true);
    CHECK(answer["ratio_to_cusparse"].get<double>() > 0);
  }
}

GPU_TOOL_CASE("heddle spmv --trace counts clock cycles on a GPU") {
  tool_bench bench;
  bench.json({"generate", "rmat", "--scale", "10", "--output", bench.file("g.mtx")});
  for (std::string const type : {"f32", "f64"}) {
    auto const answer = bench.json({"spmv", bench.file("g.mtx"), "--type", type, "--device", "cuda", "--trace",
                                    "--schedule", "all", "--repeat", "1"});
    for (auto const& row : answer["results"]) CHECK(row["trace"]["cycles"]["min"].get<std::int64_t>() > 0);
  }
}

GPU_TOOL_CASE("heddle multiply, triangles and demo are right on a GPU") {
  tool_bench bench;
  for (std::string const device : {"host", "cuda"}) {
    bench.json({"multiply", karate_file(), karate_file(), "--device", device, "--output", bench.file(device + ".mtx")});
  }
  CHECK(bench.read("host.mtx") == bench.read("cuda.mtx"));
  CHECK(bench.json({"triangles", karate_file(), "--device", "cuda"})["triangles"] == 45);
  CHECK(bench.json({"demo", "--size", "small", "--device", "cuda"})["device"] == "cuda");
}
