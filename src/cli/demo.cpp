// demo.cpp - heddle demo: the main job on a real graph and on made ones, with times and checks.
#include <fmt/core.h>

#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/base/version.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "src/cli/command.hpp"
#include "src/cli/commands.hpp"
#include "src/cli/degrees.hpp"
#include "src/cli/demo_graphs.hpp"
#include "src/cli/input.hpp"
#include "src/cli/spmv_table.hpp"
#include "src/cli/terminal.hpp"
#include "src/cli/traversal.hpp"
#include "src/verify/graph_answers.hpp"

namespace heddle::cli {
namespace {

using json = nlohmann::ordered_json;
using graph_matrix = matrix<float>;

constexpr size_type runs = 3;       // the median counts
constexpr double budget_ms = 2000;  // what takes longer runs once

struct demo_options {
  std::string device = "auto", size = "auto";
  bool json = false;
};

// Where it runs, and why not on a GPU.
std::string choice_of(executor const& exec, std::string const& asked) {
  if (!exec.is_host()) return "running on " + exec.description();
  if (asked == "host") return "running on " + exec.description() + ", as asked";
  try {
    (void)cuda_executor();
  } catch (error const& reason) {
    return fmt::format("running on {}, for want of a GPU: {}", exec.description(), reason.what());
  }
  return "running on " + exec.description();
}

demo_size size_of(std::string const& name, executor const& exec) {
  if (name == "small") return {10, 40};
  return name == "large" || (name == "auto" && !exec.is_host()) ? demo_size{20, 1500} : demo_size{18, 500};
}

size_type busiest_vertex(graph_matrix const& graph) {
  auto const offsets = storage_of(graph).csr().offsets.to_host();
  size_type best = 0;
  for (size_type v = 1; v < graph.rows(); ++v) {
    if (offsets[v + 1] - offsets[v] > offsets[best + 1] - offsets[best]) best = v;
  }
  return best;
}

void require(std::string const& what, std::string const& broken_rule) {
  if (!broken_rule.empty()) throw error("demo: " + what + " fails its check: " + broken_rule);
}

void show_spmv(report& answer, demo_graph const& graph, executor const& exec) {
  measure::spmv_request request{.exec = exec};
  for (auto const& name : schedule::names()) request.schedules.push_back(schedule::parse(name));
  auto const table = measure::measure_spmv("plus_times", make_summed_matrix(graph.entries, exec), request);
  report inner(true);
  tell(inner,
       {.matrix = graph.name,
        .rows = graph.entries.rows,
        .cols = graph.entries.cols,
        .semiring = "plus_times",
        .type = "f32",
        .schedule = "all",
        .exec = exec},
       table);
  answer.set("spmv", inner.object()).say("SpMV in f32, every schedule:").say(lines_of(table));
  require_verified(table);
}

json traversal_facts_of(size_type source, size_type reached, size_type edges, double elapsed_ms) {
  return {{"source", source},
          {"reached", reached},
          {"elapsed_ms", elapsed_ms},
          {"edges_per_second", static_cast<double>(edges) / elapsed_ms * 1e3},
          {"verified", true}};
}

void show_bfs(report& answer, demo_graph const& graph, graph_matrix const& a, size_type source) {
  auto const timed = measure::time_runs(
      a.exec(), runs, [&] { return bfs(a, source); }, budget_ms);
  auto const& found = timed.last;
  double const elapsed_ms = timed.times.elapsed_ms;
  require("BFS", verify::check_levels(graph.entries, source, found.levels.to_dense(-1), {}));
  auto facts = traversal_facts_of(source, found.reached, found.edges, elapsed_ms);
  facts["depth"] = found.depth;
  answer.set("bfs", facts);
  answer.say(fmt::format("BFS from {}: {} reached, depth {}, {:.3f} ms, {:.4f} GTEPS, right", source, found.reached,
                         found.depth, elapsed_ms, static_cast<double>(found.edges) / elapsed_ms * 1e-6));
}

void show_sssp(report& answer, demo_graph const& graph, graph_matrix const& a, size_type source) {
  auto const timed = measure::time_runs(
      a.exec(), runs, [&] { return sssp(a, source); }, budget_ms);
  auto const& found = timed.last;
  double const elapsed_ms = timed.times.elapsed_ms;
  auto const infinity = std::numeric_limits<float>::infinity();
  require("SSSP", verify::check_distances(graph.entries, {source}, found.distances.to_dense(infinity)));
  auto facts = traversal_facts_of(source, found.reached, found.edges, elapsed_ms);
  facts["rounds"] = found.rounds;
  answer.set("sssp", facts);
  answer.say(fmt::format("SSSP from {}: {} reached, {} rounds, {:.3f} ms, {:.4f} GTEPS, right", source, found.reached,
                         found.rounds, elapsed_ms, static_cast<double>(found.edges) / elapsed_ms * 1e-6));
}

void show_triangles(report& answer, graph_matrix const& a) {
  size_type triangles = 0;
  double const elapsed_ms = measure::elapsed_ms(a.exec(), [&] { triangles = triangle_count(a); });
  answer.set("triangles", triangles).set("triangles_ms", elapsed_ms);
  answer.say(fmt::format("triangles: {}, {:.3f} ms", triangles, elapsed_ms));
}

report show(demo_graph const& graph, executor const& exec, bool json) {
  report answer(json);
  answer.say(fmt::format("\n== {}: {}", graph.name, graph.description)).set("name", graph.name);
  auto const a = make_matrix(graph.entries, minimum<float>{}, exec);
  auto const offsets = storage_of(a).csr().offsets.to_host();
  answer.set_shape(a.rows(), a.cols(), a.nnz());
  answer.say(fmt::format("shape      {} x {}, {} nonzeros", a.rows(), a.cols(), a.nnz()));
  tell_degrees(answer, measure_degrees(std::span(offsets.data(), offsets.size())));
  show_spmv(answer, graph, exec);
  size_type const source = busiest_vertex(a);
  show_bfs(answer, graph, a, source);
  show_sssp(answer, graph, a, source);
  show_triangles(answer, a);
  return answer;
}

void run(demo_options const& options) {
  auto const exec = make_executor(options.device);
  auto const size = size_of(options.size, exec);
  measure::stopwatch watch;
  report whole(options.json);
  whole.set("version", version()).set_device(exec).set("schedule", "all");
  if (!options.json) print(fmt::format("heddle {}, {}\n", version(), choice_of(exec, options.device)));
  auto graphs = json::array();
  auto const show_next = [&](demo_graph const& graph) {
    auto const answer = show(graph, exec, options.json);
    graphs.push_back(answer.object());
    if (!options.json) answer.print();
  };
  show_next(karate_graph());
  show_next(social_graph(size));
  show_next(road_graph(size));
  whole.set("graphs", graphs).set("elapsed_ms", watch.elapsed_ms());
  whole.say(fmt::format("\nAll of it was checked and is right; {:.1f} s.", watch.elapsed_ms() / 1e3)).print();
}

}  // namespace

void add_demo(CLI::App& app) {
  auto const options = std::make_shared<demo_options>();
  command(app, "demo", "the tour: what heddle does, on three graphs, with times")
      .device(options->device)
      .choice("--size", options->size, {"auto", "small", "medium", "large"},
              "of the made graphs; auto is medium, on a GPU large")
      .json(options->json)
      .notes(
          "Zachary's karate club, an R-MAT graph and a road-like one: shape and degrees, SpMV under every schedule, "
          "BFS, "
          "SSSP\n"
          "and triangles. Everything is checked against a reference or by rules.")
      .on_run([options] { run(*options); });
}

}  // namespace heddle::cli
