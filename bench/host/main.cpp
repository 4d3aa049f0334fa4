// main.cpp - bench_host: products on the CPU, operations beside a busy process, and loops.
#include <CLI/CLI.hpp>
#include <iostream>

#include "bench/host/host.hpp"

int main(int argc, char** argv) try {
  using namespace heddle::bench;
  CLI::App app("What the host executor takes; bench/host/spmv.py sets products beside those of other libraries");
  app.require_subcommand(1);
  host_spmv_options products;
  auto* const spmv = app.add_subcommand("spmv", "y = A x in f64, medians in us");
  spmv->add_option("files", products.files, "matrices in any format that the library reads")->required();
  spmv->add_option("--threads", products.threads, "numbers of threads")->delimiter(',');
  spmv->add_option("--seconds", products.seconds, "of calls for each file and number of threads");
  spmv->add_option("--answers", products.answers, "a folder for y as raw doubles");
  int threads = 2, repetitions = 30;
  auto* const beside = app.add_subcommand("beside", "operations beside one busy process, medians in ms");
  beside->add_option("--threads", threads, "of the host executor");
  beside->add_option("--repetitions", repetitions, "of each operation, quiet and beside");
  auto* const loops = app.add_subcommand("loops", "loops by two threads, beside oneTBB's where this build has it");
  CLI11_PARSE(app, argc, argv);
  if (*spmv) run_host_spmv(products);
  if (*beside) run_beside_busy(threads, repetitions);
  if (*loops) run_loops();
  return 0;
} catch (std::exception const& failure) {
  std::cerr << failure.what() << '\n';
  return 2;
}
