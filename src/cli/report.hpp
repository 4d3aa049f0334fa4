// report.hpp - the answer of a command: one JSON object for machines, or lines for people.
#pragma once
#include <concepts>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "src/cli/run_options.hpp"

namespace heddle::cli {

/// Both shapes are gathered; print() writes the one that was asked for, when all else has gone well.
class report {
 public:
  explicit report(bool json);

  /// A member of the object.
  report& set(std::string const& name, nlohmann::ordered_json const& value);
  report& set(std::string const& name, std::string const& text);
  report& set(std::string const& name, char const* text) { return set(name, std::string(text)); }
  report& set(std::string const& name, double number);
  report& set(std::string const& name, bool truth);
  template <std::integral Number> report& set(std::string const& name, Number number) {
    return set_whole(name, static_cast<size_type>(number));
  }
  /// A line of text.
  report& say(std::string const& line);
  report& set_shape(size_type rows, size_type cols, size_type nnz);
  report& set_device(executor const& exec);

  /// An output file that is the standard output leaves no place for text, and none for JSON.
  void reserve_output(std::string const& path);
  void print() const;
  bool is_json() const { return json_; }

  nlohmann::ordered_json const& object() const { return *object_; }

 private:
  report& set_whole(std::string const& name, size_type number);

  bool json_;
  bool muted_ = false;
  std::string text_;
  std::shared_ptr<nlohmann::ordered_json> object_;
};

}  // namespace heddle::cli
