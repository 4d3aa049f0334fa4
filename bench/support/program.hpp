// program.hpp - what benchmarks that write a table have in common: where it goes, that a GPU answers, how they end.
#pragma once
#include <CLI/CLI.hpp>
#include <heddle/base/executor.hpp>
#include <optional>

#include "bench/support/report.hpp"

namespace heddle::bench {

/// Its options, to which the program adds its own before it reads them, and the table.
class program : public CLI::App {
 public:
  program(int argc, char** argv) : argc_(argc), argv_(argv) {}

  /// Reads what was given, --csv and --json too.
  void read();
  /// The same, and throws heddle::error where no GPU answers.
  void read_for_gpu();

  /// Begins the table with this head, or with what measure::describe_machine tells.
  report& begin(nlohmann::ordered_json head) { return table_.emplace(std::move(head)); }
  report& begin(executor const& exec);
  /// Writes the table to where it was asked for, which is done at the end too.
  void write() const;

 private:
  int argc_;
  char** argv_;
  std::string csv_, json_;
  std::optional<report> table_;
};

/// body(program), then the table is written; its result is the exit status, unless it throws: 1.
int run_program(int argc, char** argv, int (*body)(program&));

}  // namespace heddle::bench
