// pagerank.cpp - heddle pagerank: how important vertices are, by the edges that lead to them.
#include <fmt/core.h>

#include <heddle/algorithms/pagerank.hpp>
#include <heddle/semirings/operators.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/held_values.hpp"
#include "src/cli/traversal.hpp"
#include "src/verify/graph_answers.hpp"

namespace heddle::cli {
namespace {

constexpr std::size_t most_named = 10;  // vertices of the highest ranks

struct pagerank_command : graph_options {
  pagerank_options limits;
};

// The greatest first, of equal ones the smallest vertex.
template <class Index> std::vector<size_type> best_of(held_values<double, Index> const& ranks) {
  std::vector<size_type> best;
  for (size_type v = 0; v < ranks.size(); ++v) {
    double const rank = ranks[v];
    if (best.size() == most_named && !(rank > ranks[best.back()])) continue;
    auto const place = std::find_if(best.begin(), best.end(), [&](size_type b) { return rank > ranks[b]; });
    best.insert(place, v);
    if (best.size() > most_named) best.pop_back();
  }
  return best;
}

template <class Index> void tell_best(report& answer, held_values<double, Index> const& ranks) {
  auto best = nlohmann::ordered_json::array();
  for (size_type const v : best_of(ranks)) {
    answer.say(fmt::format("{:10} {}: {:.6g}", best.empty() ? "best" : "", v, ranks[v]));
    best.push_back({{"vertex", v}, {"rank", ranks[v]}});
  }
  answer.set("best", best);
}

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
  auto const broken_rule = options.verify ? check() : std::string();
  if (broken_rule.empty()) write_values(options.output, found.ranks, -1);
  tell_graph(answer, options, exec, header, graph.rows(), graph.nnz());
  tell_times(answer, timed.times);
  answer.set("damping", limits.damping)
      .set("tolerance", limits.tolerance)
      .set("iterations", found.iterations)
      .set("change", found.change)
      .set("converged", found.converged);
  answer.say(fmt::format("ranks      {} iterations, the last moved them by {:.3g}{}", found.iterations, found.change,
                         found.converged ? "" : ", more than the tolerance"));
  tell_best(answer, held_values<double, Index>(found.ranks, -1));
  say_time(answer, options, timed.times);
  finish(answer, options, broken_rule);
}

void run(pagerank_command const& options) {
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
  search.real("--damping", options->limits.damping, {0, 1}, "how much of a rank goes along edges")
      .real("--tolerance", options->limits.tolerance, {0, 2}, "it ends when ranks move by no more, in sum")
      .whole("--iterations", options->limits.iterations, {1, 1000000000}, "at most")
      .notes(
          "Every stored entry is an edge, zeros too, from row to column; weights do not matter. What a vertex without\n"
          "edges holds is spread evenly. A rectangular file is read as a square graph.\n\n"
          "Examples:\n"
          "  heddle pagerank web.mtx --output ranks.txt\n"
          "  heddle pagerank web.mtx --damping 0.9 --tolerance 1e-9 --iterations 500 --verify --json")
      .on_run([options] { run(*options); });
}

}  // namespace heddle::cli
