// progress.cpp - the bar that commands draw on a terminal, and nowhere else.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <regex>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

namespace {

struct watched_run {
  int status = -1;
  std::string screen;       // all that came to the terminal, the bars with their carriage returns
  std::vector<int> shares;  // the percentages behind the label, in order
};

/// The tool with a terminal as its standard error.
watched_run watch(tool_bench const& bench, std::vector<std::string> const& arguments, std::string const& label) {
  int const terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(terminal >= 0);
  REQUIRE(::grantpt(terminal) == 0);
  REQUIRE(::unlockpt(terminal) == 0);
  std::string const other_end = ::ptsname(terminal);
  int const kept_open = ::open(other_end.c_str(), O_RDWR | O_NOCTTY);
  std::string command = "HEDDLE_NUM_THREADS=1 " + in_quotes(tool_path());
  for (auto const& argument : arguments) command += ' ' + in_quotes(argument);
  command += " >" + in_quotes(bench.file("out")) + " 2>" + other_end + " & wait $!; echo $? >" +
             in_quotes(bench.file("status")) + "; echo END >" + other_end;
  std::system(("(" + command + ") </dev/null &").c_str());
  watched_run result;
  std::array<char, 4096> bytes;
  while (result.screen.find("END") == std::string::npos) {
    auto const count = ::read(terminal, bytes.data(), bytes.size());
    if (count <= 0) break;
    result.screen.append(bytes.data(), static_cast<std::size_t>(count));
  }
  ::close(kept_open), ::close(terminal);
  result.status = std::stoi(bench.read("status"));
  std::regex const bar("\r" + label + " \\[=* *\\] ([0-9]+) %");
  for (std::sregex_iterator at(result.screen.begin(), result.screen.end(), bar), none; at != none; ++at) {
    result.shares.push_back(std::stoi((*at)[1]));
  }
  return result;
}

/// arguments(size) for sizes that double until the bar is seen, which comes after half a second only.
template <class Arguments> void check_bar(std::string const& label, Arguments const& arguments) {
  tool_bench bench;
  watched_run seen;
  for (int size = 1; size <= 64 && seen.shares.size() < 5; size *= 2)
    seen = watch(bench, arguments(bench, size), label);
  CAPTURE(label);
  CAPTURE(seen.screen);
  CHECK(seen.status == 0);
  REQUIRE(seen.shares.size() >= 5);
  CHECK(std::is_sorted(seen.shares.begin(), seen.shares.end()));
  CHECK(seen.shares.back() <= 100);
  CHECK(seen.shares.back() >= 80);
  CHECK(contains(seen.screen, "%\x1b[K\r\x1b[K"));  // wiped at the end
}

std::string text(int number) { return std::to_string(number); }

}  // namespace

TOOL_CASE("generate draws how much is made, and how much is written") {
  check_bar("making erdos_renyi", [](tool_bench const& bench, int size) -> std::vector<std::string> {
    return {"generate",      "erdos_renyi",   "--scale",  "16",
            "--edge-factor", text(40 * size), "--output", bench.file("g.el")};
  });
  check_bar("writing .*", [](tool_bench const& bench, int size) -> std::vector<std::string> {
    return {"generate", "band", "--n", text(60000 * size), "--output", bench.file("g.el.gz")};
  });
}

TOOL_CASE("triangles, strategies, convert and multiply draw how far they are") {
  check_bar("counting triangles", [](tool_bench const& bench, int size) -> std::vector<std::string> {
    bench.json({"generate", "complete", "--n", "60", "--output", bench.file("g.mtx")});
    return {"triangles", bench.file("g.mtx"), "--device", "host", "--repeat", text(15000 * size)};  // at most 1000000
  });
  check_bar("counting triangles", [](tool_bench const& bench, int size) -> std::vector<std::string> {  // a single count
    bench.json({"generate", "complete", "--n", text(1500 + 200 * size), "--output", bench.file("g.mtx")});
    return {"triangles", bench.file("g.mtx"), "--device", "host"};
  });
  check_bar("searching", [](tool_bench const&, int size) -> std::vector<std::string> {
    return {"strategies", karate_file(), "--source", "0", "--device", "host", "--repeat", text(2000 * size)};
  });
  check_bar("writing .*", [](tool_bench const& bench, int size) -> std::vector<std::string> {
    bench.json({"generate", "band", "--n", text(60000 * size), "--output", bench.file("g.mtx")});
    return {"convert", bench.file("g.mtx"), bench.file("g.gr.gz")};
  });
  check_bar("writing .*", [](tool_bench const& bench, int size) -> std::vector<std::string> {
    bench.json({"generate", "band", "--n", text(40000 * size), "--output", bench.file("g.mtx")});
    return {"multiply", bench.file("g.mtx"), bench.file("g.mtx"), "--output", bench.file("c.mtx.gz")};
  });
}

TOOL_CASE("with --json nothing is drawn, and what ends soon draws nothing") {
  tool_bench bench;
  std::vector<std::string> const searches = {"strategies", karate_file(), "--source", "0",     "--device",
                                             "host",       "--repeat",    "4000",     "--json"};
  CHECK(watch(bench, searches, ".*").screen == "END\r\n");
  CHECK(watch(bench, {"info", karate_file()}, ".*").screen == "END\r\n");
}
