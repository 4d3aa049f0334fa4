// report.hpp - the answer of a command: one JSON object for machines, or lines for people.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "src/cli/arguments.hpp"

namespace heddle::cli {

/// Both shapes are gathered; print() writes the one that was asked for, when all else has gone well.
class report {
 public:
  explicit report(bool json) : json_(json) {}

  /// A member of the object.
  template <class Value> report& set(std::string const& name, Value const& value) {
    object_[name] = value;
    return *this;
  }
  /// A line of text.
  report& say(std::string line) {
    text_ += std::move(line) + '\n';
    return *this;
  }
  report& set_shape(size_type rows, size_type cols, size_type nnz) {
    return set("rows", rows).set("cols", cols).set("nnz", nnz);
  }
  report& set_device(executor const& exec) {
    return set("device", kind_of(exec)).set("device_name", exec.description());
  }

  /// An output file that is the standard output leaves no place for text, and none for JSON.
  void reserve_output(std::string const& path);
  void print() const;

  nlohmann::ordered_json const& object() const { return object_; }

 private:
  bool json_;
  bool muted_ = false;
  std::string text_;
  nlohmann::ordered_json object_ = nlohmann::ordered_json::object();
};

}  // namespace heddle::cli
