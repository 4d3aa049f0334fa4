// loops.cpp - bench_loops: what an iteration costs of a loop that a GPU runs by itself (device_loop), and of the same
// one as a C++ loop that reads its condition back; the two are compared before they are timed.
#include <heddle/heddle.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>

#include "bench/support/program.hpp"
#include "src/measure/times.hpp"

namespace {

using namespace heddle;

// Every vertex passes its rank on in equal parts.
matrix<float> links(io::coordinates<float> graph, executor const& exec) {
  std::vector<float> degree(static_cast<std::size_t>(graph.rows), 0);
  for (auto const v : graph.col) degree[v] += 1;
  graph.value.clear();
  for (auto const v : graph.col) graph.value.push_back(1 / degree[v]);
  return io::to_matrix(graph, take_first<float>{}, exec);
}

struct ranks {
  static constexpr float damping = 0.85f;

  matrix<float> received;
  vector<float> rank, next, difference;
  scalar<float> left;

  explicit ranks(matrix<float> a)
      : received(std::move(a)),
        rank(vector<float>::filled(received.rows(), 1.0f, received.exec())),
        next(rank),
        difference(rank),
        left(1.0f, received.exec()) {}

  // Three operations.
  void pass_on() {
    spmv(next, damping, received, rank, 0.0f);
    assign(next, no_mask, plus<float>{}, 1 - damping);
    reduce(left, plus_monoid<float>{}, next);
  }
  // Six, with the distance to the ranks before, squared.
  void improve() {
    spmv(next, damping, received, rank, 0.0f);
    assign(next, no_mask, plus<float>{}, 1 - damping);
    ewise_mult(difference, no_mask, no_accum, minus<float>{}, next, rank);
    ewise_mult(difference, no_mask, no_accum, times<float>{}, difference, difference);
    reduce(left, plus_monoid<float>{}, difference);
  }
};

// Levels of a breadth-first search as a user writes it, by pulls, by pushes, by what the loop chooses, or by pushes
// that a strategy shares out.
struct level_search {
  matrix<bool> a;
  vector<bool> frontier, next;
  vector<std::int32_t> levels;
  scalar<std::int64_t> found;
  recorded_loop loop;

  level_search(matrix<float> const& graph, direction by, std::optional<strategy> const& shared)
      : a(cast<bool>(graph)),
        frontier(a.rows(), a.exec()),
        next(frontier),
        levels(a.rows(), a.exec()),
        found(1, a.exec()),
        loop(device_loop(
            a.exec(), operands(frontier, next, levels, found),
            [this, by, shared](loop_step& step) {
              assign(levels, structure(frontier), no_accum, step.iteration());
              vxm(next, complement(structure(levels)), no_accum, any_pair<bool>{}, frontier, a,
                  {.replace = true, .direction = by, .strategy = shared});
              nvals(found, next);
              step.swap(frontier, next);
            },
            found > 0)) {}

  void start(size_type source) {
    frontier.clear();
    levels.clear();
    frontier.set(source, true);
    found.set(1);
  }
};

class session {
 public:
  session(std::string name, matrix<float> const& a, size_type iterations, int repetitions, bench::report& into)
      : name_(std::move(name)), a_(a), iterations_(iterations), repetitions_(repetitions), into_(into) {}

  void run() {
    compare("three operations", [](ranks& r, loop_step*) { r.pass_on(); });
    compare("PageRank", [](ranks& r, loop_step* step) {
      r.improve();
      step ? step->swap(r.rank, r.next) : std::swap(r.rank, r.next);
    });
  }

  // An iteration is a level; the search is compared with bfs.
  void search() {
    add_search("BFS", direction::automatic);
    add_search("BFS by pulls", direction::pull);
    add_search("BFS by pushes", direction::push);
    for (char const* name : {"node_based", "vertex_shuffle", "scan_based", "binary_search"}) {
      add_search(std::string("BFS under ") + name, direction::automatic, strategy::parse(name));
    }
  }

 private:
  void add_search(std::string const& body_name, direction by, std::optional<strategy> const& shared = {}) {
    level_search search(a_, by, shared);
    if (!search.loop.on_device()) throw error(search.loop.why());
    size_type const source = a_.rows() / 2;
    std::vector<double> times;
    loop_result done;
    for (int k = 0; k < repetitions_; ++k) {
      search.start(source);
      times.push_back(1e3 * measure::elapsed_ms(a_.exec(), [&] { done = search.loop.run(); }));
    }
    if (search.levels.tuples().value != bfs(a_, source).levels.tuples().value) throw error(name_ + ": other levels");
    report(body_name, "device_loop", done.iterations, measure::median(times) / static_cast<double>(done.iterations));
  }

  template <class Body> void compare(char const* body_name, Body const& body) {
    ranks recorded(a_), plain(a_);
    auto loop = device_loop(a_.exec(), operands(recorded.rank, recorded.next, recorded.difference, recorded.left),
                            [&](loop_step& step) { body(recorded, &step); }, recorded.left > -1.0f,
                            {.most_iterations = iterations_});
    auto const by_host = [&] {
      for (size_type k = 0; k < iterations_ && plain.left.get() > -1.0f; ++k) body(plain, nullptr);
    };
    if (loop.run().iterations != iterations_) throw error("the loop ended early");
    by_host();
    double const apart = std::abs(static_cast<double>(recorded.left.get()) - static_cast<double>(plain.left.get()));
    if (!(apart <= 1e-3 * std::abs(static_cast<double>(plain.left.get())) + 1e-3)) {
      throw error(name_ + ": the loops differ");
    }
    add(body_name, loop.on_device() ? "device_loop" : loop.why(), [&] { loop.run(); });
    add(body_name, "C++ loop", by_host);
  }

  template <class Run> void add(char const* body_name, std::string const& how, Run const& run) {
    double const ms = measure::median_ms(a_.exec(), repetitions_, run);
    report(body_name, how, iterations_, 1e3 * ms / static_cast<double>(iterations_));
  }

  void report(std::string const& body_name, std::string const& how, size_type iterations, double us) {
    into_.add({{"matrix", name_},
               {"n", a_.rows()},
               {"nnz", a_.nnz()},
               {"body", body_name},
               {"how", how},
               {"iterations", iterations},
               {"us_an_iteration", us}});
  }

  std::string name_;
  matrix<float> a_;
  size_type iterations_;
  int repetitions_;
  bench::report& into_;
};

int run(bench::program& app) {
  app.description("What an iteration of a device_loop costs, and of the same loop in C++; medians in microseconds");
  size_type iterations = 1000;
  int repetitions = 9;
  app.add_option("--iterations", iterations, "of every loop")->check(CLI::Range(1, 1000000));
  app.add_option("--repeat", repetitions, "timed runs")->check(CLI::Range(1, 100000));
  app.read_for_gpu();
  executor const gpu = cuda_executor();
  auto& table = app.begin(gpu);
  session("grid_32", links(io::grid<float>({.width = 32, .height = 32}), gpu), iterations, repetitions, table).run();
  session("rmat16", links(io::rmat<float>({.scale = 16}), gpu), iterations, repetitions, table).run();
  session("rmat20", links(io::rmat<float>({.scale = 20}), gpu), iterations, repetitions, table).search();
  session("grid_4096", links(io::grid<float>({.width = 4096, .height = 4096}), gpu), iterations, repetitions, table)
      .search();
  session("grid_1024", links(io::grid<float>({.width = 1024, .height = 1024}), gpu), iterations, repetitions, table)
      .search();
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
