// traversal.hpp - what commands have in common that answer by vertex of a graph, and bfs and sssp among them.
#pragma once
#include <heddle/algorithms/traversal_method.hpp>
#include <heddle/io/read.hpp>
#include <heddle/seam/strategy/strategy.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/input.hpp"
#include "src/cli/outputs.hpp"
#include "src/cli/report.hpp"
#include "src/cli/sources.hpp"
#include "src/measure/times.hpp"

namespace heddle::cli {

struct graph_options : run_options, reading_options {
  std::string file, output;
  size_type repeat = 1;
  bool verify = false;
};

struct traversal_options : graph_options, source_options {
  std::string method = "automatic";
  std::optional<heddle::strategy> strategy;
};

void add_graph_options(command& described, graph_options& options, std::string const& output_description);
/// --method, and what it stands for.
void add_method(command& described, std::string& method);
traversal_method method_named(std::string const& name);
/// What --strategy knows by name.
std::vector<std::string> strategies_and_schedules();
void add_traversal_options(command& described, traversal_options& options, std::string const& output_description);

/// What the object must have of every answer by vertex, and the same as text but for the time.
void tell_graph(report& answer, graph_options const& options, executor const& exec, io::file_header const& header,
                size_type vertices, size_type nnz);
void tell_times(report& answer, measure::run_times const& times);
/// `rest` stands behind the time.
void say_time(report& answer, graph_options const& options, measure::run_times const& times,
              std::string const& rest = "");

struct traversal_facts {
  io::file_header header;
  size_type nnz, vertices, edges, launches, workspace_bytes;
  measure::run_times times;
};
template <class Matrix, class Found>
traversal_facts facts_of(io::file_header const& header, Matrix const& graph, Found const& found,
                         measure::run_times times) {
  return {header, graph.nnz(), graph.rows(), found.edges, found.launches, found.workspace_bytes, times};
}

/// What the object must have of every traversal, and the same as text. `found` is `9 vertices reached, depth 5`.
void tell_traversal(report& answer, traversal_options const& options, executor const& exec,
                    traversal_facts const& facts, std::string const& found);

/// Prints the answer with `verified`; throws heddle::error if `broken_rule` is not empty. Without --verify nothing is
/// said of it.
void finish(report& answer, graph_options const& options, std::string const& broken_rule);

/// compute(index, header, executor, answer), where `index` is of the type that the file needs, after all options have
/// been checked and check(header) has.
template <class Check, class Compute>
void run_on_graph(graph_options const& options, std::vector<std::string> const& outputs, Check const& check,
                  Compute const& compute) {
  report answer(options.json);
  auto const exec = make_executor(options.device);
  check_reading(options);
  auto all_outputs = outputs;
  all_outputs.push_back(options.names);
  check_outputs(all_outputs, answer);
  auto const header = understand(options.file, options, answer);
  check(header);
  with_index(header, [&](auto index) { compute(index, header, exec, answer); });
}

/// The same, where sources are vertices.
template <class Search>
void run_traversal(traversal_options const& options, std::vector<std::string> const& outputs, Search const& search) {
  run_on_graph(
      options, outputs, [&](io::file_header const& header) { require_sources(options, options.file, header); }, search);
}

}  // namespace heddle::cli
