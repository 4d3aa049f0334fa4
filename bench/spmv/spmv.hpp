// spmv.hpp - what the benchmark of y = A x measures, apart from how its command line is read.
#pragma once
#include <vector>

#include "bench/support/matrices.hpp"
#include "bench/support/report.hpp"

namespace heddle::bench {

struct spmv_options {
  std::vector<std::string> matrices;
  std::vector<std::string> schedules;  // names of schedule::names()
  std::vector<std::string> types;      // f32, f64
  int repetitions = 25;
};

/// Device, driver, CUDA, cuSPARSE and library versions.
nlohmann::ordered_json describe_machine();

/// One row for each matrix x type x schedule. Throws where a result is wrong.
void measure_spmv(spmv_options const& options, report& into);

}  // namespace heddle::bench
