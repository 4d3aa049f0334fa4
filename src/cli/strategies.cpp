// strategies.cpp - heddle strategies: every load-balancing strategy for traversals on one graph, side by side.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/listing.hpp"
#include "src/cli/strategy_table.hpp"
#include "src/cli/traversal.hpp"
#include "src/verify/graph_answers.hpp"

namespace heddle::cli {
namespace {

struct strategies_command : graph_options, source_options {
  std::string algorithm = "bfs", method = "loop", csv;
  std::vector<strategy> chosen;
  std::optional<strategy> explained;
};

std::vector<strategy> parse_all(std::string const& text) {
  std::istringstream words(text);
  std::vector<strategy> all;
  for (std::string word; words >> word;) all.push_back(strategy::parse(word));
  if (all.empty()) throw invalid_argument("--strategies: names are expected, with blanks between them");
  return all;
}

void list_strategies(strategies_command const& options) {
  report answer(options.json);
  auto const table = listed(answer, options.explained, 24, "Parameters, as in --strategy NAME:PARAMETER=VALUE,...");
  if (!options.explained) {
    answer.say("\nA schedule is a strategy, too: the same in every step; `heddle schedules` lists them.");
  }
  answer.set("strategies", table).print();
}

bool searches(strategies_command const& options) { return options.algorithm == "bfs" || options.algorithm == "sssp"; }

// Those that were asked for, or all of both tables.
std::vector<strategy> strategies_of(strategies_command const& options) {
  if (!options.chosen.empty()) return options.chosen;
  std::vector<strategy> all;
  for (std::string const& name : strategies_and_schedules()) all.push_back(strategy::parse(name));
  return all;
}

// search(how) is what `heddle bfs` and its like time, and nothing else; values(found) are compared, and are taken out
// of the result after the clock has stopped.
template <class How, class Search, class Values>
auto measure(executor const& exec, size_type repeat, How how, strategy_row& row, size_type nnz, Search const& search,
             Values const& values, repeated_progress& bar) {
  row.name = how.strategy ? how.strategy->text() : "direct";
  auto const timed = measure::time_runs(
      exec, repeat, [&] { return search(how); }, std::numeric_limits<double>::infinity(), [&] { bar.end_run(); });
  auto const& found = timed.last;
  row.elapsed_ms = timed.times.elapsed_ms;
  size_type edges = nnz;
  if constexpr (requires { found.edges; }) edges = found.edges;  // else all are walked
  row.edges_per_second = static_cast<double>(edges) / std::max(row.elapsed_ms, 1e-6) * 1e3;
  row.ran_as = found.ran_as;
  if (how.strategy && row.has_costs) {
    how.costs = &row.costs;
    search(how);
    row.ran_as = fmt::format("{}", fmt::join(row.costs.ran_as, "; "));
  }
  if (how.strategy) bar.end_run();
  return values(found);
}

// What was measured, and one more run of each strategy for its costs.
size_type runs_of(strategies_command const& options, size_type num_strategies) {
  return options.repeat + num_strategies * (options.repeat + 1);
}

// The direct method comes first, before anything else has warmed the matrix up for it. Strategies run as `how` says.
template <class Graph, class How, class Search, class Values, class Check>
void compare(strategies_command const& options, io::file_header const& header, Graph const& graph, report& answer,
             How how, Search const& search, Values const& values, Check const& check) {
  executor const exec = graph.exec();
  auto const strategies = strategies_of(options);
  std::optional<repeated_progress> bar(std::in_place, "searching", !options.json,
                                       runs_of(options, static_cast<size_type>(strategies.size())));
  size_type const vertices = graph.rows(), nnz = graph.nnz();
  strategy_row row{.agrees = true};
  auto const direct = measure(exec, options.repeat, How{}, row, nnz, search, values, *bar);
  auto const broken_rule = options.verify ? check(direct) : std::string();
  std::optional<size_type> source;
  if (searches(options)) source = options.source();
  strategy_table table{options.file, options.algorithm, source, exec.description(), split_degrees_of(graph), {row}};
  std::map<std::string, std::vector<std::string>> refused;  // the strategies, by why they are left out
  for (strategy const& by : strategies) try {
      strategy_row next{.has_costs = options.method == "loop"};
      how.strategy = by;
      next.agrees = measure(exec, options.repeat, how, next, nnz, search, values, *bar) == direct;
      table.rows.push_back(next);
    } catch (invalid_argument const& error) { refused[error.what()].push_back(by.text()); }
  bar.reset();
  if (!options.csv.empty()) write_csv(options.csv, table, vertices, nnz);
  answer.set_shape(header.rows, header.cols, nnz).set_device(exec);
  answer.set("algorithm", options.algorithm);
  if (source) answer.set("source", *source);
  tell(answer, table);
  answer.say(fmt::format("{}: {} vertices, {} edges, {}{} on {}", options.file, vertices, nnz, options.algorithm,
                         source ? fmt::format(" from {}", *source) : "", exec.description()));
  answer.say(lines_of(table));
  std::vector<std::string> left_out;
  for (auto const& [why, names] : refused) left_out.push_back(fmt::format("{}: {}", fmt::join(names, ", "), why));
  for (std::string const& line : left_out) answer.say("left out: " + line);
  answer.set("left_out", left_out);
  std::string wrong = broken_rule;
  for (auto const& row : table.rows) {
    if (wrong.empty() && !row.agrees) wrong = row.name + " finds something else than the direct method";
  }
  finish(answer, options, wrong);
}

template <class Index>
void compare_bfs(strategies_command const& options, io::file_header const& header, executor const& exec,
                 report& answer) {
  auto const loaded = load_edges<Index>(options, exec);
  auto const& graph = loaded.graph;
  auto const search = [&](bfs_options const& how) { return bfs(graph, options.source(), how); };
  auto const values = [](auto const& found) { return found.levels.to_dense(-1); };
  auto const check = [&](std::vector<std::int32_t> const& levels) {
    return verify::check_levels(loaded.entries, options.source(), levels, {});
  };
  bfs_options how{.method = method_named(options.method)};
  if (how.method == traversal_method::loop) how.direction = direction::push;  // wide levels would be alike under all
  compare(options, header, graph, answer, how, search, values, check);
}

template <class Index>
void compare_sssp(strategies_command const& options, io::file_header const& header, executor const& exec,
                  report& answer) {
  auto const loaded = load_weighted<Index>(options, exec);
  auto const& graph = loaded.graph;
  auto const search = [&](sssp_options const& how) { return sssp(graph, options.sources, how); };
  auto const values = [](auto const& found) {
    return found.distances.to_dense(std::numeric_limits<double>::infinity());
  };
  auto const check = [&](std::vector<double> const& distances) {
    return verify::check_distances(loaded.entries, options.sources, distances);
  };
  sssp_options how{.method = method_named(options.method)};
  if (how.method == traversal_method::loop) how.direction = direction::push;
  compare(options, header, graph, answer, how, search, values, check);
}

template <class Index>
void compare_components(strategies_command const& options, io::file_header const& header, executor const& exec,
                        report& answer) {
  auto const loaded = load_edges<Index>(options, exec);
  auto const& graph = loaded.graph;
  auto const search = [&](components_options const& how) { return connected_components(graph, how); };
  auto const values = [](auto const& found) { return found.labels.to_dense(-1); };
  auto const check = [&](std::vector<Index> const& labels) { return verify::check_labels(loaded.entries, labels); };
  compare(options, header, graph, answer, components_options{}, search, values, check);
}

// Equal where they are as near to each other as both say to be to what an iteration leaves as it is: it brings that
// nearer by the damping.
struct near_ranks {
  std::vector<double> ranks;
  double change = 0, damping = 0;

  friend bool operator==(near_ranks const& a, near_ranks const& b) {
    double apart = 0;
    for (std::size_t v = 0; v < a.ranks.size(); ++v) apart += std::abs(a.ranks[v] - b.ranks[v]);
    return apart <= a.damping / (1 - a.damping) * (a.change + b.change) + 1e-9;
  }
};

template <class Index>
void compare_ranks(strategies_command const& options, io::file_header const& header, executor const& exec,
                   report& answer) {
  auto const loaded = load_edges<Index>(options, exec);
  auto const& graph = loaded.graph;
  auto const search = [&](pagerank_options const& how) { return pagerank(graph, how); };
  double const damping = pagerank_options{}.damping;
  auto const values = [&](auto const& found) { return near_ranks{found.ranks.to_dense(-1), found.change, damping}; };
  auto const check = [&](near_ranks const& found) {
    return verify::check_ranks(loaded.entries, found.ranks, damping, found.change);
  };
  compare(options, header, graph, answer, pagerank_options{}, search, values, check);
}

// Components and ranks go from no vertex, and have loops alone.
void require_no_search(strategies_command const& options, std::vector<std::string> const& given) {
  for (std::string const& option : given) {
    if (option == "--source" || option == "--sources" || option == "--sources-file" || option == "--method") {
      throw invalid_argument(
          fmt::format("strategies: {} is for bfs and sssp, and not for {}", option, options.algorithm));
    }
  }
}

// `heddle strategies hybrid` tells what `heddle schedules merge_path` tells of a schedule, unless a file is called so.
// A word alone that is neither is a name with a slip in it.
void take_name_in_place_of_file(strategies_command& options) {
  std::error_code ignored;
  if (options.explained || options.file.empty() || std::filesystem::exists(options.file, ignored)) return;
  auto const names = strategy::names();
  bool const known =
      std::find(names.begin(), names.end(), options.file.substr(0, options.file.find(':'))) != names.end();
  bool const word = options.from.empty() && options.file.find_first_of("./-") == std::string::npos;
  if (!known && !word) return;
  options.explained = strategy::parse(options.file);
  options.file.clear();
}

void run(strategies_command options, std::vector<std::string> const& given) {
  take_name_in_place_of_file(options);
  if (options.file.empty()) {
    for (std::string const& option : given) {
      if (option == "FILE" || option == "--explain" || option == "--json") continue;
      throw invalid_argument(
          fmt::format("strategies: {} is for a comparison on a graph, and no FILE was given", option));
    }
    return list_strategies(options);
  }
  if (options.explained) throw invalid_argument("--explain: it explains a strategy, and takes no graph");
  if (searches(options)) {
    read_sources(options);
    if (!options.is_one()) throw invalid_argument("strategies are compared from one --source");
  } else {
    require_no_search(options, given);
  }
  auto const compare_on = [&](auto index, io::file_header const& header, executor const& exec, report& answer) {
    using Index = decltype(index);
    if (options.algorithm == "bfs") compare_bfs<Index>(options, header, exec, answer);
    if (options.algorithm == "sssp") compare_sssp<Index>(options, header, exec, answer);
    if (options.algorithm == "components") compare_components<Index>(options, header, exec, answer);
    if (options.algorithm == "pagerank") compare_ranks<Index>(options, header, exec, answer);
  };
  run_on_file(options, {options.csv}, compare_on, [&](io::file_header const& header) {
    if (searches(options)) require_sources(options, options.file, header);
  });
}

}  // namespace

void add_strategies(CLI::App& app) {
  auto const options = std::make_shared<strategies_command>();
  command described(app, "strategies", "list the strategies of traversals, explain one, or compare them on a graph");
  described
      .input("FILE", options->file,
             "the graph on which they are compared; edges run from row to column; or a strategy, to be explained",
             presence::optional)
      .choice("--algorithm", options->algorithm, {"bfs", "sssp", "components", "pagerank"},
              "what runs under each of them")
      .choice("--method", options->method, {"loop", "direct", "stepwise"},
              "where they share out frontiers: in the loop of products, or inside the search of a GPU");
  add_sources(described, *options);
  described
      .text("--strategies", "NAMES", "", "compare these, with blanks between them; else all, and all schedules",
            [options](std::string const& text) { options->chosen = parse_all(text); })
      .offers(strategies_and_schedules())
      .text("--explain", "NAME", "", "tell what a strategy does, its parameters and its source",
            [options](std::string const& text) { options->explained = strategy::parse(text); })
      .offers(strategy::names())
      .whole("--repeat", options->repeat, {1, 1000000}, "how often to run each; the median of all but the first counts")
      .output("--csv", options->csv, "the table, a line a strategy")
      .flag("--verify", options->verify,
            "check the direct method's answer by rules that do not depend on how it was found")
      .device(options->device)
      .json(options->json)
      .notes(
          "Every strategy runs the loop of masked products, which pushes each frontier, or with --method direct the\n"
          "search of a GPU, which says which of them it does not have; above them stands the direct method without\n"
          "one, timed as `heddle bfs` and its like time it. Of components labels are pushed, of pagerank what active\n"
          "vertices have to pass on. Of loops overhead is what prepares the steps (scans, "
          "searches,\n"
          "lists), traversal what walks their edges, both of one more run, which waits for the GPU at every reading. "
          "Every\n"
          "answer is compared with the direct one's.\n\n"
          "Examples:\n"
          "  heddle strategies\n"
          "  heddle strategies --explain hierarchical\n"
          "  heddle strategies g.mtx.gz --algorithm bfs --source 0 --repeat 5 --csv strategies.csv\n"
          "  heddle strategies g.mtx.gz --algorithm components\n"
          "  heddle strategies road.gr --algorithm sssp --source 5 --strategies \"hybrid:f0=20 merge_path\"")
      .on_run([options, described] { run(*options, described.given()); });
  add_reading_options(described, *options);
}

}  // namespace heddle::cli
