// main.cpp - bench_host: products, searches and element-wise operations on the CPU, operations beside a busy process,
// and loops.
#include <CLI/CLI.hpp>
#include <iostream>

#include "bench/host/host.hpp"

int main(int argc, char** argv) try {
  using namespace heddle::bench;
  CLI::App app("What the host executor takes; scripts in bench/host set it beside other libraries");
  app.require_subcommand(1);
  host_options options;
  auto* const spmv = app.add_subcommand("spmv", "y = A x in f64, medians in us");
  auto* const traversal = app.add_subcommand("traversal", "BFS and SSSP, medians in ms");
  auto* const operations = app.add_subcommand("operations", "mxm, ewise, extract and others in f64, medians in ms");
  for (auto* const of_files : {spmv, traversal, operations}) {
    of_files->add_option("files", options.files, "matrices in any format that the library reads")->required();
    of_files->add_option("--threads", options.threads, "numbers of threads")->delimiter(',');
    of_files->add_option("--seconds", options.seconds, "of calls for each file and number of threads");
    of_files->add_option("--answers", options.answers, "a folder for results as raw numbers");
  }
  int threads = 2, repetitions = 30;
  auto* const beside = app.add_subcommand("beside", "operations beside one busy process, medians in ms");
  beside->add_option("--threads", threads, "of the host executor");
  beside->add_option("--repetitions", repetitions, "of each operation, quiet and beside");
  auto* const loops = app.add_subcommand("loops", "loops by two threads, beside oneTBB's where this build has it");
  std::string csv;
  double most_entries = 4e6;
  auto* const sweep = app.add_subcommand("sweep", "y = A x over generated shapes under every schedule, medians in us");
  sweep->add_option("--csv", csv, "the table; shapes that stand in it already are not measured again")->required();
  sweep->add_option("--threads", threads, "of the host executor");
  sweep->add_option("--most", most_entries, "entries of a shape");
  auto* const elementwise = app.add_subcommand("elementwise", "operations on vectors, the least times in us");
  elementwise->add_option("--threads", options.threads, "numbers of threads")->delimiter(',');
  elementwise->add_option("--seconds", options.seconds, "of calls of each operation");
  CLI11_PARSE(app, argc, argv);
  if (*spmv) run_host_spmv(options);
  if (*traversal) run_host_traversal(options);
  if (*operations) run_host_operations(options);
  if (*elementwise) run_host_elementwise(options.threads, options.seconds);
  if (*beside) run_beside_busy(threads, repetitions);
  if (*loops) run_loops();
  if (*sweep) run_host_sweep(csv, threads, most_entries);
  return 0;
} catch (std::exception const& failure) {
  std::cerr << failure.what() << '\n';
  return 2;
}
