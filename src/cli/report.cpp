// report.cpp - the answer of a command: one JSON object for machines, or lines for people.
#include "src/cli/report.hpp"

#include <heddle/error.hpp>

#include "src/cli/terminal.hpp"

namespace heddle::cli {

void report::reserve_output(std::string const& path) {
  if (!is_standard_output(path)) return;
  if (json_) throw invalid_argument(path + " is the standard output, which --json needs for itself");
  muted_ = true;
}

void report::print() const {
  using json = nlohmann::ordered_json;
  if (json_) {
    cli::print(object_.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
  } else if (!muted_) {
    cli::print(text_);
  }
}

}  // namespace heddle::cli
