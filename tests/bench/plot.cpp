// plot.cpp - bench/plot.py's table of measurements: by size and class, geometric means with their extremes.
#include <doctest/doctest.h>

#include "tests/cli/tool.hpp"
#include "tests/structure/source_tree.hpp"

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

table_run run_table(std::string const& csv) {
  temporary_folder const folder;
  auto const file = folder.write("times.csv", csv);
  auto const text = folder.file("out");
  auto const script = (source_root() / "bench/plot.py").string();
  int const status = std::system(
      ("python3 " + in_quotes(script) + " --table " + in_quotes(file) + " >" + in_quotes(text) + " 2>&1").c_str());
  std::ifstream stream(text);
  return {status, {std::istreambuf_iterator<char>(stream), {}}};
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
