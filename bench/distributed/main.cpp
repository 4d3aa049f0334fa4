// main.cpp - bench_distributed: products, ranks and searches on one executor, and on the same graph dealt out to the
// ranks of a group: GPUs with --gpus, else threads of this process.
#include <charconv>
#include <cmath>
#include <fstream>
#include <heddle/base/error.hpp>
#include <heddle/base/version.hpp>
#include <iostream>

#include "bench/distributed/request.hpp"
#include "bench/support/program.hpp"

namespace {

using namespace heddle;

double number_of(std::string_view text) {
  double number = 0;
  auto const [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) throw error(detail::concat(text, " is no number"));
  return number;
}

// name:parameter=value,parameter=value
bench::ranks_graph graph_of(std::string const& text) {
  auto const colon = std::min(text.find(':'), text.size());
  bench::ranks_graph graph{text, text.substr(0, colon), {}};
  for (std::size_t at = colon + 1; at < text.size();) {
    auto const end = std::min(text.find(',', at), text.size());
    auto const pair = text.substr(at, end - at);
    auto const equals = pair.find('=');
    if (equals == std::string::npos) throw error(pair + ": parameter=value is expected");
    graph.values[pair.substr(0, equals)] = number_of(std::string_view(pair).substr(equals + 1));
    at = end + 1;
  }
  return graph;
}

// The shapes of docs/several_gpus.md, each of about 2^scale vertices.
std::vector<std::string> usual_graphs(int scale) {
  auto const n = size_type{1} << scale;
  auto const side = static_cast<size_type>(std::llround(std::cbrt(static_cast<double>(n))));
  auto const width = size_type{1} << (scale / 2), height = n / width;
  return {detail::concat("rmat:scale=", scale), detail::concat("erdos_renyi:scale=", scale),
          detail::concat("power_law:n=", n), detail::concat("stencil27:n=", side),
          detail::concat("grid:width=", width, ",height=", height)};
}

// Of 2^31 entries and more, offsets take 64 bits. An edge that is drawn is listed twice.
bool is_wide(bench::ranks_graph const& graph) {
  auto const value = [&](char const* name, double standard) {
    auto const found = graph.values.find(name);
    return found == graph.values.end() ? standard : found->second;
  };
  double const rows = static_cast<double>(io::generated_rows(graph.generator, graph.values));
  if (graph.generator == "stencil27") return 27 * rows >= 0x1p31;
  return 2 * rows * value("edge_factor", 16) > 0x1p31;
}

std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  return line;
}

// libnccl.so.2.28.3, of the files that this process has loaded.
std::string nccl_version() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    auto const at = line.find("libnccl");
    if (at != std::string::npos) return line.substr(at);
  }
  return "none";
}

int run(bench::program& app) {
  app.description("One GPU over several, or one rank over several of the host: medians in milliseconds of whole calls");
  std::vector<std::string> const known = {"spmv", "mxm", "pagerank", "bfs", "components", "sssp"};
  std::vector<std::string> works = known, graphs;
  std::vector<int> gpus;
  int ranks = 2, scale = 18, repeat = 9, columns = 32, sources = 16;
  double budget_s = 1, deadline_s = 1e9;
  bool pattern = false, among_ranks = false, stepwise = false;
  app.add_option("--ranks", ranks, "threads that are ranks, without --gpus")->check(CLI::Range(1, 1024));
  app.add_option("--gpus", gpus, "GPUs that are ranks, such as 0,1")->delimiter(',');
  app.add_option("--scale", scale, "graphs of 2^scale vertices, where none are named")->check(CLI::Range(4, 30));
  app.add_option("--graph", graphs, "generators with parameters in their place, such as rmat:scale=24,edge_factor=16");
  app.add_option("--only", works, "some of spmv, mxm, pagerank, bfs, components and sssp; else all")
      ->delimiter(',')
      ->check(CLI::IsMember(known));
  app.add_option("--columns", columns, "of the dense matrices")->check(CLI::Range(1, 4096));
  app.add_option("--sources", sources, "random sources of BFS, beside the hub")->check(CLI::Range(0, 1024));
  app.add_option("--repeat", repeat, "timed calls, at most")->check(CLI::Range(1, 100000));
  app.add_option("--budget", budget_s, "seconds for the timed calls of a work, on either side");
  app.add_option("--deadline", deadline_s, "seconds after which no work begins");
  app.add_flag("--among-ranks", among_ranks, "no search is left to rank 0");
  app.add_flag("--stepwise", stepwise, "searches among GPUs by kernels a step, not by one a GPU: the control")
      ->needs("--among-ranks");
  app.add_flag("--pattern", pattern, "no values are stored: every entry is one");
  app.read();
  bool const on_gpus = !gpus.empty();
  bench::ranks_request asked{
      .one = on_gpus ? cuda_executor(gpus.front()) : host_executor(ranks),
      .ranks = on_gpus ? distributed::group::of_devices(gpus) : distributed::group::of_threads(ranks),
      .works = works,
      .repeat = repeat,
      .columns = columns,
      .sources = sources,
      .budget_ms = 1e3 * budget_s,
      .deadline_s = deadline_s,
      .weights = !pattern};
  if (among_ranks) asked.searches.does_all = distributed::first_rank::never;
  asked.searches.stepwise = stepwise;
  auto& table = app.begin({{"one", asked.one.description()},
                           {"ranks", detail::concat(asked.ranks.ranks(), on_gpus ? " GPUs" : " threads")},
                           {"driver", on_gpus ? driver_version() : "none"},
                           {"nccl", nccl_version()},
                           {"version", heddle::version()},
                           {"commit", heddle::commit()}});
  for (auto const& text : graphs.empty() ? usual_graphs(scale) : graphs) {
    auto const graph = graph_of(text);
    is_wide(graph) ? bench::measure_ranks<std::int64_t>(graph, asked, table)
                   : bench::measure_ranks<std::int32_t>(graph, asked, table);
    app.write();
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
