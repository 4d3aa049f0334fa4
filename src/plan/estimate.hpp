// estimate.hpp - what schedules should cost on a GPU, part by part: counts, which the facts give, times their costs.
#pragma once
#include "src/plan/costs.hpp"

namespace heddle::detail {

/// Microseconds of y = A x, of sums of rows, or of C = A B for a dense B.
struct estimate {
  struct part {
    std::string_view name;
    double us = 0;
  };
  std::vector<part> parts;  // largest first, none of them 0
  double us = 0;
  double accuracy = 1;        // as in the table of costs
  double longest_row_us = 0;  // of which the lanes that take the longest row, which no other work hides

  /// Whole rows are out of the question where lanes would be at the longest row for half of all the time.
  bool waits_for_longest() const { return longest_row_us > us / 2; }
};

/// What a product does under a schedule of a family, and by how many launches beside the first.
struct work {
  family of;
  counts done;
  int launches_behind = 0;
};
/// Empty where the table of costs has no such family, or the call does not have the walk that was asked for.
std::optional<work> work_from(counted const& count, schedule const& asked, facts const& known);
estimate estimate_of(work const& planned, call_costs const& costs);

/// Empty where no costs were measured: other parameters than the plan's own (but for lanes, and shares of 512 or 1024
/// that end with rows), other walks than those of the table, and calls that do not have the walk or the family.
std::optional<estimate> estimate_of(schedule const& asked, facts const& known, architecture_costs const& costs);

/// What `auto` can take for a call, whatever it costs.
struct possible {
  schedule chosen;
  work done;
};
std::vector<possible> possibilities_for(facts const& known, memory_costs const& memory);

struct candidate {
  schedule chosen;
  estimate expected;
};

/// Those that are not out of the question, cheapest first. Never empty.
std::vector<candidate> candidates_for(facts const& known, architecture_costs const& costs);
/// Those of products with a dense matrix: a row or equal nonzeros to a group of lanes.
std::vector<candidate> dense_candidates(facts const& known, architecture_costs const& costs);

}  // namespace heddle::detail
