// spmv_folder.hpp - SpMV over every matrix file of a folder: what cannot be measured is told at the end, the rest goes
// on.
#pragma once
#include <functional>

#include "src/cli/spmv_table.hpp"

namespace heddle::cli {

/// Files of the folder with an extension that read() knows, by name. Throws io_error where the folder cannot be
/// listed, invalid_argument where it holds none.
std::vector<std::string> matrix_files(std::string const& folder);

struct failed_file {
  std::string file, reason;  // the reason names the file
};

struct measured_folder {
  std::vector<measured_matrix> matrices;
  std::vector<failed_file> failed;
};

/// measure(file) for each, with a bar where `progress` is wanted. A result that fails its check is kept, and counted as
/// failed.
measured_folder measure_folder(std::vector<std::string> const& files, bool progress,
                               std::function<measured_matrix(std::string const&)> const& measure);

/// A line for each matrix and for each that failed; objects in `files` and `failed`.
void tell(report& answer, measured_folder const& folder);

/// Throws heddle::error with the number of failed files and the first one's reason.
void require_none_failed(measured_folder const& folder);

}  // namespace heddle::cli
