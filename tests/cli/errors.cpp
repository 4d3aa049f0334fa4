// errors.cpp - what the tool says when something is wrong: one line, status 2, no output file.
#include "tests/cli/tool.hpp"

using namespace heddle::testing;

TOOL_CASE("a bad option lists the valid ones") {
  tool_bench bench;
  CHECK(contains(bench.error({"bfs", karate_file(), "--sorce", "1"}), "--source"));
  CHECK(contains(bench.error({"bfs", karate_file(), "--source", "1", "extra"}), "extra"));
  CHECK(contains(bench.error({"info", "--frobnicate"}), "--schedule"));
  CHECK(contains(bench.error({"--frobnicate"}), "--version"));
  CHECK(contains(bench.error({"dance"}), "triangles"));
  CHECK(contains(bench.error({}), "spmv"));
}

TOOL_CASE("a bad value lists the valid ones") {
  tool_bench bench;
  CHECK(contains(bench.error({"spmv", karate_file(), "--schedule", "best"}), "merge_path"));
  CHECK(contains(bench.error({"bfs", karate_file(), "--source", "0", "--schedule", "all"}), "merge_path"));
  CHECK(contains(bench.error({"spmv", karate_file(), "--device", "gpu"}), "cuda"));
  CHECK(contains(bench.error({"spmv", karate_file(), "--semiring", "times_plus"}), "min_plus"));
  CHECK(contains(bench.error({"spmv", karate_file(), "--type", "f16"}), "f32"));
  CHECK(contains(bench.error({"convert", karate_file(), bench.file("a.csv")}), ".mtx"));
}

TOOL_CASE("missing, doubled and malformed values are told apart") {
  tool_bench bench;
  CHECK(contains(bench.error({"bfs", karate_file()}), "--source is required"));
  CHECK(contains(bench.error({"bfs"}), "required"));
  CHECK(contains(bench.error({"bfs", karate_file(), "--source"}), "needs a value"));
  CHECK(contains(bench.error({"bfs", karate_file(), "--source", "1", "--source", "2"}), "more than once"));
  CHECK(contains(bench.error({"sssp", karate_file(), "--source", "1", "--sources", "2,3"}), "does not go with"));
  CHECK(contains(bench.error({"bfs", karate_file(), "--sources", "2,,3"}), "--sources: a whole number"));
  for (std::string const value : {"-1", "1.5", "x", "", "0x1", "99999999999999999999", " 1"}) {
    CAPTURE(value);
    bench.error({"bfs", karate_file(), "--source", value});
  }
  CHECK(contains(bench.error({"spmv", karate_file(), "--repeat", "0"}), "1.."));
  CHECK(contains(bench.error({"bfs", karate_file(), "--source", "0", "--output", "--json"}), "./--json"));
}

TOOL_CASE("options are checked before any file is opened") {
  tool_bench bench;
  auto const missing = bench.file("missing.mtx");
  CHECK(contains(bench.error({"bfs", missing, "--source", "0", "--schedule", "best"}), "best"));
  CHECK(contains(bench.error({"spmv", missing, "--schedule", "best"}), "best"));
  CHECK(contains(bench.error({"convert", missing, bench.file("a.csv")}), "a.csv"));
  CHECK(contains(bench.error({"multiply", missing, missing, "--output", bench.file("a.csv")}), "a.csv"));
}

TOOL_CASE("a source that is no vertex is named with the range") {
  tool_bench bench;
  CHECK(contains(bench.error({"bfs", karate_file(), "--source", "34"}), "0..33"));
  auto const empty = bench.write("e.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n");
  CHECK(contains(bench.error({"sssp", empty, "--source", "0"}), "none"));
}

TOOL_CASE("files that cannot be read or written give the system's reason") {
  tool_bench bench;
  CHECK(contains(bench.error({"info", bench.file("missing.mtx")}), "missing.mtx"));
  CHECK(contains(bench.error({"info", bench.write("broken.mtx", "%%MatrixMarket matrix\n")}), "broken.mtx:1"));
  std::vector<std::string> const search = {"bfs", karate_file(), "--source", "0", "--output"};
  auto const writing_to = [&](std::string const& path) {
    auto arguments = search;
    arguments.push_back(path);
    return bench.error(arguments);
  };
  CHECK(contains(writing_to(bench.file("no/such/folder")), "No such file"));
  CHECK(contains(writing_to("/tmp"), "directory"));
  CHECK(contains(writing_to("/dev/full"), "No space"));
  CHECK(contains(bench.error({"info", karate_file()}, ">/dev/full"), "No space"));
  CHECK(contains(bench.error({"--help"}, ">/dev/full"), "No space"));
  CHECK(bench.num_files() == 1);
}

TOOL_CASE("a matrix of more rows and columns than memory holds is refused, also where their sum overflows") {
  tool_bench bench;
  for (std::string const size : {"400000000000000000", "5000000000000000000", "9223372036854775807"}) {
    CAPTURE(size);
    auto const file =
        bench.write("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n" + size + " " + size + " 1\n1 1\n");
    CHECK(contains(bench.error({"info", file}), "EiB of memory"));
    CHECK(contains(bench.error({"bfs", file, "--source", "0"}), "EiB of memory"));
  }
}

TOOL_CASE("a file larger than the shell allows is an error like others, not a signal") {
  tool_bench bench;
  auto const command = "ulimit -f 1; " + in_quotes(tool_path()) + " generate path --n 5000 --output " +
                       in_quotes(bench.file("a.mtx")) + " 2>" + in_quotes(bench.file("err"));
  int const status = std::system(command.c_str());
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 2);
  CHECK(contains(bench.read("err"), "a.mtx: cannot be written: File too large"));
  CHECK(bench.num_files() == 1);
}

TOOL_CASE("under whatever limit of memory the tool ends with status 0 or one line and status 2") {
  tool_bench bench;
  auto const status_under = [&](int kilobytes, std::string const& arguments) {
    // Two threads: the stacks of many take more than the files here do.
    auto const limit = "export HEDDLE_NUM_THREADS=2; ulimit -c 0; ulimit -v " + std::to_string(kilobytes) + "; ";
    return std::system((limit + in_quotes(tool_path()) + arguments + " 2>" + in_quotes(bench.file("err"))).c_str());
  };
  int least = 10000;  // what its libraries take; a sanitizer takes more than can be asked for
  while (status_under(least, " --version >/dev/null") != 0 && least < 2000000) least += least / 10;
  if (least >= 2000000) return;
  bench.json({"generate", "rmat", "--scale", "14", "--weights", "1:99", "--output", bench.file("a.mtx")});
  auto const convert = " convert " + in_quotes(bench.file("a.mtx")) + ' ' + in_quotes(bench.file("b.mtx"));
  int refused = 0;
  for (int kilobytes = least; kilobytes < least + 45000; kilobytes += 500) {
    CAPTURE(kilobytes);
    int const status = status_under(kilobytes, convert + " >/dev/null");
    auto const said = bench.read("err");
    CAPTURE(said);
    CHECK_FALSE(contains(said, "terminate"));
    if (!said.starts_with("heddle: ")) continue;  // done, or libraries found no memory for threads
    ++refused;
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 2);
    CHECK(said.find('\n') == said.size() - 1);
  }
  CHECK(refused > 0);
}

TOOL_CASE("two outputs cannot share a file, nor can one share the standard output with JSON") {
  tool_bench bench;
  auto const out = bench.file("out");
  CHECK(contains(bench.error({"bfs", karate_file(), "--source", "0", "--output", out, "--parents", out}), "same file"));
  CHECK(contains(bench.error({"bfs", karate_file(), "--source", "0", "--output", "/dev/stdout", "--json"}), "--json"));
  CHECK(bench.num_files() == 0);
}

TOOL_CASE("an option before the command is told where it belongs, and a setting that is none is named") {
  tool_bench bench;
  CHECK(contains(bench.error({"--json", "bfs", karate_file(), "--source", "0"}),
                 "'--json' stands before the command; options follow it"));
  CHECK(contains(bench.error({"bfs", karate_file(), "--sorce=0"}), "unknown option '--sorce=0'"));
  for (std::string const wrong : {"abc", "0", "-1", "2x", "100000"}) {
    auto const command = "HEDDLE_NUM_THREADS=" + wrong + ' ' + in_quotes(tool_path()) + " info " +
                         in_quotes(karate_file()) + " 2>" + in_quotes(bench.file("err"));
    CHECK(WEXITSTATUS(std::system(command.c_str())) == 2);
    CHECK(bench.read("err") ==
          "heddle: HEDDLE_NUM_THREADS is '" + wrong + "', not a number of threads from 1 to 65536\n");
  }
}

TOOL_CASE("an output cannot take the place of a file that is read, but for a matrix that is converted") {
  tool_bench bench;
  auto const graph = bench.write("g.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 4\n");
  auto const sources = bench.write("s", "0");
  auto const link = bench.file("l.mtx");
  std::filesystem::create_symlink(graph, link);
  std::vector<std::string> const wrong[] = {
      {"bfs", graph, "--source", "0", "--output", graph},
      {"bfs", link, "--source", "0", "--output", graph},
      {"bfs", graph, "--source", "0", "--output", link},
      {"bfs", graph, "--source", "0", "--parents", graph},
      {"bfs", graph, "--sources-file", sources, "--output", sources},
      {"sssp", graph, "--source", "0", "--output", graph},
      {"components", graph, "--output", graph},
      {"pagerank", graph, "--output", graph},
      {"spmv", graph, "--output", graph},
      {"spmv", graph, "--csv", graph},
      {"multiply", graph, karate_file(), "--output", graph},
      {"multiply", karate_file(), graph, "--output", graph},
      {"info", graph, "--compact", "--names", graph},
      {"convert", graph, bench.file("out.mtx"), "--compact", "--names", graph},
      {"strategies", graph, "--source", "0", "--csv", graph},
      {"bfs", graph, "--source", "0", "--ranks", "2", "--output", graph},
  };
  for (auto const& arguments : wrong) {
    auto const said = bench.error(arguments);
    CAPTURE(said);
    CHECK(contains(said, "it is read, and an output would overwrite it"));
    CHECK(bench.read("g.mtx").ends_with("2 1 4\n"));
  }
  CHECK(bench.run({"convert", graph, graph}).status == 0);
}

TOOL_CASE("an output cannot take the place of what the standard input reads, nor of a matrix in a folder") {
  tool_bench bench;
  auto const graph = bench.write("g.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 4\n");
  auto const sources = bench.write("s", "0");
  auto const refused = [&](std::vector<std::string> const& arguments, std::string const& redirection) {
    return contains(bench.error(arguments, redirection), "it is read, and an output would overwrite it");
  };
  CHECK(refused({"bfs", "-", "--source", "0", "--output", graph}, "<" + in_quotes(graph)));
  CHECK(refused({"bfs", graph, "--sources-file", "-", "--output", sources}, "<" + in_quotes(sources)));
  CHECK(refused({"multiply", karate_file(), "-", "--output", graph}, "<" + in_quotes(graph)));
  CHECK(refused({"spmv", bench.file("."), "--csv", graph}, ""));
  CHECK(bench.read("g.mtx").ends_with("2 1 4\n"));
  CHECK(bench.read("s") == "0");
  CHECK(bench.run({"spmv", bench.file("."), "--csv", bench.file("times.csv")}).status == 0);
  CHECK(bench.run({"convert", "-", graph}, "<" + in_quotes(graph)).status == 0);
}

TOOL_CASE("two outputs cannot share a file that is not there yet by a link to it") {
  tool_bench bench;
  auto const out = bench.file("out"), link = bench.file("link"), other = bench.file("other");
  std::filesystem::create_symlink("out", link);
  std::filesystem::create_symlink(link, other);
  for (auto const& second : {link, other}) {
    CHECK(contains(bench.error({"bfs", karate_file(), "--source", "0", "--output", out, "--parents", second}),
                   "two outputs cannot go to the same file"));
  }
  CHECK(!std::filesystem::exists(out));
}

TOOL_CASE("values alone go to the standard output where it is asked for as the output file") {
  tool_bench bench;
  auto const graph = bench.write("g.el", "0 1\n1 2\n");
  auto const result = bench.run({"bfs", graph, "--source", "0", "--output", "/dev/stdout", "--device", "host"});
  CHECK(result.status == 0);
  CHECK(result.out == "0\n1\n2\n");
}

TOOL_CASE("strange bytes in arguments come out printable") {
  tool_bench bench;
  bench.error({"info", "a\nb\x1b[31m\xff.mtx"});
  bench.error({"bfs", "--\n"});
  bench.error({std::string(10000, 'x')});
}

TOOL_CASE("help goes to the standard output with status 0") {
  tool_bench bench;
  std::vector<std::vector<std::string>> const commands = {
      {},          {"info"},      {"explain"},   {"bfs"},        {"sssp"},
      {"spmv"},    {"multiply"},  {"triangles"}, {"generate"},   {"generate", "rmat"},
      {"convert"}, {"schedules"}, {"demo"},      {"components"}, {"pagerank"}};
  for (auto command : commands) {
    command.push_back("--help");
    auto const result = bench.run(command);
    CHECK(result.status == 0);
    CHECK(result.err == "");
    CHECK(contains(result.out, "--help"));
  }
  CHECK(contains(bench.run({"--version"}).out, "heddle "));
}
