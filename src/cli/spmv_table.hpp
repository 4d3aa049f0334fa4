// spmv_table.hpp - times of SpMV as text, JSON and CSV.
#pragma once
#include <string>
#include <vector>

#include "src/cli/report.hpp"
#include "src/measure/spmv.hpp"

namespace heddle::cli {

using measure::spmv_row, measure::spmv_table;

struct spmv_setting {
  std::string matrix;
  size_type rows, cols;
  std::string semiring, type;
  std::string schedule;  // as asked for
  executor exec;
};

/// A matrix under every schedule that was asked for.
struct measured_matrix {
  spmv_setting setting;
  spmv_table table;
};

/// `elapsed_ms` of the object is that of our fastest row without a plan, which is told by itself.
void tell(report& answer, spmv_setting const& setting, spmv_table const& table);

/// The table as lines of text.
std::string lines_of(spmv_table const& table);

/// Our fastest row without a plan, or the competitor's (ours again where there is none).
spmv_row const& fastest(spmv_table const& table, bool ours);

/// The rows as JSON.
nlohmann::ordered_json rows_of(spmv_table const& table);

/// What a plan cost and gained, where one was asked for: as JSON and as lines of text.
nlohmann::ordered_json plan_of(spmv_table const& table);
std::string plan_lines(spmv_table const& table);

/// A line for each matrix and schedule.
void write_csv(std::string const& path, std::vector<measured_matrix> const& matrices);

/// Throws heddle::error naming the rows that failed their check.
void require_verified(spmv_table const& table);

}  // namespace heddle::cli
