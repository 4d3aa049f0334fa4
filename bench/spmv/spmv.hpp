// spmv.hpp - what the benchmark of y = A x measures, apart from how its command line is read.
#pragma once
#include <functional>
#include <vector>

#include "bench/support/matrices.hpp"
#include "bench/support/report.hpp"

namespace heddle::bench {

struct spmv_options {
  std::vector<std::string> matrices = {};  // of matrix_names(), or files
  std::vector<std::string> schedules;      // names of schedule::names()
  std::vector<std::string> types;          // f32, f64
  int repetitions = 40;
  std::function<void()> after_matrix = [] {};  // so that what is measured can be kept before the next one
};

/// One row for each matrix x type x schedule; a schedule whose result is wrong, or that throws, has verified false and
/// no times. Returns how many those were.
int measure_spmv(spmv_options const& options, report& into);

/// One row for each matrix x type x method: plus_times and min_plus of the library, the same two as a user writes them,
/// cuSPARSE's SpMV, and its SpMMOp with operators of a user, on one column. Returns how many results of ours were
/// wrong.
std::vector<std::string> user_semiring_matrices();  // a few, unless others are asked for
int measure_user_semirings(spmv_options const& options, report& into);

}  // namespace heddle::bench
