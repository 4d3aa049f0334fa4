// main.cpp - bench_locality: y = A x with columns relabelled by falling degree and hubs in shared memory, over the
// sizes that can be chosen, beside the plain product and cuSPARSE in the same process on the same buffers.
#include <fmt/core.h>

#include <heddle/base/executor.hpp>

#include "bench/locality/locality.hpp"
#include "bench/support/program.hpp"

namespace {

int run(heddle::bench::program& app) {
  app.description("y = A x on a GPU with a locality plan; times are medians in microseconds, set-up apart");
  using namespace heddle;
  bench::locality_options options{
      {"rmat20", "rmat22", "rmat24", "erdos_renyi22", "web", "rmat16", "rmat18", "erdos_renyi17"}, {"f32", "f64"}};
  app.add_option("--matrix", options.matrices, "rmatS, erdos_renyiS (S: scale), a matrix of bench_spmv, or a file");
  app.add_option("--type", options.types, "f32, f64")->check(CLI::IsMember({"f32", "f64"}));
  app.add_option("--repeat", options.repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.read_for_gpu();
  auto& table = app.begin(cuda_executor());
  try {
    bench::measure_locality(options, table);
  } catch (std::exception const&) {
    app.write();  // what was right until then
    throw;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
