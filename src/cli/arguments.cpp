// arguments.cpp - options that several commands share, and how their values are read.
#include "src/cli/arguments.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <heddle/error.hpp>

namespace heddle::cli {
namespace {

// An option whose text goes to `take`; what that throws names the option itself.
template <class Take>
CLI::Option* add_text(CLI::App& command, std::string const& name, std::string const& type,
                      std::string const& description, Take take) {
  return command.add_option_function<std::string>(name, std::move(take), description)->type_name(type);
}

template <class Number> bool parse_all(std::string const& text, Number& number) {
  auto const [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc() && end == text.data() + text.size();
}

// `--output --json` would write a file of that name, which is never what was meant.
void require_file_name(std::string const& option, std::string const& text) {
  if (text.empty()) throw invalid_argument(option + ": the name of a file is expected, not an empty one");
  if (text.starts_with("--")) {
    throw invalid_argument(
        fmt::format("{}: a file is expected, not {}; write ./{} for a file of that name", option, text, text));
  }
}

}  // namespace

void add_json(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "answer with one JSON object on the standard output")->disable_flag_override();
}

void add_device(CLI::App& command, std::string& device) {
  add_choice(command, "--device", device, {"auto", "host", "cuda"}, "auto takes the GPU when there is one");
}

void add_schedule(CLI::App& command, heddle::schedule& schedule) {
  auto const read = [&schedule](std::string const& name) { schedule = heddle::schedule::parse(name); };
  add_text(command, "--schedule", "NAME", "how rows are shared out; `heddle schedules` lists them", read)
      ->default_str("auto");
}

void add_run_options(CLI::App& command, run_options& options) {
  add_device(command, options.device);
  add_schedule(command, options.schedule);
  add_json(command, options.json);
}

void add_input(CLI::App& command, std::string const& name, std::string& path, std::string const& description) {
  auto const read = [&path, name](std::string const& text) {
    require_file_name(name, text);
    path = text;
  };
  add_text(command, name, "", description, read)->required();
}

CLI::Option* add_output(CLI::App& command, std::string const& name, std::string& path, std::string const& description) {
  auto const read = [&path, name](std::string const& text) {
    require_file_name(name, text);
    path = text;
  };
  return add_text(command, name, "F", description, read);
}

CLI::Option* add_whole(CLI::App& command, std::string const& name, size_type& number, whole_range range,
                       std::string const& description) {
  auto const read = [&number, name, range](std::string const& text) {
    if (parse_all(text, number) && number >= range.low && number <= range.high) return;
    throw invalid_argument(fmt::format("{}: a whole number {} is expected, not '{}'", name,
                                       range.high == std::numeric_limits<size_type>::max()
                                           ? fmt::format("of at least {}", range.low)
                                           : fmt::format("in {}..{}", range.low, range.high),
                                       text));
  };
  return add_text(command, name, "N", description, read);
}

CLI::Option* add_real(CLI::App& command, std::string const& name, double& number, std::string const& description) {
  auto const read = [&number, name](std::string const& text) {
    if (parse_all(text, number) && std::isfinite(number)) return;
    throw invalid_argument(fmt::format("{}: a number is expected, not '{}'", name, text));
  };
  return add_text(command, name, "X", description, read);
}

CLI::Option* add_choice(CLI::App& command, std::string const& name, std::string& word, std::vector<std::string> known,
                        std::string const& description) {
  auto const type = fmt::format("{}", fmt::join(known, "|"));
  auto const read = [&word, name, known = std::move(known)](std::string const& text) {
    if (std::find(known.begin(), known.end(), text) == known.end()) {
      throw invalid_argument(fmt::format("{}: '{}' is unknown; known are {}", name, text, fmt::join(known, ", ")));
    }
    word = text;
  };
  return add_text(command, name, type, description, read)->default_str(word);
}

executor make_executor(std::string const& device) {
  if (device == "host") return host_executor();
  return device == "cuda" ? cuda_executor() : default_executor();
}

std::string kind_of(executor const& exec) { return exec.is_host() ? "host" : "cuda"; }

}  // namespace heddle::cli
