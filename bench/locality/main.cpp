// main.cpp - bench_locality: y = A x with columns relabelled by falling degree and hubs in shared memory, over the
// sizes that can be chosen, beside the plain product and cuSPARSE in the same process on the same buffers.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <heddle/base/executor.hpp>

#include "bench/locality/locality.hpp"

namespace {

int run(int argc, char** argv) {
  using namespace heddle;
  bench::locality_options options{
      {"rmat20", "rmat22", "rmat24", "erdos_renyi22", "web", "rmat16", "rmat18", "erdos_renyi17"}, {"f32", "f64"}};
  std::string csv, json;
  CLI::App app("y = A x on a GPU with a locality plan; times are medians in microseconds, set-up apart");
  app.add_option("--matrix", options.matrices, "rmatS, erdos_renyiS (S: scale), a matrix of bench_spmv, or a file");
  app.add_option("--type", options.types, "f32, f64")->check(CLI::IsMember({"f32", "f64"}));
  app.add_option("--repeat", options.repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.add_option("--csv", csv, "write the table there");
  app.add_option("--json", json, "write the table there");
  CLI11_PARSE(app, argc, argv);
  if (!cuda_available()) {
    fmt::print(stderr, "bench_locality: no GPU answers\n");
    return 1;
  }
  bench::report table(bench::describe_locality_machine());
  try {
    bench::measure_locality(options, table);
  } catch (std::exception const& error) {
    fmt::print(stderr, "bench_locality: {}\n", error.what());
    if (!csv.empty()) table.write_csv(csv);
    return 1;
  }
  if (!csv.empty()) table.write_csv(csv);
  if (!json.empty()) table.write_json(json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) try { return run(argc, argv); } catch (std::exception const& error) {
  fmt::print(stderr, "bench_locality: {}\n", error.what());
  return 1;
}
