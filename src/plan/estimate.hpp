// estimate.hpp - what schedules that `auto` can take should cost on a GPU, part by part.
#pragma once
#include <heddle/explain.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "src/plan/counts.hpp"

namespace heddle::detail {

/// Microseconds of y = A x, or of sums of rows, as a sum over what is done.
struct estimate {
  struct part {
    std::string_view name;
    double us = 0;
  };
  std::vector<part> parts;  // largest first, none of them 0
  double us = 0;
  double accuracy = 1;        // it lay within this factor of every time of bench_spmv.csv; the others, of the sweep
  double longest_row_us = 0;  // of which the lanes that take the longest row, which no other work hides

  /// Whole rows are out of the question where lanes would be at the longest row for half of all the time.
  bool waits_for_longest() const;
};

/// What a family of schedules takes for each of the counts.
struct family_costs {
  std::string_view family;
  double launch_us, second_launch_us;
  double overlap;   // parts add up as numbers whose powers do: 1 where one waits for the other
  counts each;      // us
  double accuracy;  // worst factor between the estimate and a time of bench_spmv.csv; the others, of the sweep
};
/// Of products that gather, of those under a mask, or of sums of what is stored.
std::span<family_costs const> estimated_costs(reduction_call const& call);

/// What a product does under a schedule of a family, and whether by a second launch.
struct work {
  std::string_view family;
  counts counted;
  bool twice = false;
};
estimate estimate_of(work const& done, std::span<family_costs const> table);

/// Empty for schedules that `auto` never takes, and for those that the call, or the longest row, rules out. Only
/// parameters that the plan chooses are known, and shares of 512 or 1024 that end with rows.
std::optional<estimate> estimate_of(schedule const& asked, tile_statistics const& statistics,
                                    reduction_call const& call);

struct candidate {
  schedule chosen;
  estimate expected;
};

/// Those that a call can have, whatever they cost.
struct possible {
  schedule chosen;
  work done;
};
std::vector<possible> possibilities_for(tile_statistics const& statistics, reduction_call const& call);

/// Those that are not out of the question, cheapest first. Never empty on a GPU.
std::vector<candidate> candidates_for(tile_statistics const& statistics, reduction_call const& call);

}  // namespace heddle::detail
