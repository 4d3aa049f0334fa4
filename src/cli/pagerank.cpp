// pagerank.cpp - heddle pagerank: how important vertices are, by the edges that lead to them.
#include <heddle/algorithms/pagerank.hpp>
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

struct pagerank_command : graph_options {
  pagerank_options limits;
  rank_options ranks;
};

template <class Index>
void rank(pagerank_command const& options, io::file_header const& header, executor const& exec, report& answer) {
  auto const loaded = load_edges<Index>(options, exec);
  auto const& graph = loaded.graph;
  auto limits = options.limits;
  limits.schedule = options.schedule;
  require_answer(graph.rows(), 4.0 * sizeof(double), "ranks");
  auto const timed = measure::time_runs(exec, options.repeat, [&] { return pagerank(graph, limits); });
  auto const& found = timed.last;
  auto const check = [&] {
    return verify::check_ranks(loaded.entries, found.ranks.to_dense(-1), limits.damping, found.change);
  };
  auto const broken_rule = checked(options, check, [&] { write_values(options.output, found.ranks, -1); });
  tell_graph(answer, options, exec, header, graph.rows(), graph.nnz());
  tell_way(answer, limits.strategy, found.ran_as);
  tell_times(answer, timed.times);
  tell_ranking(answer, limits, found, held_values<double, Index>(found.ranks, -1));
  say_time(answer, options, timed.times);
  finish(answer, options, broken_rule);
}

void run(pagerank_command const& options, std::vector<std::string> const& given) {
  if (auto const ranks =
          ranks_of(options.ranks, options.device, given, {"--damping", "--tolerance", "--iterations", "--schedule"})) {
    auto limits = options.limits;
    limits.schedule = options.schedule;
    return pagerank_over_ranks(options, limits, *ranks);
  }
  run_on_file(options, {options.output},
              [&](auto index, io::file_header const& header, executor const& exec, report& answer) {
                rank<decltype(index)>(options, header, exec, answer);
              });
}

}  // namespace

void add_pagerank(CLI::App& app) {
  auto const options = std::make_shared<pagerank_command>();
  command search(app, "pagerank", "how important vertices are, by the edges that lead to them");
  add_graph_options(search, *options, "ranks, one a line in vertex order, which sum to 1");
  add_strategy(search, options->limits.strategy, "push what active vertices have to pass on, shared out by this");
  add_rank_options(search, options->ranks);
  search.real("--damping", options->limits.damping, {0, 1}, "how much of a rank goes along edges")
      .real("--tolerance", options->limits.tolerance, {0, 2}, "it ends when ranks move by no more, in sum")
      .whole("--iterations", options->limits.iterations, {1, 1000000000}, "at most")
      .notes(
          "Every stored entry is an edge, zeros too, from row to column; weights do not matter. What a vertex without\n"
          "edges holds is spread evenly. A rectangular file is read as a square graph.\n\n"
          "Examples:\n"
          "  heddle pagerank web.mtx --output ranks.txt\n"
          "  heddle pagerank web.mtx --damping 0.9 --tolerance 1e-9 --iterations 500 --verify --json\n"
          "  heddle pagerank web.mtx --strategy merge_path")
      .on_run([options, search] { run(*options, search.given()); });
}

}  // namespace heddle::cli
