// folders.cpp - heddle spmv over a folder of files.
#include <heddle/seam/schedule/schedule.hpp>
#include <sstream>

#include "tests/cli/tool.hpp"

using namespace heddle::testing;

namespace {

std::string const diagonal_file = "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 1\n2 2 2\n3 3 3\n";

std::vector<std::string> words_of_line(std::string const& line) {
  std::vector<std::string> words;
  std::istringstream text(line);
  for (std::string word; std::getline(text, word, ',');) words.push_back(word);
  return words;
}

}  // namespace

TOOL_CASE("heddle spmv measures every matrix file of a folder, in the order of their names") {
  tool_bench bench, matrices;
  matrices.write("b.mtx", diagonal_file);
  matrices.write("a.el", "0 1\n1 2\n");
  matrices.write("notes.md", "no matrix\n");
  auto const answer = bench.json({"spmv", matrices.file(""), "--device", "host", "--repeat", "3", "--schedule", "all",
                                  "--csv", bench.file("times.csv")});
  REQUIRE(answer["files"].size() == 2);
  CHECK(contains(answer["files"][0]["matrix"], "a.el"));
  CHECK(answer["files"][1]["nnz"] == 3);
  CHECK(answer["files"][1]["statistics"]["class"] == "regular");
  CHECK(answer["failed"].empty());
  auto const schedules = heddle::schedule::names().size();
  CHECK(answer["files"][0]["results"].size() == schedules);
  auto const csv = bench.read("times.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 2 * static_cast<long>(schedules));
}

TOOL_CASE("the table of times has statistics, quantiles and the ratio by name") {
  tool_bench bench;
  bench.json({"spmv", bench.write("a.mtx", diagonal_file), "--device", "host", "--csv", bench.file("times.csv")});
  std::istringstream csv(bench.read("times.csv"));
  std::string head, line;
  std::getline(csv, head);
  std::getline(csv, line);
  auto const names = words_of_line(head), values = words_of_line(line);
  REQUIRE(names.size() >= 21);
  auto const value = [&](std::string const& name) {
    auto const at = std::find(names.begin(), names.end(), name);
    REQUIRE(at != names.end());
    // `host, N threads` stands in quotes and holds a comma.
    auto const column = static_cast<std::size_t>(at - names.begin());
    bool const behind_device =
        column > static_cast<std::size_t>(std::find(names.begin(), names.end(), "device") - names.begin());
    return values.at(column + behind_device);
  };
  CHECK(value("class") == "regular");
  CHECK(value("mean_row") == "1");
  CHECK(value("longest_row") == "1");
  CHECK(value("empty_rows") == "0");
  CHECK(std::stod(value("p10_ms")) <= std::stod(value("elapsed_ms")));
  CHECK(std::stod(value("elapsed_ms")) <= std::stod(value("p90_ms")));
  CHECK(value("ratio_to_cusparse") == "");
}

TOOL_CASE("a file that cannot be read is told at the end, and the rest goes on") {
  tool_bench bench, matrices;
  matrices.write("a.mtx", diagonal_file);
  matrices.write("broken.mtx", "%%MatrixMarket matrix\n");
  matrices.write("c.mtx", diagonal_file);
  std::vector<std::string> const arguments = {"spmv",  matrices.file(""),      "--device", "host", "--repeat", "1",
                                              "--csv", bench.file("times.csv")};
  auto const result = bench.run(arguments);
  CHECK(result.status == 2);
  CHECK(contains(result.out, "a.mtx"));
  CHECK(contains(result.out, "c.mtx"));
  CHECK(contains(result.out, "2 measured, 1 failed"));
  CHECK(contains(result.out, "failed: " + matrices.file("broken.mtx") + ":1: "));
  CHECK(contains(result.err, "heddle: 1 of the folder's files failed, first " + matrices.file("broken.mtx") + ":1: "));
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
  CHECK(contains(bench.read("times.csv"), "c.mtx"));
  CHECK_FALSE(contains(bench.read("times.csv"), "broken.mtx"));
}

TOOL_CASE("a folder without a matrix is an error, and has no one result to write") {
  tool_bench bench, empty;
  CHECK(contains(bench.error({"spmv", empty.file("")}), ".mtx"));
  empty.write("a.mtx", diagonal_file);
  CHECK(contains(bench.error({"spmv", empty.file(""), "--output", bench.file("y")}), "--output"));
}
