// program.cpp - options, the end, and errors of a benchmark.
#include "bench/support/program.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <heddle/base/error.hpp>
#include <heddle/base/executor.hpp>

#include "src/measure/machine.hpp"

namespace heddle::bench {

void program::read() {
  add_option("--csv", csv_, "write the table there");
  add_option("--json", json_, "write the table there");
  parse(argc_, argv_);
}

void program::read_for_gpu() {
  read();
  if (!cuda_available()) throw error("no GPU answers");
}

report& program::begin(executor const& exec) {
  nlohmann::ordered_json head;
  for (auto const& [name, text] : measure::describe_machine(exec)) head[name] = text;
  return begin(std::move(head));
}

void program::write() const {
  if (!table_) return;
  if (!csv_.empty()) table_->write_csv(csv_);
  if (!json_.empty()) table_->write_json(json_);
}

int run_program(int argc, char** argv, int (*body)(program&)) {
  program app(argc, argv);
  try {
    int const status = body(app);
    app.write();
    return status;
  } catch (CLI::ParseError const& refused) { return app.exit(refused); } catch (std::exception const& problem) {
    fmt::print(stderr, "{}: {}\n", std::filesystem::path(argv[0]).filename().string(), problem.what());
    return 1;
  }
}

}  // namespace heddle::bench
