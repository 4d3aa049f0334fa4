// sssp.cpp - heddle sssp: shortest distances and parents from a source, or the nearest of several.
#include <fmt/core.h>

#include <heddle/algorithms/sssp.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/held_values.hpp"
#include "src/cli/over_ranks.hpp"
#include "src/cli/searches_over_ranks.hpp"
#include "src/cli/traversal.hpp"
#include "src/verify/graph_answers.hpp"

namespace heddle::cli {
namespace {

struct sssp_command : traversal_options {
  std::string parents;
  rank_options ranks;
};

template <class Index>
void search(sssp_command const& options, io::file_header const& header, executor const& exec, report& answer) {
  auto const loaded = load_weighted<Index>(options, exec);
  auto const& graph = loaded.graph;
  bool const wants_parents = !options.parents.empty();
  require_answer(graph.rows(), 2.0 * sizeof(double) + (wants_parents ? 4.0 : 2.0) * sizeof(Index), "distances");
  auto const timed = measure::time_runs(exec, options.repeat, [&] {
    return sssp(graph, options.sources,
                {.schedule = options.schedule,
                 .strategy = options.strategy,
                 .parents = wants_parents,
                 .method = method_named(options.method)});
  });
  auto const& found = timed.last;
  constexpr double unreached = std::numeric_limits<double>::infinity();
  auto const check = [&] {
    auto const parents = wants_parents ? found.parents.to_dense(Index(-1)) : std::vector<Index>();
    return verify::check_distances(loaded.entries, options.sources, found.distances.to_dense(unreached), parents);
  };
  auto const broken_rule = checked(options, check, [&] {
    write_values(options.output, found.distances, unreached);
    write_values(options.parents, found.parents, -1);
  });
  tell_traversal(answer, options, exec, facts_of(header, graph, found, timed.times),
                 fmt::format("{} vertices reached, {} rounds", found.reached, found.rounds));
  answer.set("reached", found.reached).set("rounds", found.rounds);
  if (!options.is_one()) answer.set("sources", nlohmann::ordered_json(options.sources));
  finish(answer, options, broken_rule);
}

void run(sssp_command options, std::vector<std::string> const& given) {
  in_every_process([&] { read_sources(options); });
  if (auto const ranks = ranks_of(options.ranks, options.device, given, {"--source"})) {
    return sssp_over_ranks(options, *ranks);
  }
  run_traversal(options, {options.output, options.parents},
                [&](auto index, io::file_header const& header, executor const& exec, report& answer) {
                  search<decltype(index)>(options, header, exec, answer);
                });
}

}  // namespace

void add_sssp(CLI::App& app) {
  auto const options = std::make_shared<sssp_command>();
  command search(app, "sssp", "shortest paths from a source, or from the nearest of several");
  add_traversal_options(search, *options, "distances, one a line in vertex order, inf for unreached");
  add_rank_options(search, options->ranks);
  search
      .output("--parents", options->parents,
              "parents likewise, -1 for none; the source is its own, of ways as short that of fewest entries counts")
      .notes(
          "Weights are any real numbers; a pattern file has weight 1, and of several entries of one position the "
          "lightest\n"
          "counts. A negative cycle that a source can reach is an error.\n\n"
          "Examples:\n"
          "  heddle sssp road.gr.gz --source 17 --output distances.txt --parents tree.txt\n"
          "  heddle sssp road.gr.gz --sources 17,4,2000 --output distances_to_the_nearest.txt\n"
          "  heddle sssp road.gr.gz --source 17 --device host --verify --json")
      .on_run([options, search] { run(*options, search.given()); });
}

}  // namespace heddle::cli
