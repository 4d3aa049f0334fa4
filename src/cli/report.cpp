// report.cpp - the answer of a command: one JSON object for machines, or lines for people.
#include "src/cli/report.hpp"

#include <heddle/base/error.hpp>
#include <nlohmann/json.hpp>

#include "src/cli/terminal.hpp"

namespace heddle::cli {

using json = nlohmann::ordered_json;

report::report(bool wants_json) : json_(wants_json), object_(std::make_shared<json>(json::object())) {}

report& report::set(std::string const& name, json const& value) {
  (*object_)[name] = value;
  return *this;
}
report& report::set(std::string const& name, std::string const& text) { return set(name, json(text)); }
report& report::set(std::string const& name, double number) { return set(name, json(number)); }
report& report::set(std::string const& name, bool truth) { return set(name, json(truth)); }
report& report::set_whole(std::string const& name, size_type number) { return set(name, json(number)); }

report& report::say(std::string const& line) {
  text_ += line + '\n';
  return *this;
}

report& report::set_shape(size_type rows, size_type cols, size_type nnz) {
  return set("rows", rows).set("cols", cols).set("nnz", nnz);
}

report& report::set_device(executor const& exec) {
  return set("device", kind_of(exec)).set("device_name", exec.description());
}

void report::reserve_output(std::string const& path) {
  if (!is_standard_output(path)) return;
  if (json_) throw invalid_argument(path + " is the standard output, which --json needs for itself");
  muted_ = true;
}

void report::print() const {
  if (json_) {
    cli::print(object_->dump(2, ' ', false, json::error_handler_t::replace) + '\n');
  } else if (!muted_) {
    cli::print(text_);
  }
}

}  // namespace heddle::cli
