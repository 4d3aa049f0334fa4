// explain.hpp - why a plan is what it is: the rows' statistics, the rule's questions, and what schedules should cost;
// and how evenly it deals out work: tiles and atoms of every share, and on a GPU its clock cycles.
#pragma once
#include <heddle/seam/plan/plan.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle::seam {

/// How rows are spread: regular (nearly one length), skewed (a standard deviation above the mean), else uneven.
enum class row_class : std::uint8_t { regular, uneven, skewed };
/// The class of rows with these statistics.
row_class class_of(primitives::row_statistics const& rows);
/// The word for it.
std::string_view name_of(row_class rows);

/// The largest groups of rows of like length, `16..31` and their number, without those at the ends that are empty.
struct length_group {
  size_type shortest = 0, longest = 0, rows = 0;
};
/// How many rows are of which length.
std::vector<length_group> length_groups(primitives::row_statistics const& rows);

}  // namespace heddle::seam

namespace heddle {

/// How a plan came about, as data: statistics, questions with their answers, what each schedule should cost.
struct explanation {
  /// A question of the rule of `auto`, as it was answered.
  struct answered_question {
    std::string question, figure, answer;
    std::string because;  // the reason for asking, and the measurement behind it
  };

  /// What y = A x, sums of rows, or C = A B for a dense B, should take on the GPU that was measured, set-up excluded.
  struct expected_cost {
    std::string schedule;  // its text
    double microseconds = 0;
    std::string mostly;   // the largest part: launches, streaming, gathering, rows, the longest row
    double accuracy = 1;  // the estimate lay within this factor of every measured time of this schedule
  };

  device_kind made_for = device_kind::host;
  std::size_t value_bytes = 0;
  int columns = 0;                                  // of a dense operand, as in the call
  bool gathers = true;                              // as in the call; else it sums what is stored
  bool masked = false;                              // as in the call
  bool absent = false;                              // entries of x may be, and nothing is masked
  std::optional<seam::tile_statistics> statistics;  // empty where nobody had to measure them
  bool automatic = true;                            // the rule chose; else the user did
  std::string choice;                               // as in `costs`: before the plan filled in parameters
  schedule chosen;
  std::vector<answered_question> path;  // the rule's questions up to the one that decided, then those on the share
  std::vector<expected_cost> costs;     // cheapest first; of a GPU only
  std::string measured_on;              // the GPU that they were fitted on: "an H200"
};

/// What a plan for such rows is, without making it: `asked` may be automatic. architecture: executor::architecture,
/// whose costs count where some were measured; 0: those of an H200, which all others have too.
explanation explain(seam::tile_statistics const& statistics, device_kind kind, seam::reduction_call const& call,
                    schedule const& asked = {}, int architecture = 0);
explanation explain(seam::plan const& made);

/// Lines of text, without the last line feed.
std::string to_text(explanation const& e);

/// Empty for schedules without measured costs: a user's own, one with parameters or a walk that were not measured, and
/// for all but full products those that `auto` never takes. architecture: as above.
std::optional<explanation::expected_cost> expect_cost(schedule const& s, seam::tile_statistics const& statistics,
                                                      seam::reduction_call const& call, int architecture = 0);

}  // namespace heddle

namespace heddle::seam {

/// How a number is spread over the shares of a plan.
struct load_figures {
  size_type minimum = 0, maximum = 0;
  double mean = 0;
  /// As row_statistics: [0] counts zeros, [k] numbers of 2^(k - 1) to 2^k - 1.
  decltype(primitives::row_statistics::histogram) histogram{};

  /// Longest over mean: 1 is even.
  double imbalance() const { return mean > 0 ? static_cast<double>(maximum) / mean : 1; }
};

/// Minimum, maximum and mean of loads.
load_figures figures_of(std::span<std::int64_t const> loads);

/// What the shares of a plan have to do: rows, entries.
struct share_loads {
  size_type shares = 0;  // the plan's workers, or where blocks deal tiles out their rounds of 256
  load_figures tiles, atoms;
  std::optional<load_figures> cycles;
};

/// Of a plan for these rows, all in memory of `exec`. A row that is cut counts in each share that it touches. Copies
/// offsets and boundaries to the host: a tool to study schedules by, not a step of an operation.
template <index_type Offset>
share_loads loads_of(executor const& exec, offset_tiles<Offset> const& tiles, plan const& chosen);

}  // namespace heddle::seam
