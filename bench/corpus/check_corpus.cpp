// check_corpus.cpp - reads real graphs and compares BFS, SSSP, SpMV and triangle counts, under the schedules asked for,
// with references that share no code with the library. One line a file; the exit status is 1 where anything differed.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/io/files.hpp>
#include <heddle/io/load.hpp>

#include "bench/corpus/references.hpp"
#include "src/measure/times.hpp"
#include "src/verify/graph_answers.hpp"
#include "src/verify/products.hpp"

namespace {

using namespace heddle;

using sums = plus_times<double>;

struct expectations {
  size_type source = 0;
  bool negative_cycle = false;
  std::vector<double> x;
  std::vector<verify::expected_row> product;
  std::optional<std::int64_t> triangles;  // nothing: not counted, because it would take too long
};

// The vertex with the most edges out of it, of several the first.
size_type busiest(corpus::graph const& g) {
  size_type best = 0;
  for (size_type v = 1; v < g.n; ++v) {
    if (g.first[v + 1] - g.first[v] > g.first[best + 1] - g.first[best]) best = v;
  }
  return best;
}

expectations expect(corpus::graph const& g, matrix<double> const& summed, bool count_triangles) {
  expectations e;
  e.source = busiest(g);
  e.negative_cycle = corpus::has_negative_cycle(g, e.source);
  e.x.resize(g.n);
  for (size_type i = 0; i < g.n; ++i) e.x[i] = 1.0 / static_cast<double>(1 + i % 7);
  e.product = verify::expected_rows<sums>(g.n, summed.tuples(), e.x);
  if (count_triangles) e.triangles = corpus::triangles(g);
  return e;
}

using edge_list = io::coordinates<double>;

// Empty, or what is wrong.
std::string check_bfs(edge_list const& edges, matrix<double> const& a, expectations const& e, schedule const& s) {
  auto const found = bfs(a, e.source, {.schedule = s, .parents = true});
  auto const levels = found.levels.to_dense(-1);
  auto const wrong = verify::check_levels(edges, e.source, levels, found.parents.to_dense(-1));
  if (!wrong.empty()) return "BFS: " + wrong;
  auto const only_levels = bfs(a, e.source, {.schedule = s}).levels.to_dense(-1);
  return only_levels == levels ? "" : "BFS levels without parents";
}

std::string check_sssp(edge_list const& edges, matrix<double> const& a, expectations const& e, schedule const& s) {
  try {
    constexpr double unreached = std::numeric_limits<double>::infinity();
    auto const distances = sssp(a, e.source, {.schedule = s}).distances.to_dense(unreached);
    if (e.negative_cycle) return "SSSP: a negative cycle was not found";
    auto const wrong = verify::check_distances(edges, {e.source}, distances);
    return wrong.empty() ? "" : "SSSP: " + wrong;
  } catch (negative_cycle const&) { return e.negative_cycle ? "" : "SSSP: there is no negative cycle"; }
}

std::string check_spmv(matrix<double> const& a, expectations const& e, schedule const& s, bool by_columns) {
  auto const x = vector<double>::dense(e.x, a.exec());
  vector<double> y(a.rows(), a.exec());
  if (by_columns) {
    mxv(y, sums{}, transpose(a), x, {.schedule = s});  // a is the transpose already
  } else {
    mxv(y, sums{}, a, x, {.schedule = s});
  }
  return verify::is_expected(e.product, y, true) ? "" : by_columns ? "SpMV by columns" : "SpMV";
}

std::string check_triangles(matrix<double> const& a, expectations const& e, schedule const& s) {
  if (!e.triangles) return {};
  return triangle_count(a, {.schedule = s}) == *e.triangles ? "" : "triangles";
}

struct settings {
  std::string device = "host", schedule = "all";
  size_type triangle_limit = 5'000'000;
  std::vector<std::string> paths;
};

std::vector<std::string> all_files(std::vector<std::string> const& paths) {
  std::vector<std::string> files;
  for (std::string const& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    for (auto const& entry : std::filesystem::directory_iterator(path)) {
      std::string const name = entry.path().string();
      if (name.ends_with(".mtx") || name.ends_with(".mtx.gz")) inside.push_back(name);
    }
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

/// Everything that is wrong, as text.
std::string check_all(edge_list const& entries, matrix<double> const& summed, expectations const& e,
                      settings const& chosen, executor const& exec) {
  auto const lightest = io::to_matrix(entries, minimum<double>{}, exec);
  auto const turned = summed.transposed();
  std::string wrong;
  auto const names = chosen.schedule == "all" ? schedule::names() : std::vector{chosen.schedule};
  for (std::string const& name : names) {
    schedule const s = schedule::parse(name);
    for (std::string const& complaint :
         {check_bfs(entries, lightest, e, s), check_sssp(entries, lightest, e, s), check_spmv(summed, e, s, false),
          check_spmv(turned, e, s, true), check_triangles(lightest, e, s)}) {
      if (!complaint.empty()) wrong += fmt::format(" [{}: {}]", name, complaint);
    }
  }
  return wrong;
}

bool check_file(std::string const& path, settings const& chosen, executor const& exec) {
  measure::stopwatch const watch;
  std::string const name = std::filesystem::path(path).filename().string();
  io::coordinates<double> entries;
  try {
    entries = io::read<double>(path);
  } catch (heddle::error const& e) {
    fmt::print("{:<28} not read: {}\n", name, e.what());
    return true;
  }
  entries.rows = entries.cols = std::max(entries.rows, entries.cols);
  if (entries.rows == 0) return true;
  auto const g = corpus::make_graph(entries.rows, entries.row, entries.col, entries.value);
  auto const summed = io::to_matrix(entries, plus<double>{}, exec);
  expectations const e = expect(g, summed, g.arcs() <= chosen.triangle_limit);
  std::string const wrong = check_all(entries, summed, e, chosen, exec);
  auto const found = bfs(io::to_matrix(entries, minimum<double>{}, exec), e.source);
  fmt::print("{:<28} {:>9} vertices {:>10} entries, from {}: {} reached, depth {}, {}, {} triangles, {:.1f} s: {}\n",
             name, g.n, g.arcs(), e.source, found.reached, found.depth,
             e.negative_cycle ? "negative cycle" : "distances",
             e.triangles ? std::to_string(*e.triangles) : "uncounted", 1e-3 * watch.elapsed_ms(),
             wrong.empty() ? "right" : "WRONG" + wrong);
  std::fflush(stdout);
  return wrong.empty();
}

}  // namespace

int main(int argc, char** argv) {
  settings chosen;
  CLI::App app("Compares BFS, SSSP, SpMV and triangle counts of Matrix Market files with independent references.");
  app.add_option("paths", chosen.paths, "Files, or folders of .mtx files")->required()->check(CLI::ExistingPath);
  app.add_option("--device", chosen.device, "host or cuda")->check(CLI::IsMember({"host", "cuda"}));
  app.add_option("--schedule", chosen.schedule, "A schedule's name, or all");
  app.add_option("--triangle-limit", chosen.triangle_limit, "Count no triangles where there are more entries");
  CLI11_PARSE(app, argc, argv);
  heddle::executor const exec = chosen.device == "host" ? heddle::host_executor() : heddle::cuda_executor();
  int wrong = 0;
  for (std::string const& file : all_files(chosen.paths)) wrong += !check_file(file, chosen, exec);
  fmt::print("{} on {}, schedule {}\n", wrong == 0 ? "all right" : fmt::format("{} files WRONG", wrong),
             exec.description(), chosen.schedule);
  return wrong != 0;
}
