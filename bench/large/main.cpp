// main.cpp - bench_large: a graph of billions of entries is drawn on a GPU, searched, ranked, multiplied and summed
// there, and every answer is judged by rules that need no second one (rules.hpp). With --host on the CPU, for small
// scales; with --gpus over several GPUs, which a graph may need that does not fit one (ranks.cpp).
#include <algorithm>
#include <heddle/base/version.hpp>
#include <heddle/io/generators.hpp>
#include <optional>

#include "bench/large/rules.hpp"
#include "bench/large/stages.hpp"

namespace {

using namespace heddle;
using bench::complaint;
using bench::large_graph;
using bench::least_seconds;
using bench::stage_result;
using request = bench::large_request;

class session {
 public:
  session(request const& asked, executor exec, bench::report& into, bench::program const& app)
      : asked_(asked), exec_(exec), stages_(asked, 1, into, app) {}

  /// Whether everything was right.
  bool run() {
    searches();
    products();
    if (asked_.columns) columns();
    if (asked_.overflows) overflow();
    return stages_.all_right();
  }

 private:
  template <class Call> double time(int runs, Call const& call) const {
    return least_seconds(runs, call, [&] { exec_.wait(); });
  }

  large_graph generated(stage_result& result, std::optional<io::weight_options> const& weights) {
    large_graph a;
    io::generator_values const values{
        {"scale", asked_.scale}, {"edge_factor", asked_.edge_factor}, {"seed", asked_.seed}};
    io::generate_options const options{weights, static_cast<size_type>(asked_.key_gb * 1e9)};
    result.seconds = time(1, [&] {
      a = io::generate_matrix<double, std::int32_t, std::int64_t>(asked_.generator, values, exec_, options);
    });
    stages_.nnz = result.entries = a.nnz();
    auto const& form = storage_of(a).csr();
    result.bytes = static_cast<size_type>(form.offsets.bytes() + form.indices.bytes() + form.values.bytes());
    return a;
  }

  /// The first vertex that has more entries than most.
  static size_type source_in(large_graph const& a) {
    auto const offsets = storage_of(a).csr().offsets.to_host();
    size_type v = 0;
    while (v + 1 < a.rows() && (offsets[v + 1] - offsets[v]) * a.rows() <= a.nnz()) ++v;
    return v;
  }

  void searches() {
    large_graph a;
    stages_.add("generate with weights", [&](stage_result& m) { a = generated(m, io::weight_options{}); });
    if (a.nnz() == 0) return;
    size_type const source = source_in(a);
    std::vector<std::int32_t> labels;
    stages_.add("components", [&](stage_result& m) {
      components_result<> found;
      m.seconds = time(asked_.repetitions, [&] { found = connected_components(a); });
      m.entries = a.nnz();
      m.steps = found.count;
      labels = found.labels.to_dense(-1);
      m.wrong = bench::wrong_labels(a, labels);
    });
    for (bool const parents : {false, true}) {
      stages_.add(parents ? "bfs with parents" : "bfs", [&](stage_result& m) {
        bfs_result<> found;
        m.seconds = time(asked_.repetitions, [&] { found = bfs(a, source, {.parents = parents}); });
        m.entries = found.edges;
        m.steps = found.depth + 1;
        m.bytes = found.workspace_bytes;
        m.wrong = bench::wrong_levels(a, source, found.levels.to_dense(-1), labels);
      });
    }
    stages_.add("sssp", [&](stage_result& m) {
      sssp_result<double> found;
      m.seconds = time(asked_.repetitions, [&] { found = sssp(a, source); });
      m.entries = found.edges;
      m.steps = found.rounds;
      m.bytes = found.workspace_bytes;
      m.wrong = bench::wrong_distances(a, source, found.distances.to_dense(0));
    });
    stages_.add("pagerank", [&](stage_result& m) {
      pagerank_result<> found;
      pagerank_options const options;
      m.seconds = time(asked_.repetitions, [&] { found = pagerank(a, options); });
      m.entries = found.iterations * a.nnz();
      m.steps = found.iterations;
      m.wrong = found.converged ? bench::wrong_ranks(a, found.ranks.to_dense(0), options) : "ranks: not converged";
    });
    stages_.add("vxm, pushed", [&](stage_result& m) {
      auto const u = vector<double>::filled(a.rows(), 1, exec_);
      vector<double> pulled(a.rows(), exec_), pushed(a.rows(), exec_);
      vxm(pulled, min_plus<double>{}, u, a, {.direction = direction::pull});
      m.seconds =
          time(asked_.repetitions, [&] { vxm(pushed, min_plus<double>{}, u, a, {.direction = direction::push}); });
      m.entries = a.nnz();
      if (pulled.to_dense(0) != pushed.to_dense(0)) m.wrong = "a push gives what a pull does not";
    });
  }

  // Of entries that are all one: stored so, and not stored.
  void products() {
    large_graph a;
    stages_.add("generate ones", [&](stage_result& m) { a = generated(m, io::weight_options{.low = 1, .high = 1}); });
    if (a.nnz() == 0) return;
    products_of(a, true);
    csr_arrays<double, std::int32_t, std::int64_t> arrays{a.rows(), a.cols(), a.nnz()};
    arrays.offsets = a.csr().offsets;
    arrays.indices = a.csr().indices;
    arrays.one = 1;
    auto pattern = large_graph::adopt_csr(arrays, exec_);
    pattern.assume_symmetric();
    products_of(pattern, false);
  }
  void products_of(large_graph const& a, bool stored) {
    auto const x = vector<double>::filled(a.cols(), 1, exec_);
    vector<double> y(a.rows(), exec_);
    auto const product = [&](char const* what, auto const& call) {
      stages_.add(what, [&](stage_result& m) {
        call();
        m.seconds = time(asked_.repetitions, call);
        m.entries = a.nnz();
        m.wrong = bench::wrong_degrees(a, y.to_dense(0));
        if (m.wrong.empty() && reduce(plus_monoid<double>{}, y) != static_cast<double>(a.nnz())) {
          m.wrong = "the sum of degrees is not the number of entries";
        }
      });
    };
    product(stored ? "mxv" : "mxv, no values", [&] { mxv(y, plus_times<double>{}, a, x); });
    product(stored ? "vxm" : "vxm, no values", [&] { vxm(y, plus_times<double>{}, x, a); });
    product(stored ? "reduce rows" : "reduce rows, no values", [&] { reduce(y, plus_monoid<double>{}, a); });
    stages_.add(stored ? "reduce" : "reduce, no values", [&](stage_result& m) {
      double sum = 0;
      m.seconds = time(asked_.repetitions, [&] { sum = reduce(plus_monoid<double>{}, a); });
      m.entries = a.nnz();
      if (sum != static_cast<double>(a.nnz())) m.wrong = detail::concat("the sum of all entries is ", sum);
    });
  }

  // As if nobody knew that the graph is symmetric: its columns are made by a sort, which takes 32 bytes an entry.
  void columns() {
    large_graph a;
    stages_.add("generate without values", [&](stage_result& m) { a = generated(m, std::nullopt); });
    if (a.nnz() == 0) return;
    std::vector<double> numbers(static_cast<std::size_t>(a.rows()));
    for (std::size_t v = 0; v < numbers.size(); ++v) numbers[v] = static_cast<double>(v % 1000);
    auto const x = vector<double>::dense(numbers, exec_);
    vector<double> by_rows(a.rows(), exec_), by_columns(a.rows(), exec_);
    mxv(by_rows, plus_times<double>{}, a, x);
    a.assume_symmetric(false);
    stages_.add("columns", [&](stage_result& m) {
      m.seconds = time(1, [&] { (void)a.csc(); });
      m.entries = a.nnz();
      vxm(by_columns, plus_times<double>{}, x, a);
      if (by_rows.to_dense(0) != by_columns.to_dense(0)) m.wrong = "the columns are not the rows of a symmetric graph";
    });
  }

  // A star of 2^16 vertices times itself joins every two of its leaves: more than 2^32 entries.
  void overflow() {
    stages_.add("mxm past 2^31", [&](stage_result& m) {
      auto const a = io::generate_matrix<float>("star", {{"n", 65536}}, exec_);
      auto c = matrix<float>::build(a.rows(), a.cols(), {7}, {9}, {5.0F}, take_first<float>{}, exec_);
      measure::stopwatch const watch;
      m.wrong = "no error was thrown";
      try {
        mxm(c, plus_times<float>{}, a, a);
      } catch (index_overflow const& refused) {
        m.wrong = std::string(refused.what()).find("64-bit offsets") == std::string::npos ? refused.what() : "";
      }
      m.seconds = 1e-3 * watch.elapsed_ms();
      if (m.wrong.empty() && (c.nnz() != 1 || c.get(7, 9) != 5.0F || a.nnz() != 2 * 65535)) {
        m.wrong = "operands are not what they were";
      }
    });
  }

  request const& asked_;
  executor exec_;
  bench::stages stages_;
};

int run(bench::program& app) {
  app.description("Draws a graph of billions of entries on a GPU, runs algorithms and products on it, and judges them");
  request asked;
  app.add_option("--generator", asked.generator, "rmat, kron, erdos_renyi or urand");
  app.add_option("--scale", asked.scale, "2^scale vertices")->check(CLI::Range(1, 30));
  app.add_option("--edge-factor", asked.edge_factor, "edges drawn per vertex, each listed in both directions");
  app.add_option("--seed", asked.seed, "of the graph");
  app.add_option("--key-gb", asked.key_gb, "memory for the edges that are put in order at once");
  app.add_option("--repeat", asked.repetitions, "timed runs; the least counts")->check(CLI::Range(1, 1000));
  app.add_flag("--host", asked.on_host, "on the CPU");
  app.add_option("--gpus", asked.gpus, "dealt out to these GPUs, such as 0,1, each of which draws its own rows")
      ->delimiter(',');
  app.add_option("--ranks", asked.ranks, "dealt out to so many threads of the CPU")->check(CLI::Range(0, 1024));
  app.add_flag("--among-ranks", asked.among_ranks, "the search is not left to one of the ranks");
  app.add_flag("--stepwise", asked.stepwise, "that search by kernels a step, not by one a GPU: the control")
      ->needs("--among-ranks");
  app.add_flag("--wide", asked.wide, "of ranks: offsets of 64 bits, also where 32 count a rank's entries");
  app.add_flag("--columns", asked.columns, "also make the columns by a sort, where 44 bytes an entry are to be had");
  app.add_flag("--overflow,!--no-overflow", asked.overflows, "also a product that 32-bit offsets do not hold");
  app.read();
  if (!asked.gpus.empty() || asked.ranks > 0) return bench::run_over_ranks(asked, app) ? 0 : 1;
  if (!asked.on_host && !cuda_available()) throw error("no GPU answers; --host takes the CPU");
  executor const exec = asked.on_host ? host_executor() : cuda_executor();
  auto& table = app.begin(exec);
  bool const right = session(asked, exec, table, app).run();
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
