// spmv_folder.cpp - SpMV over every matrix file of a folder: what cannot be measured is told at the end, the rest goes
// on.
#include "src/cli/spmv_folder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <heddle/base/error.hpp>
#include <heddle/explain.hpp>
#include <heddle/io/files.hpp>
#include <new>
#include <nlohmann/json.hpp>

#include "src/cli/degrees.hpp"
#include "src/cli/progress.hpp"
#include "src/io/formats.hpp"
#include "src/text/printable.hpp"

namespace heddle::cli {
namespace {

// Of the lists those with commas are left out: tables of results lie in such folders, too.
bool is_known(std::string const& path) { return detail::has_known_extension(path) && !path.ends_with(".csv"); }

std::string name_in_folder(std::string const& path) { return std::filesystem::path(path).filename().string(); }

// Reasons that name the file already stay as they are.
failed_file failure(std::string const& file, std::string const& reason) {
  return {file, reason.find(file) == std::string::npos ? file + ": " + reason : reason};
}

measured_matrix checked(measured_matrix const& measured, std::vector<failed_file>& failed) {
  try {
    require_verified(measured.table);
  } catch (error const& wrong) { failed.push_back(failure(measured.setting.matrix, wrong.what())); }
  return measured;
}

std::string line_of(measured_matrix const& measured) {
  auto const& [setting, table] = measured;
  spmv_row const &best = fastest(table, true), &rival = fastest(table, false);
  auto const ratio = rival.ours ? std::string() : fmt::format("{:.2f}", rival.elapsed_ms / best.elapsed_ms);
  return fmt::format("{:<28} {:>10} {:>12} {:<8} {:<16} {:>11.4f} {:>9.2f} {:>9}", name_in_folder(setting.matrix),
                     setting.rows, table.nnz, name_of(seam::class_of(table.statistics)), best.name, best.elapsed_ms,
                     best.gb_per_second, ratio);
}

}  // namespace

std::vector<std::string> matrix_files(std::string const& folder) {
  std::error_code code;
  std::vector<std::string> files;
  for (auto entry = std::filesystem::directory_iterator(folder, code); !code && entry != end(entry);
       entry.increment(code)) {
    std::error_code unknown;
    if (!entry->is_directory(unknown) && is_known(entry->path().string())) files.push_back(entry->path().string());
  }
  if (code) throw io_error(detail::concat(folder, ": ", code.message()));
  if (files.empty()) {
    throw invalid_argument(detail::concat(folder, " holds no matrix; known are ", io::known_extensions()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

measured_folder measure_folder(std::vector<std::string> const& files, bool progress,
                               std::function<measured_matrix(std::string const&)> const& measure) {
  measured_folder result;
  cli::progress bar(fmt::format("{} files", files.size()), progress);
  for (std::size_t k = 0; k < files.size(); ++k) {
    bar(static_cast<double>(k) / static_cast<double>(files.size()));
    try {
      result.matrices.push_back(checked(measure(files[k]), result.failed));
    } catch (std::bad_alloc const&) {
      result.failed.push_back(failure(files[k], "out of memory"));
    } catch (std::exception const& wrong) { result.failed.push_back(failure(files[k], wrong.what())); }
  }
  return result;
}

void tell(report& answer, measured_folder const& folder) {
  auto files = nlohmann::ordered_json::array(), failed = files;
  answer.say(fmt::format("{:<28} {:>10} {:>12} {:<8} {:<16} {:>11} {:>9} {:>9}", "matrix", "rows", "nonzeros",
                         "rows are", "fastest", "time ms", "GB/s", "cuSPARSE"));
  for (auto const& measured : folder.matrices) {
    auto const& [setting, table] = measured;
    answer.say(line_of(measured));
    files.push_back({{"matrix", setting.matrix},
                     {"rows", setting.rows},
                     {"cols", setting.cols},
                     {"nnz", table.nnz},
                     {"statistics", statistics_object(table.statistics)},
                     {"fastest", fastest(table, true).name},
                     {"results", rows_of(table)}});
    if (!table.plan) continue;
    answer.say(plan_lines(table));
    files.back()["plan"] = plan_of(table);
  }
  for (auto const& [file, reason] : folder.failed) {
    failed.push_back({{"file", file}, {"reason", reason}});
    answer.say("failed: " + detail::printable_utf8(reason));
  }
  answer.say(fmt::format("{} measured, {} failed", folder.matrices.size(), folder.failed.size()));
  answer.set("files", files).set("failed", failed);
}

void require_none_failed(measured_folder const& folder) {
  if (folder.failed.empty()) return;
  throw error(detail::concat(folder.failed.size(), " of the folder's files failed, first ", folder.failed[0].reason));
}

}  // namespace heddle::cli
