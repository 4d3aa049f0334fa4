// strategies.cpp - bench_strategies: BFS and SSSP under every strategy and every schedule, on one graph of each kind of
// the papers that they come from; each answer compared with the direct method's before it is timed.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/heddle.hpp>
#include <map>
#include <optional>

#include "bench/support/graphs.hpp"
#include "bench/support/program.hpp"
#include "src/measure/shares_taken.hpp"
#include "src/measure/times.hpp"

namespace {

using namespace heddle;

std::vector<strategy> all_strategies() {
  std::vector<strategy> all;
  for (std::string const& name : strategy::names()) all.push_back(strategy::parse(name));
  for (char const* text : {"balanced_gathering:status_bitmap=1", "edge_based:chunked=1", "edge_based:chunked=0",
                           "scan_based:discard_leaves=1"}) {
    all.push_back(strategy::parse(text));
  }
  for (std::string const& name : schedule::names()) all.push_back(strategy::parse(name));
  return all;
}

template <class T> struct answer {
  vector<T> values;
  size_type edges, workspace_bytes;
  std::string ran_as;
};

class comparison {
 public:
  comparison(std::string name, executor exec, double budget_ms, bool pushes, bench::report& into)
      : name_(std::move(name)), exec_(exec), budget_ms_(budget_ms), pushes_(pushes), into_(into) {
    auto const graph = bench::weighted(bench::read_or_make(name_));
    source_ = bench::source_of(graph, graph.rows() / 2);
    graph_ = graph.to(exec);
  }

  void search(std::vector<strategy> const& strategies, traversal_method method) {
    run("bfs", strategies, method, [&](strategy const* by, strategy_costs* costs) {
      bfs_options how{.method = by ? method : traversal_method::automatic};
      if (by) how.strategy = *by;
      if (pushes_) how.direction = direction::push;
      how.costs = costs;
      auto found = bfs(graph_, source_, how);
      return answer<std::int32_t>{std::move(found.levels), found.edges, found.workspace_bytes, found.ran_as};
    });
  }
  void find_paths(std::vector<strategy> const& strategies, traversal_method method) {
    run("sssp", strategies, method, [&](strategy const* by, strategy_costs* costs) {
      sssp_options how{.method = by ? method : traversal_method::automatic};
      if (by) how.strategy = *by;
      how.costs = costs;
      auto found = sssp(graph_, source_, how);
      return answer<float>{std::move(found.distances), found.edges, found.workspace_bytes, found.ran_as};
    });
  }

 private:
  template <class Search>
  void run(char const* algorithm, std::vector<strategy> const& strategies, traversal_method method,
           Search const& search) {
    auto const expected = search(nullptr, nullptr).values.to_dense(-1);
    measure(algorithm, nullptr, method, expected, search);
    for (strategy const& by : strategies) try {
        measure(algorithm, &by, method, expected, search);
      } catch (invalid_argument const& refused) { std::fprintf(stderr, "left out: %s\n", refused.what()); }
  }

  template <class Expected, class Search>
  void measure(char const* algorithm, strategy const* by, traversal_method method, Expected const& expected,
               Search const& search) {
    bool const loops = method == traversal_method::loop;
    auto const warm = search(by, nullptr);
    bool const agrees = warm.values.to_dense(-1) == expected;
    std::vector<double> times;
    for (double total_ms = 0; times.empty() || (total_ms < budget_ms_ && times.size() < 15); total_ms += times.back()) {
      times.push_back(measure::elapsed_ms(exec_, [&] { search(by, nullptr); }));
    }
    strategy_costs costs;
    if (by && loops) search(by, &costs);
    auto const shares = method == traversal_method::direct ? shares_of(algorithm, by) : measure::shares_taken{};
    double const ms = measure::median(times);
    into_.add({{"graph", name_},
               {"vertices", graph_.rows()},
               {"edges", graph_.nnz()},
               {"algorithm", algorithm},
               {"source", source_},
               {"device", exec_.description()},
               {"strategy", by ? by->text() : "direct"},
               {"method", by && loops                                  ? "loop"
                          : method == traversal_method::stepwise && by ? "stepwise"
                                                                       : "direct"},
               {"direction", pushes_ ? "push" : "automatic"},
               {"elapsed_ms", ms},
               {"edges_per_second", static_cast<double>(warm.edges) / ms * 1e3},
               {"traversal_ms", costs.traversal_ms},
               {"overhead_ms", costs.overhead_ms},
               {"iterations", costs.steps},
               {"turns", costs.turns},
               {"peak_bytes", costs.peak_bytes},
               {"kept_bytes", costs.kept_bytes},
               {"kept_ms", costs.kept_ms},
               {"workspace_bytes", warm.workspace_bytes},
               {"uneven_threads", shares.unevenness(&measure::list_shares::thread)},
               {"uneven_warps", shares.unevenness(&measure::list_shares::warp)},
               {"uneven_blocks", shares.unevenness(&measure::list_shares::block)},
               {"agrees", agrees},
               {"ran_as", by && loops ? fmt::format("{}", fmt::join(costs.ran_as, "; ")) : warm.ran_as}});
    if (!agrees) throw error(name_ + ": " + (by ? by->text() : "direct") + " finds something else");
  }

  // Of searches of their own, which count what their policy shares out.
  measure::shares_taken shares_of(std::string_view algorithm, strategy const* by) const {
    auto const& rows = storage_of(graph_).csr();
    bool const drops_leaves = algorithm == "bfs" && storage_of(graph_).symmetric();
    auto const inside = by ? gpu::sharing_of(*by, gpu::facts_for(*by, rows), drops_leaves) : gpu::sharing{};
    if (exec_.is_host() || !inside) return {};
    return algorithm == "bfs" ? measure::shares_of_bfs(graph_, source_, *inside, pushes_)
                              : measure::shares_of_sssp(graph_, source_, *inside);
  }

  std::string name_;
  executor exec_;
  double budget_ms_;
  bool pushes_;
  bench::report& into_;
  matrix<float> graph_;
  size_type source_ = 0;
};

int run(bench::program& app) {
  app.description("BFS and SSSP under every strategy; medians in milliseconds of whole calls");
  std::vector<std::string> names = {"rmat20", "road1024", "er23", "delaunay21", "kron21", "graph500"};
  std::vector<std::string> algorithms = {"bfs", "sssp"}, asked;
  double budget_ms = 200;
  bool on_host = false, pushes = false;
  traversal_method method = traversal_method::loop;
  std::map<std::string, traversal_method> const methods{
      {"loop", traversal_method::loop}, {"direct", traversal_method::direct}, {"stepwise", traversal_method::stepwise}};
  app.add_option("--method", method, "loop, direct or stepwise: where strategies share out frontiers; loop unless told")
      ->transform(CLI::CheckedTransformer(methods));
  app.add_flag("--push", pushes, "never pull, nor does the direct method in the first line");
  app.add_option("--graph", names, "names, or files in any format that the library reads");
  app.add_option("--algorithm", algorithms, "bfs, sssp or both")->check(CLI::IsMember({"bfs", "sssp"}));
  app.add_option("--strategy", asked, "those to compare; else all, and all schedules");
  app.add_option("--budget-ms", budget_ms, "time for the searches of one strategy; there is one at least");
  app.add_flag("--host", on_host, "on the CPU");
  app.read();
  std::vector<strategy> strategies;
  for (std::string const& text : asked) strategies.push_back(strategy::parse(text));
  if (strategies.empty()) strategies = all_strategies();
  executor const exec = on_host ? host_executor() : cuda_executor();
  auto& table = app.begin(exec);
  for (auto const& name : names) {
    comparison one(name, exec, budget_ms, pushes, table);
    for (auto const& algorithm : algorithms) {
      algorithm == "bfs" ? one.search(strategies, method) : one.find_paths(strategies, method);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
