// components.cpp - heddle components: which vertices hang together.
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/semirings/operators.hpp>
#include <memory>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/findings.hpp"
#include "src/cli/over_ranks.hpp"
#include "src/cli/searches_over_ranks.hpp"
#include "src/cli/traversal.hpp"
#include "src/verify/graph_answers.hpp"

namespace heddle::cli {
namespace {

struct components_command : graph_options {
  std::string method = "automatic";
  std::optional<heddle::strategy> strategy;
  rank_options ranks;
};

template <class Index>
void find(components_command const& options, io::file_header const& header, executor const& exec, report& answer) {
  auto const loaded = load_edges<Index>(options, exec);
  auto const& graph = loaded.graph;
  require_answer(graph.rows(), 4.0 * sizeof(Index), "labels");
  auto const timed = measure::time_runs(exec, options.repeat, [&] {
    return connected_components(
        graph, {.schedule = options.schedule, .method = method_named(options.method), .strategy = options.strategy});
  });
  auto const& found = timed.last;
  auto const check = [&] { return verify::check_labels(loaded.entries, found.labels.to_dense(Index(-1))); };
  auto const broken_rule = checked(options, check, [&] { write_values(options.output, found.labels, -1); });
  tell_graph(answer, options, exec, header, graph.rows(), graph.nnz());
  answer.set("method", options.method);
  tell_way(answer, options.strategy, found.ran_as);
  tell_times(answer, timed.times);
  tell_components(answer, found.count, found.rounds, held_values<Index, Index>(found.labels, -1));
  say_time(answer, options, timed.times);
  finish(answer, options, broken_rule);
}

void run(components_command const& options, std::vector<std::string> const& given) {
  if (auto const ranks = ranks_of(options.ranks, options.device, given, {})) {
    return components_over_ranks(options, *ranks);
  }
  run_on_file(options, {options.output},
              [&](auto index, io::file_header const& header, executor const& exec, report& answer) {
                find<decltype(index)>(options, header, exec, answer);
              });
}

}  // namespace

void add_components(CLI::App& app) {
  auto const options = std::make_shared<components_command>();
  command search(app, "components", "connected components: which vertices hang together");
  add_method(search, options->method, false);
  add_strategy(search, options->strategy, "push labels along edges, shared out by this");
  add_rank_options(search, options->ranks);
  add_graph_options(search, *options, "the smallest vertex of its component, one a line in vertex order");
  search
      .notes(
          "Every stored entry is an edge, zeros too, whose direction does not matter: components are weakly "
          "connected.\n"
          "A rectangular file is read as a square graph.\n\n"
          "Examples:\n"
          "  heddle components web.mtx --output labels.txt\n"
          "  heddle components web.mtx --method loop --verify --json\n"
          "  heddle components web.mtx --strategy hybrid")
      .on_run([options, search] { run(*options, search.given()); });
}

}  // namespace heddle::cli
