// report.hpp - measurements as rows of a table, written as CSV and JSON, and printed.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace heddle::bench {

class report {
 public:
  using row = nlohmann::ordered_json;  // a flat object: column -> number, text or truth
  /// `about`: device, driver, versions; goes to the head of both files.
  explicit report(nlohmann::ordered_json about) : about_(std::move(about)) {}

  nlohmann::ordered_json& about() { return about_; }

  /// Keeps the row and prints it as `column value` pairs on one line.
  void add(row measured);
  /// Columns are those of the first row; `#` lines carry the head.
  void write_csv(std::string const& path) const;
  void write_json(std::string const& path) const;

 private:
  nlohmann::ordered_json about_;
  std::vector<row> rows_;
};

}  // namespace heddle::bench
