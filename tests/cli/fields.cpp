// fields.cpp - docs/tool.md against the tool: the fields of --json, and which of them ranks do not tell.
#include <map>
#include <set>

#include "tests/cli/tool.hpp"
#include "tests/docs/pages.hpp"

using namespace heddle::testing;

namespace {

/// Words in code marks, but for options and those of the table's first column.
std::set<std::string> words_in_code(std::string const& cell) {
  std::set<std::string> words;
  for (std::size_t from = cell.find('`'); from != std::string::npos;) {
    auto const to = cell.find('`', from + 1);
    auto const word = cell.substr(from + 1, to - from - 1);
    if (!word.starts_with("--")) words.insert(word);
    from = cell.find('`', to + 1);
  }
  return words;
}

/// Names of members, those of members too.
void collect(nlohmann::json const& value, std::set<std::string>& names) {
  for (auto const& [name, member] : value.items()) {
    if (value.is_object()) names.insert(name);
    if (member.is_structured()) collect(member, names);
  }
}

/// Rows behind "Fields of `--json`:", by their first column.
std::map<std::string, std::string> rows_of_fields() {
  std::map<std::string, std::string> rows;
  bool inside = false;
  for (auto const& line : lines_of(source_root() / "docs/tool.md")) {
    inside = line == "Fields of `--json`:" || (inside && !line.starts_with("## "));
    auto const end = line.find(" | ");
    if (!inside || !line.starts_with("| ") || line.starts_with("| command")) continue;
    rows[line.substr(2, end - 2)] = line.substr(end + 3);
  }
  return rows;
}

}  // namespace

TOOL_CASE("--json has the fields that docs/tool.md lists") {
  if (!has_pages()) return;
  tool_bench bench;
  auto const graph = karate_file(), product = bench.file("c.mtx");
  using command = std::vector<std::string>;
  command const bfs{"bfs", graph, "--source", "0", "--verify"}, bfs_each{"bfs", graph, "--sources", "0,3", "--verify"};
  command const sssp{"sssp", graph, "--source", "0", "--verify"}, nearest{"sssp", graph, "--sources", "0,3"};
  command const components{"components", graph, "--verify"}, pagerank{"pagerank", graph, "--verify"};
  command const spmv{"spmv", graph}, multiply{"multiply", graph, graph, "--output", product};
  command const triangles{"triangles", graph}, strategies{"strategies", graph, "--source", "0"};
  std::vector<command> const others{bfs,      bfs_each, sssp,     nearest,   components,
                                    pagerank, spmv,     multiply, triangles, {"info", graph}};
  auto all = others;
  all.push_back(strategies);
  std::map<std::string, std::vector<command>> const commands{
      {"all that compute", all},
      {"all but `strategies`", others},
      {"with `--verify`, all but `strategies`", {bfs, bfs_each, sssp, components, pagerank}},
      {"searches", {bfs, bfs_each, sssp, nearest}},
      {"searches from one source", {bfs, sssp}},
      {"`bfs`", {bfs}},
      {"`bfs` from several sources", {bfs_each}},
      {"`sssp`", {sssp, nearest}},
      {"`sssp` from several sources", {nearest}},
      {"`multiply`", {multiply}},
      {"`components`", {components}},
      {"`spmv`", {spmv}},
      {"`triangles`", {triangles}},
      {"`strategies`", {strategies}},
      {"`pagerank`", {pagerank}}};
  auto const rows = rows_of_fields();
  CHECK(rows.size() == commands.size());
  for (auto const& [row, fields] : rows) {
    REQUIRE_MESSAGE(commands.contains(row), row);
    for (auto const& arguments : commands.at(row)) {
      std::set<std::string> there;
      collect(bench.json(arguments), there);
      for (auto const& word : words_in_code(fields)) CHECK_MESSAGE(there.contains(word), word, " of ", arguments[0]);
    }
  }
}

TOOL_CASE("--json with ranks lacks the fields that docs/tool.md says it lacks, and no others") {
  if (!has_pages()) return;
  tool_bench bench;
  auto const page = text_of("docs/tool.md");
  auto const from = page.find("what ranks do not tell is left out (");
  REQUIRE(from != std::string::npos);
  auto const said = words_in_code(page.substr(from, page.find(')', from) - from));
  std::vector<std::string> const source{"--source", "0"};
  for (std::string const name : {"bfs", "sssp", "components", "pagerank", "spmv"}) {
    std::vector<std::string> arguments{name, karate_file()};
    if (name == "bfs" || name == "sssp") arguments.insert(arguments.end(), source.begin(), source.end());
    auto const alone = bench.json(arguments);
    arguments.insert(arguments.end(), {"--ranks", "2"});
    auto const dealt = bench.json(arguments);
    for (auto const& [field, value] : alone.items()) {
      if (!dealt.contains(field)) CHECK_MESSAGE(said.contains(field), field, " of ", name);
    }
  }
}
