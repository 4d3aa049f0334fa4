// spmv_table.hpp - times of SpMV as text, JSON and CSV.
#pragma once
#include <string>

#include "src/cli/report.hpp"
#include "src/cli/spmv_measure.hpp"

namespace heddle::cli {

struct spmv_setting {
  std::string matrix;
  size_type rows, cols;
  std::string semiring, type;
  std::string schedule;  // as asked for
  executor exec;
};

/// `elapsed_ms` of the object is that of our fastest row.
void tell(report& answer, spmv_setting const& setting, spmv_table const& table);

/// The table as lines of text.
std::string lines_of(spmv_table const& table);

void write_csv(std::string const& path, spmv_setting const& setting, spmv_table const& table);

/// Throws heddle::error naming the rows that failed their check.
void require_verified(spmv_table const& table);

}  // namespace heddle::cli
