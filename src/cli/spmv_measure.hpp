// spmv_measure.hpp - y = A x over one semiring: every schedule's answer checked against a reference, then timed.
#pragma once
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/io/coordinates.hpp>
#include <heddle/seam/plan/locality.hpp>
#include <heddle/seam/schedule/schedule.hpp>
#include <heddle/share_loads.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/run_options.hpp"

namespace heddle::cli {

struct spmv_request {
  executor exec;
  std::vector<schedule> schedules;
  size_type repeat = 10;
  std::optional<locality> plan;  // each schedule is run with it too
  bool compare_cusparse = false;
  bool trace = false;  // what shares hold, row by row of the table
  std::string output;  // one value of y a line, the monoid's identity where a row has no entry; empty: not wanted
};

struct spmv_row {
  std::string name;           // of a schedule, or of a competitor
  std::string chosen;         // with the parameters that the plan filled in
  std::string plan = "none";  // locality, or "locality, x kept": x stays in the plan's order
  bool ours = true;
  bool verified = false;
  double setup_ms = 0;    // the plan, or the competitor's preparation
  double elapsed_ms = 0;  // median
  double p10_ms = 0, p90_ms = 0;
  double gb_per_second = 0;
  std::string walker = {};  // of a share, where a trace was asked for
  std::optional<seam::share_loads> trace = {};
};

/// What a locality plan came to.
struct spmv_locality {
  double setup_ms = 0;
  bool helps = false;
  std::string reason;
  double coverage = 0;
  size_type hubs = 0;
};

struct spmv_table {
  size_type nnz = 0;
  std::optional<spmv_locality> plan = {};
  std::vector<spmv_row> rows;
  primitives::row_statistics statistics = {};
};

/// x(j) = 1 + j mod 7: exact in every type, and not the same everywhere.
inline double spmv_operand(size_type j) { return static_cast<double>(1 + j % 7); }

/// Names that measure_spmv takes.
std::span<std::string_view const> spmv_semirings();

/// T is float or double, in which all is computed (truth values for lor_land and any_pair).
/// Throws invalid_argument for an unknown semiring, listing the known ones.
template <class T, class Index>
spmv_table measure_spmv(std::string_view semiring, io::coordinates<T, Index> const& entries,
                        spmv_request const& request);

}  // namespace heddle::cli
