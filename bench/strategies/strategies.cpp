// strategies.cpp - bench_strategies: searches, components and ranks under every strategy and every schedule, on graphs
// of the kinds of the papers that they come from; each answer compared with the direct method's.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdio>
#include <heddle/heddle.hpp>
#include <map>
#include <numeric>

#include "bench/support/graphs.hpp"
#include "bench/support/program.hpp"
#include "src/measure/shares_taken.hpp"
#include "src/measure/times.hpp"

namespace {

using namespace heddle;

std::vector<strategy> all_strategies() {
  std::vector<strategy> all;
  for (std::string const& name : strategy::names()) all.push_back(strategy::parse(name));
  for (char const* text : {"cut_tiles:max_atoms=256+scan", "balanced_gathering:status_bitmap=1", "edge_based:chunked=1",
                           "edge_based:chunked=0", "scan_based:discard_leaves=1"}) {
    all.push_back(strategy::parse(text));
  }
  for (std::string const& name : schedule::names()) all.push_back(strategy::parse(name));
  return all;
}

// Ranks of sums in another order are as near as both say that they are to the fixed point.
struct near_ranks {
  std::vector<double> ranks;
  double change = 0;

  friend bool operator==(near_ranks const& a, near_ranks const& b) {
    double apart = 0;
    for (std::size_t v = 0; v < a.ranks.size(); ++v) apart += std::abs(a.ranks[v] - b.ranks[v]);
    constexpr double damping = 0.85;
    return apart <= damping / (1 - damping) * (a.change + b.change) + 1e-9;
  }
};

// Where strategies share out frontiers, and whether every level is pushed.
struct way {
  traversal_method method = traversal_method::loop;
  bool pushes = false;

  bool loops() const { return method == traversal_method::loop; }
};

struct asked_for {
  std::vector<traversal_method> methods = {traversal_method::direct, traversal_method::loop};
  std::vector<direction> directions = {direction::automatic, direction::push};
  size_type others = 16;  // sources beside the first
  double budget_ms = 20;  // of a strategy from one source
  double behind = 5;  // so many times the time of what is taken unless told, from the first source: no other sources

  // Loops under strategies are compared by their pushes: wide levels that pull would be alike under all. Inside the
  // search only bfs pulls. Components and ranks are loops.
  std::vector<way> ways_of(std::string_view algorithm) const {
    if (algorithm == "components" || algorithm == "pagerank") return {{traversal_method::loop, true}};
    std::vector<way> all;
    for (traversal_method const method : methods) {
      if (method == traversal_method::loop) {
        all.push_back({method, true});
        continue;
      }
      for (direction const towards : directions) {
        if (algorithm == "bfs" || towards == directions[0]) all.push_back({method, towards == direction::push});
      }
    }
    return all;
  }
};

class comparison {
 public:
  comparison(std::string name, executor exec, asked_for const& asked, bench::program& app, bench::report& into)
      : name_(std::move(name)), exec_(exec), asked_(asked), app_(app), into_(into) {
    auto const graph = bench::weighted(bench::read_or_make(name_));
    sources_ = asked.others > 0 ? bench::sources_of(graph, asked.others)
                                : std::vector<size_type>{bench::source_of(graph, graph.rows() / 2)};
    graph_ = graph.to(exec);
  }

  void compare(std::string const& algorithm, std::vector<strategy> const& strategies) {
    if (algorithm == "bfs")
      run(
          "bfs", strategies, sources_,
          [&](way const& how, strategy const* by, strategy_costs* costs, size_type source) {
            bfs_options asked{.costs = costs, .method = by ? how.method : traversal_method::automatic};
            if (by) asked.strategy = *by;
            if (pushes(how, by)) asked.direction = direction::push;
            return bfs(graph_, source, asked);
          },
          [](auto const& found) { return found.levels.to_dense(-1); });
    if (algorithm == "sssp")
      run(
          "sssp", strategies, sources_,
          [&](way const& how, strategy const* by, strategy_costs* costs, size_type source) {
            sssp_options asked{.costs = costs, .method = by ? how.method : traversal_method::automatic};
            if (by) asked.strategy = *by;
            if (by && how.loops()) asked.direction = direction::push;
            return sssp(graph_, source, asked);
          },
          [](auto const& found) { return found.distances.to_dense(-1); });
    if (algorithm == "components")
      run(
          "components", strategies, {0},
          [&](way const&, strategy const* by, strategy_costs* costs, size_type) {
            components_options asked{.costs = costs};
            if (by) asked.strategy = *by;
            return connected_components(graph_, asked);
          },
          [](auto const& found) { return found.labels.to_dense(-1); });
    if (algorithm == "pagerank")
      run(
          "pagerank", strategies, {0},
          [&](way const&, strategy const* by, strategy_costs* costs, size_type) {
            pagerank_options asked{.costs = costs};
            if (by) asked.strategy = *by;
            return pagerank(graph_, asked);
          },
          [](auto const& found) {
            return near_ranks{found.ranks.to_dense(-1), found.change};
          });
  }

 private:
  // What was measured of the first source, and of all.
  struct times {
    double first_ms = 0;
    std::vector<double> ms;
    bool agrees = true;
    size_type edges = 0, workspace_bytes = 0;
    std::string ran_as;
  };

  template <class Search, class Values>
  void run(std::string const& algorithm, std::vector<strategy> const& strategies, std::vector<size_type> const& sources,
           Search const& search, Values const& values) {
    auto const ways = asked_.ways_of(algorithm);
    std::vector<decltype(values(search(way{}, nullptr, nullptr, size_type{})))> expected;
    for (size_type const source : sources) expected.push_back(values(search(way{}, nullptr, nullptr, source)));
    double const no_limit = std::numeric_limits<double>::infinity();
    for (way const& how : ways) {
      auto const measured = [&](strategy const* by, double most_ms) {
        times all;
        for (std::size_t k = 0; k < sources.size() && !(all.first_ms > most_ms); ++k) {
          measure_from(sources[k], how, by, search, values, expected[k], all);
          if (k == 0) all.first_ms = all.ms[0];
        }
        return all;
      };
      // What is taken unless told, whose time from the first source bounds the others.
      auto const usual_ms = [&](strategy const* by) {
        bool const known = into_.has(key_of(algorithm, how, by));
        auto const usual = measured(by, known ? 0 : no_limit);
        if (!known) tell(algorithm, how, by, usual, search);
        return usual.first_ms;
      };
      double most_ms = asked_.behind * usual_ms(nullptr);
      if (strategy const automatic = strategy::parse("auto"); how.loops()) {
        most_ms = asked_.behind * usual_ms(&automatic);
      }
      for (strategy const& by : strategies) {
        if (into_.has(key_of(algorithm, how, &by))) continue;
        try {
          tell(algorithm, how, &by, measured(&by, most_ms), search);
        } catch (invalid_argument const& refused) { std::fprintf(stderr, "left out: %s\n", refused.what()); }
      }
    }
  }

  template <class Search, class Values, class Expected>
  void measure_from(size_type source, way const& how, strategy const* by, Search const& search, Values const& values,
                    Expected const& expected, times& all) {
    auto const warm = search(how, by, nullptr, source);
    std::vector<double> runs;
    for (double total = 0; runs.empty() || (total < asked_.budget_ms && runs.size() < 15); total += runs.back()) {
      runs.push_back(measure::elapsed_ms(exec_, [&] { search(how, by, nullptr, source); }));
    }
    all.ms.push_back(measure::median(runs));
    all.agrees &= values(warm) == expected;
    all.edges += edges_of(warm);
    if constexpr (requires { warm.workspace_bytes; }) all.workspace_bytes = warm.workspace_bytes;
    all.ran_as = warm.ran_as;
  }

  template <class Found> size_type edges_of(Found const& found) const {
    if constexpr (requires { found.edges; }) {
      return found.edges;
    } else {
      return graph_.nnz();
    }
  }

  // Beside loops the direct method stands as it goes by itself.
  static bool pushes(way const& how, strategy const* by) { return how.pushes && (by || !how.loops()); }

  bench::report::row key_of(std::string const& algorithm, way const& how, strategy const* by) const {
    char const* const method = !by                                        ? "direct"
                               : how.loops()                              ? "loop"
                               : how.method == traversal_method::stepwise ? "stepwise"
                                                                          : "direct";
    return {{"graph", name_},
            {"algorithm", algorithm},
            {"strategy", by ? by->text() : "direct"},
            {"method", method},
            {"direction", pushes(how, by) ? "push" : "automatic"}};
  }

  template <class Search>
  void tell(std::string const& algorithm, way const& how, strategy const* by, times const& all, Search const& search) {
    auto row = key_of(algorithm, how, by);
    bool const loops = row["method"] == "loop";
    strategy_costs costs;
    if (loops) search(how, by, &costs, sources_[0]);
    auto const shares = row["method"] == "direct" ? shares_of(algorithm, how, by) : measure::shares_taken{};
    double const sum_ms = std::accumulate(all.ms.begin(), all.ms.end(), 0.0);
    bench::report::row const figures{{"vertices", graph_.rows()},
                                     {"edges", graph_.nnz()},
                                     {"source", sources_[0]},
                                     {"sources", all.ms.size()},
                                     {"device", exec_.description()},
                                     {"elapsed_ms", measure::median(all.ms)},
                                     {"first_source_ms", all.first_ms},
                                     {"edges_per_second", static_cast<double>(all.edges) / sum_ms * 1e3},
                                     {"traversal_ms", costs.traversal_ms},
                                     {"overhead_ms", costs.overhead_ms},
                                     {"iterations", costs.steps},
                                     {"turns", costs.turns},
                                     {"peak_bytes", costs.peak_bytes},
                                     {"kept_bytes", costs.kept_bytes},
                                     {"kept_ms", costs.kept_ms},
                                     {"workspace_bytes", all.workspace_bytes},
                                     {"uneven_threads", shares.unevenness(&measure::list_shares::thread)},
                                     {"uneven_warps", shares.unevenness(&measure::list_shares::warp)},
                                     {"uneven_blocks", shares.unevenness(&measure::list_shares::block)},
                                     {"agrees", all.agrees},
                                     {"ran_as", loops ? fmt::format("{}", fmt::join(costs.ran_as, "; ")) : all.ran_as}};
    row.update(figures);
    into_.add(std::move(row));
    app_.write();  // a run that is stopped goes on by --resume
    if (!all.agrees) throw error(name_ + ": " + (by ? by->text() : "direct") + " finds something else");
  }

  // Of searches of their own, which count what their policy shares out.
  measure::shares_taken shares_of(std::string_view algorithm, way const& how, strategy const* by) const {
    if (algorithm != "bfs" && algorithm != "sssp") return {};
    auto const& rows = storage_of(graph_).csr();
    bool const drops_leaves = algorithm == "bfs" && storage_of(graph_).symmetric();
    auto const what = algorithm == "bfs" ? gpu::search_for::levels : gpu::search_for::distances;
    std::optional<gpu::sharing> const inside = by && !detail::is_automatic(*by)
                                                   ? gpu::sharing_of(*by, gpu::facts_for(*by, rows), drops_leaves)
                                                   : gpu::usual_sharing(what, rows);
    if (exec_.is_host() || !inside) return {};
    return algorithm == "bfs" ? measure::shares_of_bfs(graph_, sources_[0], *inside, pushes(how, by))
                              : measure::shares_of_sssp(graph_, sources_[0], *inside);
  }

  std::string name_;
  executor exec_;
  asked_for const& asked_;
  bench::program& app_;
  bench::report& into_;
  matrix<float> graph_;
  std::vector<size_type> sources_;
};

// Names of several graphs.
std::map<std::string, std::vector<std::string>> const sets = {
    {"six", {"rmat20", "road1024", "er23", "delaunay21", "kron21", "graph500"}},
    {"degrees",
     {"er21x2", "er21x4", "er21x8", "er21x16", "er21x32", "er21x64", "rmat21x2", "rmat21x4", "rmat21x8", "rmat21x16",
      "rmat21x32", "rmat21x64"}},
    {"deep", {"road", "usa", "grid4096", "deep8000", "rgg"}}};

int run(bench::program& app) {
  app.description("BFS, SSSP, components and ranks under every strategy; medians in milliseconds of whole calls");
  std::vector<std::string> names = {"six"}, algorithms = {"bfs", "sssp"}, asked;
  std::string earlier;
  bool on_host = false;
  asked_for how;
  std::map<std::string, traversal_method> const methods{
      {"loop", traversal_method::loop}, {"direct", traversal_method::direct}, {"stepwise", traversal_method::stepwise}};
  std::map<std::string, direction> const directions{{"automatic", direction::automatic}, {"push", direction::push}};
  app.add_option("--method", how.methods,
                 "direct, loop, stepwise: where strategies share out frontiers; direct and loop unless told")
      ->transform(CLI::CheckedTransformer(methods));
  app.add_option("--direction", how.directions,
                 "automatic, push: of bfs by direct and stepwise; both unless told. Loops push")
      ->transform(CLI::CheckedTransformer(directions));
  app.add_option("--graph", names, "names, sets of them (six, degrees, deep), or files in any format");
  app.add_option("--algorithm", algorithms, "bfs, sssp, components, pagerank")
      ->check(CLI::IsMember({"bfs", "sssp", "components", "pagerank"}));
  app.add_option("--strategy", asked, "those to compare; else all, and all schedules");
  app.add_option(
      "--sources", how.others,
      "search from the hub of the largest component and so many drawn ones, 16 unless told; 0 is one vertex");
  app.add_option("--behind", how.behind,
                 "what takes so many times as long as what is taken unless told has no drawn sources");
  app.add_option("--budget-ms", how.budget_ms,
                 "time for the searches of a strategy from a source; there is one at least");
  app.add_option("--resume", earlier, "take over the rows of this table of --json, and measure what it lacks");
  app.add_flag("--host", on_host, "on the CPU");
  app.read();
  std::vector<strategy> strategies;
  for (std::string const& text : asked) strategies.push_back(strategy::parse(text));
  if (strategies.empty()) strategies = all_strategies();
  executor const exec = on_host ? host_executor() : cuda_executor();
  auto& table = app.begin(exec);
  if (!earlier.empty()) table.take_over(earlier);
  std::vector<std::string> graphs;
  for (auto const& name : names) {
    auto const set = sets.find(name);
    auto const named = set == sets.end() ? std::vector{name} : set->second;
    graphs.insert(graphs.end(), named.begin(), named.end());
  }
  for (auto const& name : graphs) {
    comparison one(name, exec, how, app, table);
    for (auto const& algorithm : algorithms) one.compare(algorithm, strategies);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
