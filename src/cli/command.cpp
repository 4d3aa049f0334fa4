// command.cpp - a command of the tool being described, in terms of CLI11.
#include "src/cli/command.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <heddle/base/error.hpp>
#include <limits>
#include <map>
#include <optional>

#include "src/cli/terminal.hpp"
#include "src/text/plain_text.hpp"

namespace heddle::cli {
namespace {

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

command::reader read_output_name(std::string const& option, std::string& path) {
  return [option, &path](std::string const& text) {
    require_file_name(option, text);
    path = text == "-" ? standard_output_name : text;
  };
}

// CLI11 has no place for it.
std::map<CLI::Option const*, offered_values>& offers_by_option() {
  static std::map<CLI::Option const*, offered_values> all;
  return all;
}

std::string describe(whole_range range) {
  if (range.high == std::numeric_limits<size_type>::max()) return fmt::format("of at least {}", range.low);
  return fmt::format("in {}..{}", range.low, range.high);
}

// Of what stands behind the number.
std::optional<double> unit_bytes(std::string unit) {
  unit = heddle::detail::in_lower_case(unit);
  if (unit.empty()) return 1;
  auto const power = std::string("kmgt").find(unit.front());
  if (power == std::string::npos || (unit.size() > 1 && unit.substr(1) != "ib")) return {};
  return std::ldexp(1.0, 10 * static_cast<int>(power + 1));
}

}  // namespace

offered_values const& offered_for(CLI::Option const& option) { return offers_by_option()[&option]; }

size_type whole_number(std::string const& name, std::string const& text, whole_range range) {
  size_type number;
  if (parse_all(text, number) && number >= range.low && number <= range.high) return number;
  throw invalid_argument(fmt::format("{}: a whole number {} is expected, not '{}'", name, describe(range), text));
}

size_type memory_size(std::string const& option, std::string const& text) {
  size_type whole = 0;
  if (parse_all(text, whole) && whole > 0) return whole;  // digits alone are read exactly
  double number = 0;
  char const* const end = text.data() + text.size();
  auto const [rest, code] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  auto const unit = code == std::errc() ? unit_bytes({rest, end}) : std::nullopt;
  double const bytes = unit ? std::floor(number * *unit) : 0;
  if (bytes >= 1 && bytes < 0x1p63) return static_cast<size_type>(bytes);
  throw invalid_argument(
      fmt::format("{}: a size of memory such as 2G, 512MiB or 4096 is expected, not '{}'", option, text));
}

command::command(CLI::App& parent, std::string const& name, std::string const& description)
    : app_(parent.add_subcommand(name, description)) {}

command::reader command::read_input_name(std::string const& name, std::string& path) {
  return [name, &path, taken = reads_standard_input_](std::string const& text) {
    require_file_name(name, text);
    path = text;
    if (text != "-") return;
    if (!taken->empty()) {
      throw invalid_argument(
          fmt::format("{} and {}: the standard input can be read as one of them only", *taken, name));
    }
    *taken = name;
  };
}

command& command::input(std::string const& name, std::string& path, std::string const& description, presence given) {
  text(name, name.starts_with('-') ? "F" : "", "", description, read_input_name(name, path)).offers_files();
  last_->required(given == presence::required);
  return *this;
}

command& command::output(std::string const& name, std::string& path, std::string const& description, presence given) {
  text(name, "F", "", description, read_output_name(name, path)).offers_files();
  last_->required(given == presence::required);
  return *this;
}

command& command::whole(std::string const& name, size_type& number, whole_range range, std::string const& description,
                        presence given) {
  auto const read = [&number, name, range](std::string const& text) { number = whole_number(name, text, range); };
  text(name, "N", given == presence::required ? "" : std::to_string(number), description, read);
  last_->required(given == presence::required);
  return *this;
}

command& command::real(std::string const& name, double& number, real_range range, std::string const& description) {
  auto const read = [&number, name, range](std::string const& text) {
    if (parse_all(text, number) && number >= range.low && number <= range.high) return;
    throw invalid_argument(
        fmt::format("{}: a number in {}..{} is expected, not '{}'", name, range.low, range.high, text));
  };
  return this->text(name, "X", fmt::format("{}", number), description, read);
}

command& command::choice(std::string const& name, std::string& word, std::vector<std::string> known,
                         std::string const& description) {
  auto const type = fmt::format("{}", fmt::join(known, "|"));
  auto const words = known;
  auto const read = [&word, name, known = std::move(known)](std::string const& text) {
    if (std::find(known.begin(), known.end(), text) == known.end()) {
      throw invalid_argument(fmt::format("{}: '{}' is unknown; known are {}", name, text, fmt::join(known, ", ")));
    }
    word = text;
  };
  return text(name, type, word, description, read).offers(words);
}

command& command::flag(std::string const& name, bool& given, std::string const& description) {
  app_->add_flag(name, given, description)->disable_flag_override();
  return *this;
}

command& command::flag_that(std::string const& name, std::function<void()> act, std::string const& description) {
  app_->add_flag_callback(name, std::move(act), description)->disable_flag_override();
  return *this;
}

command& command::text(std::string const& name, std::string const& type, std::string const& standard,
                       std::string const& description, reader read) {
  last_ = app_->add_option_function<std::string>(name, std::move(read), description)->type_name(type);
  if (!standard.empty()) last_->default_str(standard);
  return offers({});
}

command& command::offers(std::vector<std::string> words) {
  offers_by_option()[last_] = {.words = std::move(words)};
  return *this;
}

command& command::offers_files() {
  offers_by_option()[last_] = {.files = true};
  return *this;
}

command& command::json(bool& wanted) {
  return flag("--json", wanted, "answer with one JSON object on the standard output");
}

command& command::device(std::string& name) {
  return choice("--device", name, {"auto", "host", "cuda"}, "auto takes the GPU when there is one");
}

command& command::schedule(heddle::schedule& chosen) {
  return text("--schedule", "NAME", "auto", "how rows are shared out; `heddle schedules` lists them",
              [&chosen](std::string const& name) { chosen = heddle::schedule::parse(name); })
      .offers(heddle::schedule::names());
}

command& command::run_options(cli::run_options& options) {
  return device(options.device).schedule(options.schedule).json(options.json);
}

std::vector<std::string> command::given() const {
  std::vector<std::string> names;
  for (auto const* const option : app_->get_options([](CLI::Option const* o) { return o->count() > 0; })) {
    names.push_back(option->get_name());
  }
  return names;
}

command& command::notes(std::string const& text) {
  app_->footer(text);
  return *this;
}

command& command::on_run(std::function<void()> run) {
  app_->callback(std::move(run));
  return *this;
}

command& command::one_of_its_commands(std::string const& complaint) {
  app_->require_subcommand(0, 1);
  return on_run([app = app_, complaint] {
    if (app->get_subcommands().empty()) throw invalid_argument(app->get_name() + ": " + complaint);
  });
}

executor make_executor(std::string const& device) {
  if (device == "host") return host_executor();
  return device == "cuda" ? cuda_executor() : default_executor();
}

std::string kind_of(executor const& exec) { return exec.is_host() ? "host" : "cuda"; }

}  // namespace heddle::cli
