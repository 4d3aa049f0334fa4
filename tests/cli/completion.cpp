// completion.cpp - heddle completion and heddle manual: what bash offers, and a page that groff reads.
#include <algorithm>
#include <regex>
#include <sstream>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

namespace {

std::vector<std::string> words_of(std::string const& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool has_program(std::string const& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

/// A folder with the script, in which bash completes.
struct completing : tool_bench {
  completing() { write("heddle.bash", run({"completion", "bash"}).out); }

  /// What bash offers for the last of these words, which it takes apart at = and : beforehand.
  std::string offered(std::vector<std::string> const& words) const {
    std::string line = "source ./heddle.bash; COMP_WORDS=(heddle";
    for (auto const& word : words) line += ' ' + in_quotes(word);
    line += "); COMP_CWORD=" + std::to_string(words.size()) + "; _heddle; echo \"${COMPREPLY[*]}\"";
    std::string const command = "cd " + in_quotes(file("")) + " && bash -c " + in_quotes(line) + " >answer 2>errors";
    REQUIRE(std::system(command.c_str()) == 0);
    CHECK(read("errors") == "");
    auto answer = read("answer");
    return answer.substr(0, answer.size() - 1);
  }
};

/// Every command with a help text of its own, such as `generate rmat`.
std::vector<std::vector<std::string>> all_commands(tool_bench const& bench) {
  std::vector<std::vector<std::string>> all;
  auto const commands_in = [&](std::vector<std::string> arguments) {
    arguments.push_back("--help");
    auto const help = bench.run(arguments).out;
    std::vector<std::string> names;
    auto const from = help.find("\nSubcommands:\n");
    if (from == std::string::npos) return names;
    std::regex const name("\n  ([a-z_0-9]+)");
    auto const end = help.find("\n\n", from + 1);
    auto const list = help.substr(from, end - from);
    for (std::sregex_iterator at(list.begin(), list.end(), name), none; at != none; ++at) names.push_back((*at)[1]);
    return names;
  };
  for (auto const& name : commands_in({})) {
    all.push_back({name});
    for (auto const& inner : commands_in({name})) all.push_back({name, inner});
  }
  return all;
}

/// The names behind two dashes at the beginning of the lines of a help text.
std::vector<std::string> options_in(std::string const& help) {
  std::vector<std::string> names;
  std::regex const option("\n  (-h,)?(--[a-z][a-z_0-9-]*)(,(--[a-z_]+))?");
  for (std::sregex_iterator at(help.begin(), help.end(), option), none; at != none; ++at) {
    names.push_back((*at)[2]);
    if ((*at)[4].matched) names.push_back((*at)[4]);
  }
  return names;
}

}  // namespace

TOOL_CASE("bash completes commands, options, values of a list and names of files") {
  completing bench;
  bench.write("graph.mtx", ""), bench.write("a:b.mtx", ""), bench.write("with blank.mtx", "");
  CHECK(bench.offered({"inf"}) == "info");
  CHECK(bench.offered({"s"}) == "sssp spmv schedules strategies");
  CHECK(bench.offered({"bfs", "--de"}) == "--device");
  CHECK(bench.offered({"bfs", "graph.mtx", "--device", ""}) == "auto host cuda");
  CHECK(bench.offered({"bfs", "--device", "=", "h"}) == "host");
  CHECK(bench.offered({"bfs", "--device", "="}) == "auto host cuda");
  CHECK(bench.offered({"spmv", "graph.mtx", "--schedule", "a"}) == "all auto");
  CHECK(bench.offered({"sssp", "graph.mtx", "--schedule", "merge"}) == "merge_path");
  CHECK(bench.offered({"sssp", "--strategy", "hy"}) == "hybrid");
  CHECK(bench.offered({"strategies", "--explain", "hi"}) == "hierarchical");
  CHECK(bench.offered({"strategies", "gr"}) == "graph.mtx");
  CHECK(bench.offered({"schedules", "coo"}) == "coo");
  CHECK(bench.offered({"info", "gr"}) == "graph.mtx");
  CHECK(bench.offered({"info", "a", ":", "b"}) == "b.mtx");  // readline replaces what stands behind the colon
  CHECK(bench.offered({"info", "w"}) == "with blank.mtx");
  CHECK(bench.offered({"multiply", "graph.mtx", "gr"}) == "graph.mtx");
  CHECK(bench.offered({"bfs", "--source", "3", "gr"}) == "graph.mtx");
  CHECK(bench.offered({"bfs", "graph.mtx", "--output", "gr"}) == "graph.mtx");
  CHECK(bench.offered({"generate", "rm"}) == "rmat");
  CHECK(bench.offered({"generate", "rmat", "--sc"}) == "--scale");
  CHECK(bench.offered({"completion", ""}) == "bash");
}

TOOL_CASE("bash offers nothing where nothing is known, and no file where none can stand") {
  completing bench;
  bench.write("graph.mtx", "");
  CHECK(bench.offered({"bfs", "graph.mtx", "--repeat", ""}) == "");
  CHECK(bench.offered({"bfs", "graph.mtx", "gr"}) == "");
  CHECK(bench.offered({"gr"}) == "");
  CHECK(bench.offered({"schedules", "gra"}) == "");
  CHECK(bench.offered({"info", "--device", "gr"}) == "");
  CHECK(contains(bench.offered({"triangles", "graph.mtx", ""}), "--repeat"));
}

TOOL_CASE("bash knows the function by the name of the tool") {
  completing bench;
  std::string const command =
      "cd " + in_quotes(bench.file("")) + " && bash -c 'source ./heddle.bash; complete -p heddle' >answer 2>&1";
  CHECK(std::system(command.c_str()) == 0);
  CHECK(bench.read("answer") == "complete -F _heddle heddle\n");
}

TOOL_CASE("every command and every option stands in the completion and in the manual page") {
  completing bench;
  auto page = bench.run({"manual"}).out;
  for (std::size_t at = 0; (at = page.find("\\-", at)) != std::string::npos;) page.erase(at, 1);
  auto const commands = all_commands(bench);
  REQUIRE(commands.size() > 25);
  for (auto words : commands) {
    std::string path;
    for (auto const& word : words) path += (path.empty() ? "" : " ") + word;
    CAPTURE(path);
    auto const heading = page.find("\n.SS \\fBheddle " + path + "\\fR");
    REQUIRE(heading != std::string::npos);
    auto const section = page.substr(heading, page.find("\n.SS ", heading + 1) - heading);
    words.push_back("--help");
    auto const options = options_in(bench.run(words).out);
    REQUIRE(!options.empty());
    words.back() = "--";
    auto const offered = words_of(bench.offered(words));
    CHECK(offered.size() == options.size());
    for (auto const& option : options) {
      CAPTURE(option);
      CHECK(std::find(offered.begin(), offered.end(), option) != offered.end());
      CHECK(contains(section, option + "\\fR"));
    }
  }
}

TEST_CASE("groff reads the manual page without a warning" * doctest::skip(!has_tool() || !has_program("groff"))) {
  tool_bench bench;
  bench.write("heddle.1", bench.run({"manual"}).out);
  std::string const command = "cd " + in_quotes(bench.file("")) +
                              " && groff -man -ww -Tascii -P-cbou heddle.1 >page 2>warnings && test ! -s warnings";
  CHECK(std::system(command.c_str()) == 0);
  CHECK(bench.read("warnings") == "");
  auto const page = bench.read("page");
  CHECK(contains(page, "NAME\n       heddle - sparse linear algebra"));
  CHECK(contains(page, "  heddle bfs FILE [OPTIONS]"));
  CHECK(contains(page, "--device auto|host|cuda"));
  CHECK(contains(page, "  heddle strategies g.mtx.gz --algorithm bfs --source 0 --repeat 5 --csv strategies.csv"));
}

TOOL_CASE("heddle completion names the shells that it knows") {
  tool_bench bench;
  CHECK(contains(bench.error({"completion"}), "there is bash"));
  CHECK(contains(bench.error({"completion", "fish"}), "bash"));
  CHECK(contains(bench.error({"manual"}, ">/dev/full"), "No space"));
}
