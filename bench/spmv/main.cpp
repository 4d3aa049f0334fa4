// main.cpp - bench_spmv: y = A x under every schedule, beside cuSPARSE in the same process on the same buffers.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <heddle/executor.hpp>
#include <heddle/schedule/schedule.hpp>

#include "bench/spmv/spmv.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace heddle;
  bench::spmv_options options{{}, {"all"}, {"f32", "f64"}, 25};
  for (auto const name : bench::matrix_names()) options.matrices.emplace_back(name);
  std::string csv, json;

  CLI::App app("y = A x on a GPU, per schedule; times are medians in microseconds, set-up apart");
  app.add_option("--matrix", options.matrices, "names, or files in any format that the library reads");
  app.add_option("--schedule", options.schedules, "names of schedules, or all");
  app.add_option("--type", options.types, "f32, f64")->check(CLI::IsMember({"f32", "f64"}));
  app.add_option("--repeat", options.repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.add_option("--csv", csv, "write the table there");
  app.add_option("--json", json, "write the table there");
  CLI11_PARSE(app, argc, argv);
  if (options.schedules == std::vector<std::string>{"all"}) options.schedules = schedule::names();
  if (!cuda_available()) {
    fmt::print(stderr, "bench_spmv: no GPU answers\n");
    return 1;
  }

  bench::report table(bench::describe_machine());
  bench::measure_spmv(options, table);
  if (!csv.empty()) table.write_csv(csv);
  if (!json.empty()) table.write_json(json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) try { return run(argc, argv); } catch (std::exception const& error) {
  fmt::print(stderr, "bench_spmv: {}\n", error.what());
  return 1;
}
