// bfs.cpp - heddle bfs: levels and parents from a source, or levels and centralities from each of several.
#include <fmt/core.h>

#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/bfs_from_each.hpp>
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

constexpr std::size_t most_told = 10;  // sources, in the text

struct bfs_command : traversal_options {
  std::string parents;
  rank_options ranks;
};

template <class Entries, class Graph>
void search(bfs_command const& options, io::file_header const& header, Entries const& entries, Graph const& graph,
            report& answer) {
  using Index = typename Graph::index;
  bool const wants_parents = !options.parents.empty();
  // Levels or parents, presence, and the two frontiers.
  require_answer(graph.rows(), 5 + (wants_parents ? 3.0 : 2.0) * sizeof(Index), "levels");
  auto const timed = measure::time_runs(graph.exec(), options.repeat, [&] {
    return bfs(graph, options.source(),
               {.schedule = options.schedule,
                .strategy = options.strategy,
                .parents = wants_parents,
                .method = method_named(options.method)});
  });
  auto const& found = timed.last;
  auto const check = [&] {
    auto const parents = wants_parents ? found.parents.to_dense(Index(-1)) : std::vector<Index>();
    return verify::check_levels(entries, options.source(), found.levels.to_dense(-1), parents);
  };
  auto const broken_rule = checked(options, check, [&] {
    write_values(options.output, found.levels, -1);
    write_values(options.parents, found.parents, -1);
  });
  tell_traversal(answer, options, graph.exec(), facts_of(header, graph, found, timed.times),
                 fmt::format("{} vertices reached, depth {}", found.reached, found.depth));
  answer.set("reached", found.reached).set("depth", found.depth);
  finish(answer, options, broken_rule);
}

void tell_sources(report& answer, std::vector<size_type> const& sources, std::vector<source_reach> const& found,
                  size_type vertices) {
  auto all = nlohmann::ordered_json::array();
  for (std::size_t b = 0; b < sources.size(); ++b) {
    auto const& of = found[b];
    double const closeness = of.closeness(vertices);
    all.push_back({{"source", sources[b]},
                   {"reached", of.reached},
                   {"depth", of.depth},
                   {"distance", of.distance},
                   {"closeness", closeness},
                   {"harmonic", of.harmonic}});
    if (b >= most_told) continue;
    answer.say(fmt::format("{:10} {}: {} vertices reached, depth {}, closeness {:.6g}, harmonic {:.6g}",
                           b == 0 ? "source" : "", sources[b], of.reached, of.depth, closeness, of.harmonic));
  }
  if (sources.size() > most_told) answer.say(fmt::format("{:10} and {} more", "", sources.size() - most_told));
  answer.set("sources", all);
}

// A line a vertex, a level for each source.
template <class Index>
void write_levels(std::string const& path, std::vector<vector<std::int32_t, Index>> const& levels) {
  if (path.empty()) return;
  std::vector<held_values<std::int32_t, Index>> columns;
  for (auto const& of_source : levels) columns.emplace_back(of_source, -1);
  io::output_file file(path);
  std::string line;
  for (size_type v = 0; v < columns.front().size(); ++v) {
    line.clear();
    for (auto const& of_source : columns) {
      if (!line.empty()) line += ' ';
      line += std::to_string(of_source[v]);
    }
    file.write(line += '\n');
  }
  file.commit();
}

template <class Entries, class Index>
std::string check_each(Entries const& entries, std::vector<size_type> const& sources,
                       std::vector<source_reach> const& found, std::vector<vector<std::int32_t, Index>> const& levels) {
  for (std::size_t b = 0; b < sources.size(); ++b) {
    auto const of_source = levels[b].to_dense(-1);
    auto broken_rule = verify::check_levels(entries, sources[b], of_source, {});
    if (broken_rule.empty()) broken_rule = verify::check_reach(found[b], of_source);
    if (!broken_rule.empty()) return fmt::format("from {}: {}", sources[b], broken_rule);
  }
  return "";
}

template <class Entries, class Graph>
void search_from_each(bfs_command const& options, io::file_header const& header, Entries const& entries,
                      Graph const& graph, report& answer) {
  bool const wants_levels = options.verify || !options.output.empty();
  if (wants_levels) {  // a level and whether there is one, and the words that are searched by
    double const sources = static_cast<double>(options.sources.size());
    require_answer(graph.rows(), 5 * sources + 32, fmt::format("levels of {} sources", options.sources.size()));
  }
  auto const timed = measure::time_runs(graph.exec(), options.repeat, [&] {
    return bfs_from_each(
        graph, options.sources,
        {.schedule = options.schedule, .levels = wants_levels, .method = method_named(options.method)});
  });
  auto const& found = timed.last;
  auto const check = [&] { return check_each(entries, options.sources, found.found, found.levels); };
  auto const broken_rule = checked(options, check, [&] { write_levels(options.output, found.levels); });
  tell_traversal(answer, options, graph.exec(), facts_of(header, graph, found, timed.times), "each for itself");
  tell_sources(answer, options.sources, found.found, graph.rows());
  finish(answer, options, broken_rule);
}

void run(bfs_command options, std::vector<std::string> const& given) {
  in_every_process([&] { read_sources(options); });
  if (auto const ranks = ranks_of(options.ranks, options.device, given, {"--source", "--parents"})) {
    return bfs_over_ranks(options, options.parents, *ranks);
  }
  if (!options.is_one() && !options.parents.empty()) {
    throw invalid_argument("--parents: there is a tree of one --source only");
  }
  if (!options.is_one() && options.strategy) {
    throw invalid_argument("--strategy: it shares out the frontiers of one --source only");
  }
  run_traversal(options, {options.output, options.parents},
                [&](auto index, io::file_header const& header, executor const& exec, report& answer) {
                  auto const [entries, graph] = load_edges<decltype(index)>(options, exec);
                  options.is_one() ? search(options, header, entries, graph, answer)
                                   : search_from_each(options, header, entries, graph, answer);
                });
}

}  // namespace

void add_bfs(CLI::App& app) {
  auto const options = std::make_shared<bfs_command>();
  command search(app, "bfs", "breadth-first search: how many edges from the source, or from each of several");
  add_traversal_options(search, *options,
                        "levels, one a line in vertex order, -1 for unreached; of several sources a column each");
  add_rank_options(search, options->ranks);
  search.output("--parents", options->parents, "parents likewise; the source is its own, the smallest one counts")
      .notes(
          "Every stored entry is an edge, zeros too. A rectangular file is read as a square graph. Of several sources\n"
          "it tells how near the others are, too: closeness and harmonic centrality, by distances from the source.\n\n"
          "Examples:\n"
          "  heddle bfs web.mtx --source 0 --output levels.txt --parents tree.txt\n"
          "  heddle bfs web.mtx --sources 0,17,4 --json\n"
          "  heddle bfs web.mtx --source 0 --schedule merge_path --verify --json")
      .on_run([options, search] { run(*options, search.given()); });
}

}  // namespace heddle::cli
