// generate.cpp - heddle generate: graphs and matrices from a few numbers, by the table of generators.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <heddle/base/error.hpp>
#include <heddle/io/generators.hpp>
#include <limits>
#include <memory>
#include <optional>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/input.hpp"
#include "src/cli/outputs.hpp"
#include "src/cli/report.hpp"
#include "src/measure/times.hpp"

namespace heddle::cli {
namespace {

struct generate_options {
  std::string output, extension;
  io::generator_values values;
  std::optional<io::weight_options> weights;
  bool json = false;
};

std::uint64_t seed_of(generate_options const& options) {
  auto const given = options.values.find("seed");
  return given == options.values.end() ? 1 : static_cast<std::uint64_t>(given->second);
}

template <class T, class Index> io::coordinates<T, Index> make(std::string_view name, generate_options const& options) {
  progress bar("making " + std::string(name), !options.json);
  auto entries = io::generate<T, Index>(name, options.values, std::ref(bar));
  if (options.weights) {
    io::weight_options weights = *options.weights;
    weights.seed = seed_of(options);
    io::add_weights(entries, weights);
  }
  return entries;
}

template <class T, class Index> void generate(std::string_view name, generate_options const& options, report& answer) {
  measure::stopwatch watch;
  auto const entries = make<T, Index>(name, options);
  double const elapsed_ms = watch.elapsed_ms();
  write_file(options.output, entries, options.json, output_form(options.output, options.extension));
  answer.set_shape(entries.rows, entries.cols, entries.nnz()).set_device(host_executor());
  answer.set("schedule", "none")
      .set("elapsed_ms", elapsed_ms)
      .set("generator", std::string(name))
      .set("output", options.output);
  answer.say(fmt::format("{}: {}, {} x {}, {} nonzeros, made in {:.1f} ms", options.output, name, entries.rows,
                         entries.cols, entries.nnz(), elapsed_ms));
}

// Roughly; 0 where nothing is known.
double expected_entries(std::string_view name, generate_options const& options, double rows) {
  auto const parameter = [&](std::string_view wanted) {
    if (auto const given = options.values.find(wanted); given != options.values.end()) return given->second;
    for (auto const& generator : io::generators()) {
      if (generator.name != name) continue;
      for (auto const& known : generator.parameters) {
        if (known.name == wanted) return known.standard;
      }
    }
    return 0.0;
  };
  if (name == "complete") return rows * rows;
  if (name == "band") return rows * std::min(2 * parameter("width") + 1, rows);
  if (name == "stencil27") return 27 * rows;
  return rows * std::max({2 * parameter("edge_factor"), parameter("degree"), 2.0});
}

void run(std::string_view name, generate_options const& options) {
  report answer(options.json);
  if (options.output.empty()) throw invalid_argument(fmt::format("generate {}: --output is required", name));
  output_form(options.output, options.extension);
  size_type const rows = io::generated_rows(name, options.values);
  check_outputs({options.output}, {}, answer);
  bool const wide = rows > std::numeric_limits<std::int32_t>::max();
  double const entries = expected_entries(name, options, static_cast<double>(rows));
  double const index_bytes = wide ? 8 : 4, value_bytes = options.weights ? 8 : 0;
  // Rows, columns and what is drawn; where rows begin, twice.
  detail::require_available(entries * (3 * index_bytes + value_bytes) + 16 * static_cast<double>(rows),
                            fmt::format("{} with about {:.2g} entries", name, entries));
  if (options.weights) {
    wide ? generate<std::int64_t, std::int64_t>(name, options, answer)
         : generate<std::int64_t, std::int32_t>(name, options, answer);
  } else {
    wide ? generate<std::uint8_t, std::int64_t>(name, options, answer)
         : generate<std::uint8_t, std::int32_t>(name, options, answer);
  }
  answer.print();
}

// LOW:HIGH
io::weight_options parse_weights(std::string const& text) {
  io::weight_options weights;
  char const* const end = text.data() + text.size();
  auto const low = std::from_chars(text.data(), end, weights.low);
  if (low.ec == std::errc() && low.ptr != end && *low.ptr == ':') {
    auto const high = std::from_chars(low.ptr + 1, end, weights.high);
    if (high.ec == std::errc() && high.ptr == end && weights.low <= weights.high) return weights;
  }
  throw invalid_argument(
      fmt::format("--weights: LOW:HIGH is expected, whole numbers such as 1:255 with LOW <= HIGH, not '{}'", text));
}

// A parameter `edge_factor` is the option --edge-factor, and --edge_factor too.
std::string option_name(std::string_view parameter) {
  std::string dashed(parameter);
  std::replace(dashed.begin(), dashed.end(), '_', '-');
  return "--" + dashed + (dashed == parameter ? "" : ",--" + std::string(parameter));
}

void add_parameter(command& described, io::generator_parameter const& parameter, io::generator_values& values) {
  auto const read = [&values, parameter](std::string const& text) {
    // Digits alone are read exactly: a double would round 2^53 + 1 into the range.
    if (parameter.whole && text.find_first_not_of("0123456789") == std::string::npos) {
      whole_range const range{static_cast<size_type>(parameter.low), static_cast<size_type>(parameter.high)};
      values[std::string(parameter.name)] =
          static_cast<double>(whole_number("--" + std::string(parameter.name), text, range));
      return;
    }
    double number;
    auto const [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || end != text.data() + text.size()) {
      throw invalid_argument(fmt::format("--{}: a {}number in {}..{} is expected, not '{}'", parameter.name,
                                         parameter.whole ? "whole " : "", parameter.low, parameter.high, text));
    }
    values[std::string(parameter.name)] = number;
  };
  described.text(option_name(parameter.name), parameter.whole ? "N" : "X", fmt::format("{}", parameter.standard),
                 std::string(parameter.description), read);
}

void add_generator(CLI::App& parent, io::generator_info const& generator, std::shared_ptr<generate_options> options) {
  auto const name = std::string(generator.name);
  command described(parent, name, std::string(generator.description));
  for (auto const& parameter : generator.parameters) add_parameter(described, parameter, options->values);
  described.output("--output", options->output, "the file to write; its extension decides the format (required)")
      .text("--weights", "LOW:HIGH", "", "random whole weights, equal in both directions",
            [options](std::string const& text) { options->weights = parse_weights(text); })
      .json(options->json)
      .notes("Equal options give equal files, whatever the number of threads.")
      .on_run([options, name] { run(name, *options); });
  add_output_form(described, options->extension);
}

std::string known_generators() {
  std::string names;
  for (auto const& generator : io::generators()) names += (names.empty() ? "" : ", ") + std::string(generator.name);
  return names;
}

}  // namespace

void add_generate(CLI::App& app) {
  auto const options = std::make_shared<generate_options>();
  command described(app, "generate", "make a graph or matrix");
  described.one_of_its_commands("no generator given; there are " + known_generators())
      .notes(
          "Examples:\n"
          "  heddle generate rmat --scale 20 --edge-factor 16 --output rmat20.mtx.gz\n"
          "  heddle generate grid --width 1000 --height 1000 --keep 0.62 --weights 1:100 --output road.gr\n"
          "`heddle generate NAME --help` lists the parameters of a generator.");
  for (auto const& generator : io::generators()) add_generator(described.app(), generator, options);
}

}  // namespace heddle::cli
