// traversal.cpp - what commands have in common that answer by vertex of a graph.
#include "src/cli/traversal.hpp"

#include <fmt/core.h>

#include <heddle/base/error.hpp>

namespace heddle::cli {

// By the numbers of traversal_method.
static std::vector<std::string> const method_names = {"automatic", "loop", "direct", "stepwise"};

void add_graph_options(command& described, graph_options& options, std::string const& output_description) {
  described.input("FILE", options.file, "the graph; edges run from row to column")
      .output("--output", options.output, output_description)
      .flag("--verify", options.verify, "check the answer by rules that do not depend on how it was found")
      .whole("--repeat", options.repeat, {1, 1000000}, "how often to run; the median time of all but the first counts")
      .run_options(options);
  add_reading_options(described, options);
}

void add_method(command& described, std::string& method, bool has_stepwise) {
  std::vector<std::string> names = method_names;
  if (!has_stepwise) names.pop_back();
  described.choice("--method", method, names, "how to go about it");
}

traversal_method method_named(std::string const& name) {
  auto const at = std::find(method_names.begin(), method_names.end(), name) - method_names.begin();
  return static_cast<traversal_method>(at);
}

std::vector<std::string> strategies_and_schedules() {
  auto names = strategy::names();
  for (std::string const& name : schedule::names()) names.push_back(name);
  return names;
}

void add_strategy(command& described, std::optional<strategy>& chosen, std::string const& description) {
  described
      .text("--strategy", "NAME", "", description + "; `heddle strategies` lists them",
            [&chosen](std::string const& text) { chosen = strategy::parse(text); })
      .offers(strategies_and_schedules());
}

void add_traversal_options(command& described, traversal_options& options, std::string const& output_description) {
  add_sources(described, options);
  add_method(described, options.method);
  add_strategy(described, options.strategy, "how frontiers are shared out");
  add_graph_options(described, options, output_description);
}

void tell_graph(report& answer, graph_options const& options, executor const& exec, io::file_header const& header,
                size_type vertices, size_type nnz) {
  answer.set_shape(header.rows, header.cols, nnz).set_device(exec).set("schedule", options.schedule.text());
  answer.say(fmt::format("{}: {} vertices, {} edges", options.file, vertices, nnz));
  answer.say(fmt::format("ran on     {}, schedule {}", exec.description(), options.schedule.text()));
}

void tell_way(report& answer, std::optional<strategy> const& by, std::string const& ran_as) {
  if (by) answer.set("strategy", by->text()).say("strategy   " + by->text());
  if (!ran_as.empty()) answer.set("ran_as", ran_as).say("went by    " + ran_as);
}

void tell_times(report& answer, measure::run_times const& times) {
  answer.set("elapsed_ms", times.elapsed_ms).set("first_ms", times.first_ms);
}

void say_time(report& answer, graph_options const& options, measure::run_times const& times, std::string const& rest) {
  bool const again = options.repeat > 1;
  answer.say(fmt::format("time       {:.3f} ms{}{}", times.elapsed_ms, rest,
                         again ? fmt::format(", the first run {:.3f} ms", times.first_ms) : ""));
}

void tell_traversal(report& answer, traversal_options const& options, executor const& exec,
                    traversal_facts const& facts, std::string const& found) {
  double const rate = static_cast<double>(facts.edges) / std::max(facts.times.elapsed_ms, 1e-6) * 1e3;
  tell_graph(answer, options, exec, facts.header, facts.vertices, facts.nnz);
  answer.set("method", options.method);
  tell_way(answer, options.strategy, facts.ran_as);
  tell_times(answer, facts.times);
  answer.set("launches", facts.launches)
      .set("workspace_bytes", facts.workspace_bytes)
      .set("edges", facts.edges)
      .set("edges_per_second", rate);
  if (options.is_one()) answer.set("source", options.source());
  answer.say(fmt::format("from       {}: {}", name_of(options), found));
  say_time(answer, options, facts.times, fmt::format(", {:.4f} GTEPS", rate / 1e9));
}

void finish(report& answer, graph_options const& options, std::string const& broken_rule) {
  bool const verified = broken_rule.empty();
  if (options.verify) {
    answer.set("verified", verified);
    answer.say(fmt::format("verified   {}", verified));
  }
  answer.print();
  if (!verified) throw error("the answer fails its check: " + broken_rule);
}

}  // namespace heddle::cli
