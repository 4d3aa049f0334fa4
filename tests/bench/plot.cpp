// plot.cpp - bench/plot.py's tables of measurements, and that those of README.md and docs are what it prints.
#include <doctest/doctest.h>

#include <sstream>

#include "tests/cli/tool.hpp"
#include "tests/docs/pages.hpp"

using namespace heddle::testing;

namespace {

bool has_python() { return has_sources() && std::system("python3 -c 'import csv' >/dev/null 2>&1") == 0; }

std::string const head =
    "# device: cuda:0, a GPU\n"
    "matrix,nnz,type,schedule,time_us,cusparse_us,setup_us,verified,class,values,of_roof\n";

struct table_run {
  int status;
  std::string text;
};

table_run run_table(std::string const& csv, std::string const& option = "--table") {
  temporary_folder const folder;
  auto const file = folder.write("times.csv", csv);
  auto const text = folder.file("out");
  auto const script = (source_root() / "bench/plot.py").string();
  int const status = std::system(
      ("python3 " + in_quotes(script) + ' ' + option + ' ' + in_quotes(file) + " >" + in_quotes(text) + " 2>&1")
          .c_str());
  std::ifstream stream(text);
  return {status, {std::istreambuf_iterator<char>(stream), {}}};
}

// What plot_strategies.py --update writes between the marks of a page.
std::string table_in_page(std::string const& csv) {
  std::string const begin = "<!-- begin: plot_strategies.py --table bfs -->\n", end = "<!-- end -->\n";
  temporary_folder const folder;
  auto const file = folder.write("table.csv", "# device: host\n" + csv);
  auto const page = folder.write("page.md", begin + "old\n" + end);
  std::string const call = "python3 " + in_quotes((source_root() / "bench/plot_strategies.py").string()) + ' ' +
                           in_quotes(file) + " --update " + in_quotes(page);
  REQUIRE(std::system(call.c_str()) == 0);
  std::string const text = folder.read("page.md");
  REQUIRE(text.starts_with(begin));
  REQUIRE(text.ends_with(end));
  return text.substr(begin.size(), text.size() - begin.size() - end.size());
}

}  // namespace

TEST_CASE("plot.py groups by size and class and leaves out what was wrong" * doctest::skip(!has_python())) {
  auto const run = run_table(head +
                             "a,20000000,f32,auto,100,200,0,true,regular,array,0.9\n"
                             "a,20000000,f32,merge_path,80,200,0,true,regular,array,0.9\n"
                             "b,30000000,f32,auto,100,50,0,true,regular,array,0.4\n"
                             "c,30000000,f32,auto,100,300,0,true,regular,pattern,0.8\n"
                             "d,5000,f32,auto,10,15,0,true,regular,array,nan\n"
                             "e,5000,f32,auto,nan,15,0,false,regular,array,nan\n");
  CAPTURE(run.text);
  CHECK(run.status == 0);
  CHECK(contains(run.text, "| 10 M and more | regular | 2 | 1.00 (0.50 to 2.00) | 0.60 (0.40 to 0.90) | 0.80 |"));
  CHECK(contains(run.text, "| 10 M and more | regular, no values | 1 | 3.00 | 0.80 | - |"));
  CHECK(contains(run.text, "| under 0.1 M | all shapes | 1 | 1.50 | - | - |"));
}

TEST_CASE("plot.py tells of every matrix, large ones first and those without values at the end" *
          doctest::skip(!has_python())) {
  auto const run = run_table(head +
                                 "rmat20_pattern,30000000,f32,auto,100,150,0,true,power_law,pattern,0.9\n"
                                 "tiny_grid,1520,f32,auto,6.56,7.42,0,true,regular,array,0.94\n"
                                 "unheard_of,300000,f32,auto,99.94,50,0,true,skewed,array,0.4\n"
                                 "fem_medium,5600000,f32,auto,20,30,0,true,regular,array,0.8\n"
                                 "fem_medium,5600000,f32,merge_path,10,30,0,true,regular,array,0.8\n"
                                 "fem_medium,5600000,f64,auto,40,30,0,true,regular,array,0.7\n",
                             "--matrices");
  CAPTURE(run.text);
  CHECK(run.status == 0);
  CHECK(run.text.ends_with(
      "| finite elements, 3 unknowns (5.6 M) | 20.0, 30.0 | 1.50 | 0.80 | 40.0, 30.0 | 0.75 | 0.70 |\n"
      "| unheard_of (0.30 M) | 99.9, 50.0 | 0.50 | 0.40 | - | - | - |\n"
      "| 5-point grid, 20^2 (1.5 k) | 6.6, 7.4 | 1.13 | 0.94 | - | - | - |\n"
      "| R-MAT 20, pattern (30.0 M) | 100, 150 | 1.50 | 0.90 | - | - | - |\n"));
}

TEST_CASE("the tables of docs/measurements.md are those of the measurements beside them" *
          doctest::skip(!has_python() || !has_pages())) {
  temporary_folder const folder;
  auto const page = source_root() / "docs/measurements.md";
  auto const copy = folder.file("page.md");
  std::filesystem::copy_file(page, copy);
  auto const command = "cd " + in_quotes(source_root().string()) +
                       " && python3 bench/plot.py bench/results/h200/bench_spmv.csv --update " + in_quotes(copy);
  REQUIRE(std::system(command.c_str()) == 0);
  bool const fresh = lines_of(copy) == lines_of(page);
  CHECK_MESSAGE(fresh,
                "docs/measurements.md has old tables; `bench/plot.py bench/results/h200/bench_spmv.csv --update "
                "docs/measurements.md` brings them up to date");
}

TEST_CASE("README.md tells the means of docs/measurements.md" * doctest::skip(!has_pages())) {
  auto const readme = text_of("README.md");
  std::size_t found = 0;
  for (auto const& line : lines_of(source_root() / "docs/measurements.md")) {
    for (std::string const name : {"regular", "power-law"}) {
      if (!line.starts_with("| 10 M and more | " + name + " |")) continue;
      std::vector<std::string> fields;
      std::istringstream text(line);
      for (std::string field; std::getline(text, field, '|');) fields.push_back(field);
      auto const mean = [&](std::size_t at) { return fields.at(at).substr(1, fields.at(at).find(" (") - 1); };
      auto const told = mean(4) + " times as fast (f32), " + mean(5) + " (f64)";
      CHECK_MESSAGE(contains(readme, told), told);
      ++found;
    }
  }
  CHECK(found == 2);
}

TEST_CASE("the tables of docs/strategies.md are those of the measurements beside it" *
          doctest::skip(!has_python() || !has_pages())) {
  temporary_folder const folder;
  auto const page = source_root() / "docs/strategies.md";
  auto const copy = folder.file("page.md");
  std::filesystem::copy_file(page, copy);
  auto const command = "cd " + in_quotes(source_root().string()) +
                       " && python3 bench/plot_strategies.py bench/results/h200/bench_strategies.csv "
                       "bench/results/h200/bench_strategies_graph500.csv "
                       "bench/results/h200/bench_strategies_graph500_sssp.csv "
                       "bench/results/h200/bench_strategies_loops.csv bench/results/h200/bench_strategies_wide.csv "
                       "--update ";
  REQUIRE(std::system((command + in_quotes(copy)).c_str()) == 0);
  bool const fresh = lines_of(copy) == lines_of(page);
  CHECK_MESSAGE(fresh, "docs/strategies.md has old tables");
}

TEST_CASE("plot.py sets semirings of a user's own beside the library's and SpMMOp" * doctest::skip(!has_python())) {
  auto const run = run_table(
      "matrix,type,method,semiring,time_us,verified\n"
      "a,f32,plus_times,plus_times,100,true\n"
      "a,f32,user_plus_times,plus_times,102,true\n"
      "a,f32,min_plus,min_plus,100,true\n"
      "a,f32,user_min_plus,min_plus,100,false\n"
      "a,f32,cusparse_spmv ALG1,plus_times,110,true\n"
      "a,f32,cusparse_spmmop,plus_times,1020,true\n");
  CAPTURE(run.text);
  CHECK(run.status == 0);
  CHECK(contains(run.text, "| a | f32 | 100.0 | 1.02 | - | 10.00 | - |"));
}

TEST_CASE("plot.py reads the tool's table too" * doctest::skip(!has_python())) {
  auto const run = run_table(
      "matrix,rows,cols,nnz,device,type,semiring,schedule,chosen,setup_ms,elapsed_ms,gb_per_second,verified\n"
      "some/a.mtx,9,9,2000000,\"cuda:0, a GPU\",f32,plus_times,auto,merge_path,0.1,0.2,9,true\n"
      "some/a.mtx,9,9,2000000,\"cuda:0, a GPU\",f32,plus_times,cusparse_alg1,,0,0.5,9,true\n"
      "some/a.mtx,9,9,2000000,\"cuda:0, a GPU\",f32,plus_times,cusparse_alg2,,0,0.4,9,true\n");
  CAPTURE(run.text);
  CHECK(run.status == 0);
  CHECK(contains(run.text, "| 1 M to 10 M | other | 1 | 2.00 | - | - |"));
}

TEST_CASE("plot.py names the column that a file lacks" * doctest::skip(!has_python())) {
  auto const run = run_table("matrix,nnz,type,schedule,time_us\na,1,f32,auto,1\n");
  CHECK(run.status != 0);
  CHECK(contains(run.text, "no column cusparse_us"));
}

TEST_CASE("plot_strategies.py refuses what is no table of strategies" * doctest::skip(!has_python())) {
  temporary_folder const folder;
  auto const script = (source_root() / "bench/plot_strategies.py").string();
  auto const refused = [&](std::string const& table) {
    auto const file = folder.write("table.csv", table), said = folder.file("said");
    std::string const call = "python3 " + in_quotes(script) + ' ' + in_quotes(file) + " --output " +
                             in_quotes(folder.file("picture.svg")) + " 2>" + in_quotes(said);
    CHECK(std::system(call.c_str()) != 0);
    return folder.read("said");
  };
  CHECK(contains(refused("a,b\n1,2\n"), "is no table of `heddle strategies --csv`"));
  CHECK(contains(refused(""), "is no table of `heddle strategies --csv`"));
  CHECK(contains(refused("# device: host\n"), "is no table of `heddle strategies --csv`"));
}

TEST_CASE("plot_strategies.py sets strategies beside graphs, and marks the fastest of each" *
          doctest::skip(!has_python())) {
  CHECK_EQ(table_in_page("graph,algorithm,strategy,elapsed_ms,overhead_ms,iterations\n"
                         "a,bfs,direct,0.0123,0,0\n"
                         "a,bfs,hybrid,123.4,1,7\n"
                         "a,bfs,two_phase,99.96,1,7\n"
                         "a,sssp,hybrid,1,1,7\n"
                         "b,bfs,hybrid,2,1,9\n"
                         "c,bfs,direct,5,0,0\n"),
           "| strategy | a, 7 steps | b, 9 steps | c |\n"
           "|---|---|---|---|\n"
           "| direct | 0.0123 | - | 5 |\n"
           "| `hybrid` | 123 | **2** | - |\n"
           "| `two_phase` | **100** | - | - |\n");
}

TEST_CASE("plot_strategies.py stars what was searched from fewer sources than others, and never calls it the fastest" *
          doctest::skip(!has_python())) {
  CHECK_EQ(table_in_page("graph,algorithm,strategy,method,direction,sources,elapsed_ms,overhead_ms,iterations\n"
                         "a,bfs,auto,loop,push,17,1,0,7\n"
                         "a,bfs,hybrid,loop,push,17,3,0,7\n"
                         "a,bfs,node_based,loop,push,1,2,0,7\n"
                         "a,bfs,hybrid,direct,push,17,0.5,0,0\n"
                         "b,bfs,auto,loop,push,17,1,0,7\n"
                         "b,bfs,node_based,loop,push,1,2,0,7\n"),
           "| strategy | a, 7 steps | b, 7 steps |\n"
           "|---|---|---|\n"
           "| `auto` | 1 | 1 |\n"
           "| `hybrid` | **3** | - |\n"
           "| `node_based` | 2* | 2* |\n");
}
