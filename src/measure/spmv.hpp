// spmv.hpp - y = A x over one semiring: every schedule's answer checked against a reference, then timed.
#pragma once
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/explain.hpp>
#include <heddle/matrix.hpp>
#include <heddle/seam/plan/locality.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heddle::measure {

struct spmv_request {
  executor exec;
  std::vector<schedule> schedules;
  size_type repeat = 10;
  std::optional<locality> plan;                 // each schedule is run with it too
  std::optional<compact_columns> compact = {};  // or with that, on a GPU
  bool compare_cusparse = false;
  bool trace = false;  // what shares hold, row by row of the table
  bool keep_result = false;
};

struct spmv_row {
  std::string name;           // of a schedule, or of a competitor
  std::string chosen;         // with the parameters that the plan filled in
  std::string plan = "none";  // compact, locality, or "locality, x kept": x stays in the plan's order
  bool ours = true;
  bool verified = false;
  double setup_ms = 0;    // the plan, or the competitor's preparation
  double elapsed_ms = 0;  // median
  double p10_ms = 0, p90_ms = 0;
  double gb_per_second = 0;
  // Where a trace was asked for.
  std::shared_ptr<heddle::seam::plan const> traced = {};
  std::optional<seam::share_loads> trace = {};
};

/// What a plan came to that was asked for.
struct spmv_plan {
  std::string name;  // locality or compact
  double setup_ms = 0;
  bool helps = false;
  std::string reason;
  double coverage = 0;            // of a locality plan
  size_type hubs = 0, bytes = 0;  // of a locality plan; that a compact plan takes
};

struct spmv_table {
  size_type nnz = 0;
  std::optional<spmv_plan> plan = {};
  std::vector<spmv_row> rows;
  primitives::row_statistics statistics = {};
  // y, the monoid's identity where a row has no entry, if all rows are verified and it is to be kept.
  std::optional<std::variant<std::vector<int>, std::vector<float>, std::vector<double>>> result = {};
};

inline constexpr std::string_view spmv_semirings[] = {"plus_times", "plus_first", "plus_second", "min_plus",
                                                      "max_plus",   "max_times",  "lor_land",    "any_pair"};

/// Of one of these names. T is float or double, in which all is computed (truth values for lor_land and any_pair).
template <class T, class Index>
spmv_table measure_spmv(std::string_view semiring, matrix<T, Index, Index> a, spmv_request const& request);

}  // namespace heddle::measure
