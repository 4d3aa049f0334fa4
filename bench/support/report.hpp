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
  /// The rows of an earlier run, which write_json wrote: so that one that was stopped goes on. Throws heddle::error
  /// where that was of another machine or another commit.
  void take_over(std::string const& path);
  /// Whether a row has all of these.
  bool has(row const& cells) const;
  /// Columns are those of the first row; `#` lines carry the head.
  void write_csv(std::string const& path) const;
  void write_json(std::string const& path) const;

 private:
  nlohmann::ordered_json about_;
  std::vector<row> rows_;
};

}  // namespace heddle::bench
