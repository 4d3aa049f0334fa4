// estimate.hpp - what schedules that `auto` can take should cost on a GPU, part by part.
#pragma once
#include <heddle/explain.hpp>
#include <string_view>
#include <vector>

namespace heddle::detail {

/// Microseconds of y = A x, as a sum over what it does.
struct estimate {
  struct part {
    std::string_view name;
    double us = 0;
  };
  std::vector<part> parts;  // largest first, none of them 0
  double us = 0;
  double accuracy = 1;        // it lay within this factor of every time of bench_spmv.csv
  double longest_row_us = 0;  // of which the lanes that take the longest row, which no other work hides
};

/// Empty for schedules that `auto` never takes, and for those that the call, or the longest row, rules out. Only
/// parameters that the plan chooses are known, and shares of 512 or 1024 that end with rows.
std::optional<estimate> estimate_of(schedule const& asked, tile_statistics const& statistics,
                                    reduction_call const& call);

struct candidate {
  schedule chosen;
  estimate expected;
};

/// Those that a call can have, cheapest first. Never empty on a GPU.
std::vector<candidate> candidates_for(tile_statistics const& statistics, reduction_call const& call);

}  // namespace heddle::detail
