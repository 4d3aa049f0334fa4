// main.cpp - bench_spmv: y = A x under every schedule, beside cuSPARSE in the same process on the same buffers.
#include <fmt/core.h>

#include <heddle/base/executor.hpp>
#include <heddle/seam/schedule/schedule.hpp>

#include "bench/spmv/spmv.hpp"
#include "bench/support/program.hpp"

namespace {

using namespace heddle;

// Of schedules whose parameters change how they walk; auto may choose some of them.
std::vector<std::string> const variants = {"group_mapped<2>",
                                           "group_mapped<4>",
                                           "group_mapped<16>",
                                           "group_mapped+flattened",
                                           "thread_mapped+gathering",
                                           "nonzero_split:at_tile_ends=1",
                                           "nonzero_split:atoms_per_worker=512,at_tile_ends=1+scan",
                                           "nonzero_split:atoms_per_worker=1024,at_tile_ends=1+scan",
                                           "nonzero_split+scan",
                                           "nonzero_split:atoms_per_worker=1024",
                                           "coo+marks",
                                           "nonzero_split:atoms_per_worker=2048",
                                           "nonzero_split:atoms_per_worker=4096"};

struct arguments {
  bench::spmv_options measured;
  std::string files = {};
  bool spmmop = false;
};

// What was not asked for becomes what stands in the help.
void fill_in(arguments& given) {
  auto& matrices = given.measured.matrices;
  if (matrices.empty()) {
    matrices = given.spmmop ? bench::user_semiring_matrices() : bench::matrix_names();
  } else if (matrices == std::vector<std::string>{"none"}) {
    matrices.clear();
  }
  if (!given.files.empty()) {
    for (std::string const& file : bench::matrix_files(given.files)) matrices.push_back(file);
  }
  auto& schedules = given.measured.schedules;
  if (schedules != std::vector<std::string>{"all"}) return;
  schedules = schedule::names();
  schedules.insert(schedules.end(), variants.begin(), variants.end());
}

int run(bench::program& app) {
  app.description("y = A x on a GPU, per schedule; times are in microseconds, medians of warm runs, set-up apart");
  arguments given{.measured = {.schedules = {"all"}, .types = {"f32", "f64"}}};
  bench::spmv_options& options = given.measured;
  app.add_option("--matrix", options.matrices, "names, files in any format that the library reads, or none");
  app.add_option("--files", given.files, "also every .mtx, .mtx.gz, .gr and .gr.gz of this folder");
  app.add_option("--schedule", options.schedules,
                 "names, with parameters if need be, or all: every name and some variants");
  app.add_option("--types,--type", options.types, "f32, f64")->delimiter(',')->check(CLI::IsMember({"f32", "f64"}));
  app.add_option("--repeat", options.repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.add_flag("--spmmop", given.spmmop, "instead: semirings of a user's own, here and through cuSPARSE's SpMMOp");
  app.read_for_gpu();
  fill_in(given);
  for (std::string const& each : options.schedules) schedule::parse(each);  // unknown ones are refused now, not later

  auto& table = app.begin(cuda_executor());
  options.after_matrix = [&] { app.write(); };
  int const wrong = given.spmmop ? bench::measure_user_semirings(options, table) : bench::measure_spmv(options, table);
  if (wrong > 0) fmt::print(stderr, "bench_spmv: {} results were wrong\n", wrong);
  return wrong > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
