// request.hpp - what bench_large is asked for.
#pragma once
#include <heddle/base/types.hpp>
#include <string>
#include <vector>

#include "bench/support/program.hpp"

namespace heddle::bench {

struct large_request {
  std::string generator = "rmat";
  int scale = 26;
  double edge_factor = 32;
  double seed = 1;
  double key_gb = 16;
  int repetitions = 3;
  std::vector<int> gpus = {};  // that are ranks
  int ranks = 0;               // threads that are
  bool on_host = false, columns = false, overflows = true;
  bool wide = false;                           // ranks count their entries by 64 bits, whatever these are
  bool among_ranks = false, stepwise = false;  // the search is not left to rank 0; and is of kernels a step
};

/// Draws the graph over ranks as a pattern, finds components, searches, ranks and multiplies there, and judges all.
/// Whether everything was right.
bool run_over_ranks(large_request const& asked, program& app);

}  // namespace heddle::bench
