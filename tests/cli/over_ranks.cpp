// over_ranks.cpp - heddle with a matrix that is dealt out to ranks, as a user runs it.
#include "tests/cli/tool.hpp"

using namespace heddle::testing;

namespace {

// Both answers' files, which --output and perhaps --parents wrote.
void check_same_files(tool_bench const& bench, std::vector<std::string> arguments, std::vector<std::string> const& over,
                      std::vector<std::string> const& outputs) {
  auto many = arguments;
  many.insert(many.end(), over.begin(), over.end());
  arguments.insert(arguments.end(), {"--device", "host"});
  for (auto const& option : outputs) {
    arguments.insert(arguments.end(), {option, bench.file("one" + option)});
    many.insert(many.end(), {option, bench.file("many" + option)});
  }
  auto const one = bench.json(arguments), answer = bench.json(many);
  CHECK(answer["ranks"] == std::stoi(over[1]));
  CHECK(answer["device"] == "host");
  for (char const* name : {"rows", "cols", "nnz", "source", "reached", "depth", "components", "largest", "iterations",
                           "verified", "semiring", "type"}) {
    if (one.contains(name)) CHECK(one[name] == answer[name]);
  }
  CHECK(answer["elapsed_ms"].get<double>() > 0);
  for (auto const& option : outputs) CHECK(bench.read("one" + option) == bench.read("many" + option));
}

}  // namespace

TOOL_CASE("searches over ranks answer as one executor does") {
  tool_bench bench;
  auto const graph = bench.file("g.mtx");
  REQUIRE(bench.run({"generate", "rmat", "--scale", "12", "--weights", "1:255", "--output", graph}).status == 0);
  for (std::string const ranks : {"1", "2", "3"}) {
    std::vector<std::string> const over{"--ranks", ranks};
    CAPTURE(ranks);
    check_same_files(bench, {"bfs", graph, "--source", "1", "--verify"}, over, {"--output", "--parents"});
    check_same_files(bench, {"sssp", graph, "--source", "1", "--verify"}, over, {"--output"});
    check_same_files(bench, {"components", graph, "--verify", "--repeat", "2"}, over, {"--output"});
    check_same_files(bench, {"pagerank", graph, "--verify", "--damping", "0.9"}, over, {});
    check_same_files(bench, {"spmv", graph, "--schedule", "merge_path"}, over, {"--output"});
  }
  auto const text = bench.run({"bfs", graph, "--source", "1", "--ranks", "2"});
  CHECK(text.status == 0);
  CHECK(contains(text.out, "ran on     2 ranks, the first on "));
  CHECK(contains(text.out, " vertices reached, depth "));
  CHECK(contains(text.out, "went by    search among the ranks"));
}

TOOL_CASE("a command over ranks reads a graph of fewer rows than ranks, and a rectangular one") {
  tool_bench bench;
  auto const graph = bench.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 4 2\n1 2\n2 4\n");
  auto const answer = bench.json({"bfs", graph, "--source", "0", "--ranks", "7", "--verify"});
  CHECK(answer["reached"] == 3);
  CHECK(answer["depth"] == 2);
  CHECK(bench.json({"spmv", graph, "--ranks", "7", "--output", bench.file("y")})["verified"] == true);
  CHECK(bench.read("y") == "2\n4\n");
}

TOOL_CASE("what does not go with ranks is refused in one line") {
  tool_bench bench;
  auto const error = [&](std::vector<std::string> arguments, std::vector<std::string> const& more) {
    arguments.insert(arguments.begin() + 1, karate_file());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return bench.error(arguments);
  };
  std::vector<std::string> const search{"bfs", "--source", "0", "--ranks", "2"};
  CHECK(error(search, {"--strategy", "merge_path"}) == "--strategy does not go with --ranks");
  CHECK(error(search, {"--method", "loop"}) == "--method does not go with --ranks");
  CHECK(error(search, {"--schedule", "merge_path"}) == "--schedule does not go with --ranks");
  CHECK(error(search, {"--device", "cuda"}) == "--device cuda does not go with --ranks");
  CHECK(error(search, {"--gpus", "0,1"}) == "--ranks does not go with --gpus");
  CHECK(error({"bfs", "--ranks", "2"}, {"--sources", "0,1"}) == "--sources does not go with --ranks");
  CHECK(error({"sssp", "--source", "0", "--ranks", "2"}, {"--parents", bench.file("p")}) ==
        "--parents does not go with --ranks");
  CHECK(error({"spmv", "--ranks", "2"}, {"--csv", bench.file("t")}) == "--csv does not go with --ranks");
  CHECK(error({"spmv", "--ranks", "2"}, {"--semiring", "min_plus"}) ==
        "--semiring: over ranks the tool knows plus_times, and the library any");
  CHECK(error({"spmv", "--ranks", "2"}, {"--schedule", "all"}) == "--schedule all does not go with ranks: name one");
  CHECK(contains(error({"pagerank"}, {"--ranks", "0"}), "--ranks: a whole number in 1..1024 is expected, not '0'"));
  CHECK(contains(error({"pagerank"}, {"--gpus", "0,x"}), "--gpus: a whole number in 0..1023 is expected, not 'x'"));
  CHECK(error({"pagerank"}, {"--gpus", "0,0"}) == "--gpus: 0 is there twice");
  auto const negative = bench.write("n.el", "0 1 -1\n");
  CHECK(bench.error({"sssp", negative, "--source", "0", "--ranks", "2"}) ==
        "sssp of a distributed matrix: a weight is negative; sssp of a local one takes such");
}

TOOL_CASE("a tool that mpirun started several times does not answer several times") {
  tool_bench bench;
  ::setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  auto const error = bench.error({"bfs", karate_file(), "--source", "0"});
  ::unsetenv("OMPI_COMM_WORLD_SIZE");
  CHECK(error ==
        "mpirun started 4 processes, of which each would answer for itself: write mpirun -n 4 heddle_mpi, the tool "
        "that deals the matrix out to them");
}
