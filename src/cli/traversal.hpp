// traversal.hpp - what commands have in common that answer by vertex of a graph, and bfs and sssp among them.
#pragma once
#include <algorithm>
#include <heddle/algorithms/searches.hpp>
#include <heddle/io/files.hpp>
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

struct graph_options : file_options {
  std::string output;
  size_type repeat = 1;
  bool verify = false;
};

struct traversal_options : graph_options, source_options {
  std::string method = "automatic";
  std::optional<heddle::strategy> strategy;
};

void add_graph_options(command& described, graph_options& options, std::string const& output_description);
/// --method, and what it stands for.
void add_method(command& described, std::string& method, bool has_stepwise = true);
traversal_method method_named(std::string const& name);
/// What --strategy knows by name.
std::vector<std::string> strategies_and_schedules();
void add_strategy(command& described, std::optional<strategy>& chosen, std::string const& description);
void add_traversal_options(command& described, traversal_options& options, std::string const& output_description);

/// What the object must have of every answer by vertex, and the same as text but for the time.
void tell_graph(report& answer, graph_options const& options, executor const& exec, io::file_header const& header,
                size_type vertices, size_type nnz);
void tell_way(report& answer, std::optional<strategy> const& by, std::string const& ran_as);
void tell_times(report& answer, measure::run_times const& times);
/// `rest` stands behind the time.
void say_time(report& answer, graph_options const& options, measure::run_times const& times,
              std::string const& rest = "");

/// A graph, and the entries that it was made of, where they are to be checked.
template <class T, class Index> struct loaded_graph {
  io::coordinates<T, Index> entries;
  matrix<T, Index, Index> graph;
};
/// A graph has one set of vertices, so a rectangular file is read as a square.
template <class T, class Index, class Duplicate>
loaded_graph<T, Index> graph_of(graph_options const& options, io::coordinates<T, Index>&& entries, Duplicate duplicate,
                                executor const& exec) {
  entries.rows = entries.cols = std::max(entries.rows, entries.cols);
  auto graph = make_matrix(entries, duplicate, exec);
  if (!options.verify) entries = {};  // the check alone reads them again
  return {std::move(entries), std::move(graph)};
}
/// Every stored entry is an edge.
template <class Index>
loaded_graph<std::uint8_t, Index> load_edges(graph_options const& options, executor const& exec) {
  return graph_of(options, pattern_of(read_file<double, Index>(options.file, options.json, options)),
                  take_first<std::uint8_t>{}, exec);
}
/// With weights that can be ordered, of which the least of a position counts.
template <class Index> loaded_graph<double, Index> load_weighted(graph_options const& options, executor const& exec) {
  return graph_of(options, read_file<double, Index>(options.file, options.json, options, false), minimum<double>{},
                  exec);
}

struct traversal_facts {
  io::file_header header;
  size_type nnz, vertices, edges, launches, workspace_bytes;
  measure::run_times times;
  std::string ran_as;  // where the answer tells
};
template <class Matrix, class Found>
traversal_facts facts_of(io::file_header const& header, Matrix const& graph, Found const& found,
                         measure::run_times times) {
  std::string ran_as;
  if constexpr (requires { found.ran_as; }) ran_as = found.ran_as;
  return {header, graph.nnz(), graph.rows(), found.edges, found.launches, found.workspace_bytes, times, ran_as};
}

/// What the object must have of every traversal, and the same as text. `found` is `9 vertices reached, depth 5`.
void tell_traversal(report& answer, traversal_options const& options, executor const& exec,
                    traversal_facts const& facts, std::string const& found);

/// Which rule check() finds broken, where --verify asks for that; write() where none is.
template <class Check, class Write>
std::string checked(graph_options const& options, Check const& check, Write const& write) {
  std::string broken_rule = options.verify ? check() : std::string();
  if (broken_rule.empty()) write();
  return broken_rule;
}

/// Prints the answer with `verified`; throws heddle::error if `broken_rule` is not empty. Without --verify nothing is
/// said of it.
void finish(report& answer, graph_options const& options, std::string const& broken_rule);

/// run_on_file(), where sources are vertices.
template <class Search>
void run_traversal(traversal_options const& options, std::vector<std::string> const& outputs, Search const& search) {
  run_on_file(options, outputs, search,
              [&](io::file_header const& header) { require_sources(options, options.file, header); });
}

}  // namespace heddle::cli
