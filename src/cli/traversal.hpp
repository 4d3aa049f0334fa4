// traversal.hpp - what bfs and sssp have in common as commands.
#pragma once
#include <heddle/algorithms/traversal_method.hpp>
#include <heddle/io/read.hpp>
#include <limits>
#include <string>
#include <vector>

#include "src/cli/command.hpp"
#include "src/cli/input.hpp"
#include "src/cli/outputs.hpp"
#include "src/cli/report.hpp"
#include "src/cli/stopwatch.hpp"

namespace heddle::cli {

struct traversal_options : run_options {
  std::string file;
  size_type source = 0;
  std::string output;
  std::string method = "automatic";
  size_type repeat = 1;
  bool verify = false;

  traversal_method chosen_method() const;
};

void add_traversal_options(command& described, traversal_options& options, std::string const& output_description);

/// Throws index_out_of_range, naming the file, unless the source is one of its vertices.
void require_source(traversal_options const& options, io::file_header const& header);

/// Of the first run, in which plans are made and kernels loaded, and the median of the others, or of the only one.
struct run_times {
  double first_ms = 0, elapsed_ms = 0;
};

struct traversal_facts {
  size_type rows, cols, nnz, vertices, reached, edges, launches, workspace_bytes;
  run_times times;
};
template <class Matrix, class Found>
traversal_facts facts_of(io::file_header const& header, Matrix const& graph, Found const& found, run_times times) {
  return {header.rows, header.cols,    graph.nnz(),           graph.rows(), found.reached,
          found.edges, found.launches, found.workspace_bytes, times};
}

/// What the object must have of every traversal, and the same as text. `steps` is `depth 5`, or `9 rounds`.
void tell_traversal(report& answer, traversal_options const& options, executor const& exec,
                    traversal_facts const& facts, std::string const& steps);

/// Prints the answer with `verified`; throws heddle::error if `broken_rule` is not empty. Without --verify nothing is
/// said of it.
void finish(report& answer, traversal_options const& options, std::string const& broken_rule);

/// run() `repeat` times, or until they took `budget_ms`; the result of the last.
template <class Run>
auto time_runs(executor const& exec, size_type repeat, Run const& run, run_times& times,
               double budget_ms = std::numeric_limits<double>::infinity()) {
  std::vector<double> all;
  stopwatch total;
  for (;;) {
    stopwatch watch;
    auto result = run();
    exec.wait();
    all.push_back(watch.elapsed_ms());
    if (static_cast<size_type>(all.size()) >= repeat || total.elapsed_ms() > budget_ms) {
      times.first_ms = all.front();
      if (all.size() > 1) all.erase(all.begin());
      times.elapsed_ms = median(all);
      return result;
    }
  }
}

/// search(index, header, executor, answer), where `index` is of the type that the file needs, after all options and the
/// source have been checked.
template <class Search>
void run_traversal(traversal_options const& options, std::vector<std::string> const& outputs, Search const& search) {
  report answer(options.json);
  auto const exec = make_executor(options.device);
  check_outputs(outputs, answer);
  auto const header = io::read_header(options.file);
  require_source(options, header);
  with_index(header, [&](auto index) { search(index, header, exec, answer); });
}

}  // namespace heddle::cli
