// searches.cpp - bench_searches: BFS and SSSP on a GPU by each of their methods, from the vertex of most entries or the
// middle and from random sources, and from 64 at once beside 64 searches one by one; components, and ranks beside the
// product that an iteration of theirs is; each compared with the host's answer before it is timed.
#include <algorithm>
#include <cmath>
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/bfs_from_each.hpp>
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/heddle.hpp>
#include <iostream>

#include "bench/support/graphs.hpp"
#include "bench/support/program.hpp"
#include "src/measure/times.hpp"

namespace {

using namespace heddle;
class session {
 public:
  session(std::string name, executor gpu, int repetitions, bench::report& into)
      : name_(std::move(name)), gpu_(gpu), repetitions_(repetitions), into_(into) {
    measure::stopwatch const watch;
    host_ = bench::weighted(bench::read_or_make(name_));
    if (!storage_of(host_).symmetric()) host_.csc();
    on_gpu_ = host_.to(gpu);
    on_gpu_.csc();
    choose_sources();
    std::cerr << name_ << ": made in " << 1e-3 * watch.elapsed_ms() << " s\n";
  }

  void search(bool loops, std::vector<double> const& push_costs) {
    using enum traversal_method;
    searches({.method = direct}, true);
    for (double const cost : push_costs) searches({.method = direct, .push_cost = cost}, false);
    searches({.method = stepwise}, false);
    if (loops) searches({.method = loop}, false);
  }
  void search_from_each(bool loops, std::vector<double> const& push_costs) {
    using enum traversal_method;
    from_each({.method = direct});
    for (double const cost : push_costs) from_each({.method = direct, .push_cost = cost});
    from_each({.method = stepwise});
    if (loops) from_each({.method = loop});
    one_by_one();
  }
  void find_paths(bool loops, std::vector<double> const& deltas) {
    using enum traversal_method;
    paths("direct", {.method = direct}, true);
    for (double const delta : deltas) paths("direct", {.method = direct, .delta = delta}, false);
    paths("stepwise", {.method = stepwise}, false);
    if (loops) paths("loop", {.method = loop}, false);
  }
  void find_components(bool loops) {
    auto const expected = connected_components(host_).labels.to_dense(-1);
    for (auto const method : {traversal_method::direct, traversal_method::loop}) {
      if (method == traversal_method::loop && !loops) continue;
      components_options const options{.method = method};
      auto last = connected_components(on_gpu_, options);
      require(last.labels.to_dense(-1) == expected, "connected_components");
      double const time_us = time(repetitions_, [&] { last = connected_components(on_gpu_, options); });
      add("components", name_of(method), "", {time_us, last.rounds, 0, host_.nnz(), 0, 0}, 0, 0);
    }
  }
  // Beside it what an iteration cannot do without: the product, and 28 bytes a vertex.
  void rank() {
    auto const expected = pagerank(host_).ranks.to_dense(0);
    auto last = pagerank(on_gpu_);
    auto const found = last.ranks.to_dense(0);
    double apart = 0;
    for (std::size_t v = 0; v < found.size(); ++v) apart += std::abs(found[v] - expected[v]);
    require(apart < 1e-9, "pagerank");
    double const time_us = time(repetitions_, [&] { last = pagerank(on_gpu_); });
    add("pagerank", "loop", "", {time_us, last.iterations, 0, host_.nnz() * last.iterations, 0, 0}, 0, 0);
    auto const iterated_us = [&](size_type n) {
      return time(repetitions_, [&] { last = pagerank(on_gpu_, {.tolerance = 0, .iterations = n}); });
    };
    double const begun_us = iterated_us(10), iteration_us = (iterated_us(60) - begun_us) / 50;
    add("pagerank", "an iteration", "", {iteration_us, 1, 0, host_.nnz(), 0, 0}, 0, 0);
    auto const edges = pattern();
    auto const x = vector<double>::filled(edges.cols(), 1, gpu_);
    vector<double> y(edges.rows(), gpu_);
    double const product_us = time(repetitions_, [&] {
      mxv(y, no_mask, no_accum, plus_second<double>{}, transpose(edges), x, {.direction = direction::pull});
    });
    add("pagerank", "a product", "", {product_us, 1, 0, host_.nnz(), 0, 0}, 0, 0);
    auto const bytes = vector<double>::filled(2 * edges.rows(), 1, gpu_);  // 16 are read, and 16 written
    double const copy_us = time(repetitions_, [&] { static_cast<void>(vector<double>(bytes)); });
    add("pagerank", "a copy of 32 bytes a vertex", "", {copy_us, 1, 0, host_.rows(), 0, 0}, 0, 0);
  }

 private:
  matrix<bool> pattern() const {
    auto const all = host_.tuples();
    auto const on_host = matrix<bool>::build(host_.rows(), host_.cols(), all.row, all.col, {}, take_first<bool>{});
    auto result = on_host.to(gpu_);
    result.csc();
    return result;
  }

  template <class Call> double time(int repetitions, Call const& call) const {
    call();
    return 1e3 * measure::median_ms(gpu_, repetitions, call);
  }

  // The row of most entries where it stands out, else the first in the middle; and others, all of the largest
  // component.
  void choose_sources() {
    size_type const n = host_.rows();
    auto const at = bench::source_of(host_, n / 2 + static_cast<size_type>(std::sqrt(static_cast<double>(n)) / 2));
    sources_ = {at};
    auto const levels = bfs(host_, at).levels.tuples();
    std::uint64_t draw = 1;
    while (many_.size() < 64) {
      draw = draw * 6364136223846793005ull + 1442695040888963407ull;
      auto& drawn = sources_.size() < 17 ? sources_ : many_;
      drawn.push_back(levels.index[(draw >> 33) % levels.index.size()]);
    }
  }
  static char const* name_of(traversal_method method) {
    using enum traversal_method;
    return method == direct ? "direct" : method == stepwise ? "stepwise" : "loop";
  }

  void require(bool right, char const* what) const {
    if (!right) throw error(name_ + ": " + what + " is wrong");
  }

  struct sample {
    double time_us;
    size_type steps, launches, edges, relaxed, bytes;
  };
  static sample sample_of(double time_us, bfs_result<> const& last) {
    return {time_us, last.depth + 1, last.launches, last.edges, 0, last.workspace_bytes};
  }
  static sample sample_of(double time_us, sssp_result<float> const& last) {
    return {time_us, last.rounds, last.launches, last.edges, last.relaxed, last.workspace_bytes};
  }
  static sample middle_of(std::vector<sample> all) {
    auto const middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end(),
                     [](auto const& a, auto const& b) { return a.time_us < b.time_us; });
    return *middle;
  }

  static constexpr double cost_on_a_gpu = 4;  // bfs_options::push_cost that nobody gave

  void add(char const* algorithm, char const* method, char const* source, sample const& found, double delta,
           double push_cost) {
    into_.add({{"graph", name_},
               {"nnz", host_.nnz()},
               {"algorithm", algorithm},
               {"method", method},
               {"source", source},
               {"time_us", found.time_us},
               {"steps", found.steps},
               {"us_a_step", found.time_us / static_cast<double>(std::max<size_type>(found.steps, 1))},
               {"launches", found.launches},
               {"gteps", static_cast<double>(found.edges) / found.time_us / 1e3},
               {"delta", delta},
               {"push_cost", push_cost},
               {"relaxed", found.relaxed},
               {"bytes_a_vertex", static_cast<double>(found.bytes) / static_cast<double>(host_.rows())}});
  }

  void searches(bfs_options const& options, bool random_sources) {
    char const* const method = name_of(options.method);
    double const cost = options.push_cost.value_or(cost_on_a_gpu);
    bfs_result<> last = bfs(on_gpu_, sources_[0], options);
    require(last.levels.tuples().value == bfs(host_, sources_[0]).levels.tuples().value, "bfs");
    double const first = time(repetitions_, [&] { last = bfs(on_gpu_, sources_[0], options); });
    add("bfs", method, "hub", sample_of(first, last), 0, cost);
    if (!random_sources) return;
    for (bool const any : {false, true}) {
      bfs_options const tree{.parents = true, .any_parent = any, .method = options.method};
      last = bfs(on_gpu_, sources_[0], tree);
      require(any || last.parents.tuples().value == bfs(host_, sources_[0], tree).parents.tuples().value, "a parent");
      double const with_parents = time(repetitions_, [&] { last = bfs(on_gpu_, sources_[0], tree); });
      add(any ? "bfs_any_parent" : "bfs_parents", method, "hub", sample_of(with_parents, last), 0, cost);
    }
    std::vector<sample> found;
    for (std::size_t k = 1; k < sources_.size(); ++k) {
      double const time_us = time(3, [&] { last = bfs(on_gpu_, sources_[k], options); });
      found.push_back(sample_of(time_us, last));
    }
    add("bfs", method, "random", middle_of(found), 0, cost);
  }

  void from_each(bfs_from_each_options const& options) {
    if (reached_.empty()) reached_ = bfs_from_each(host_, many_).found;
    require(reached_[0].reached == bfs(host_, many_[0]).reached, "the host's own search from many sources");
    auto last = bfs_from_each(on_gpu_, many_, options);
    require(last.found == reached_, "bfs_from_each");
    int const repetitions = options.method == traversal_method::direct ? repetitions_ : std::min(repetitions_, 3);
    double const time_us = time(repetitions, [&] { last = bfs_from_each(on_gpu_, many_, options); });
    add("bfs_from_each", name_of(options.method), "64 random",
        {time_us, deepest() + 1, last.launches, last.edges, 0, last.workspace_bytes}, 0, options.push_cost);
  }
  void one_by_one() {
    size_type edges = 0, launches = 0;
    double const time_us = time(3, [&] {
      edges = launches = 0;
      for (size_type const source : many_) {
        auto const one = bfs(on_gpu_, source, {.method = traversal_method::direct});
        edges += one.edges;
        launches += one.launches;
      }
    });
    add("bfs_one_by_one", "direct", "64 random", {time_us, deepest() + 1, launches, edges, 0, 0}, 0, cost_on_a_gpu);
  }
  size_type deepest() const {
    return std::max_element(reached_.begin(), reached_.end(),
                            [](auto const& a, auto const& b) { return a.depth < b.depth; })
        ->depth;
  }

  void paths(char const* method, sssp_options const& options, bool random_sources) {
    if (expected_.empty()) expected_ = sssp(host_, sources_[0]).distances.to_dense(0);
    auto last = sssp(on_gpu_, sources_[0], options);
    require(last.distances.to_dense(0) == expected_, "sssp");
    double const first = time(std::min(repetitions_, 5), [&] { last = sssp(on_gpu_, sources_[0], options); });
    add("sssp", method, "hub", sample_of(first, last), options.delta, 0);
    if (!random_sources) return;
    auto with_parents = options;
    with_parents.parents = true;
    double const tree = time(3, [&] { last = sssp(on_gpu_, sources_[0], with_parents); });
    add("sssp_parents", method, "hub", sample_of(tree, last), options.delta, 0);
    std::vector<sample> found;
    for (std::size_t k = 1; k < 6; ++k) {
      double const time_us = time(1, [&] { last = sssp(on_gpu_, sources_[k], options); });
      found.push_back(sample_of(time_us, last));
    }
    add("sssp", method, "random", middle_of(found), options.delta, 0);
  }

  std::string name_;
  executor gpu_;
  int repetitions_;
  bench::report& into_;
  matrix<float> host_, on_gpu_;
  std::vector<size_type> sources_, many_;
  std::vector<source_reach> reached_;  // from many_, as the host finds them
  std::vector<float> expected_;
};

int run(bench::program& app) {
  app.description("Algorithms on graphs on a GPU, by each method; medians in microseconds of whole calls");
  std::vector<std::string> names = {"kron21", "web", "rgg", "road"};
  std::vector<std::string> const known = {"bfs", "bfs_from_each", "sssp", "components", "pagerank"};
  std::vector<std::string> algorithms = known;
  std::vector<double> deltas, push_costs;
  int repetitions = 9;
  bool loops = false;
  app.add_option("--graph", names, "names, or files in any format that the library reads");
  app.add_option("--repeat", repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.add_option("--algorithm", algorithms, "some of bfs, bfs_from_each, sssp, components and pagerank; else all")
      ->check(CLI::IsMember(known));
  app.add_option("--push-cost", push_costs, "what BFS takes the entry of a push for, to be tried beside its own");
  app.add_option("--delta", deltas, "widths of SSSP's piles to be tried beside its own choice");
  app.add_flag("--loops", loops, "the loops of masked products too");
  app.read_for_gpu();
  executor const gpu = cuda_executor();
  auto& table = app.begin(gpu);
  for (auto const& name : names) {
    session one(name, gpu, repetitions, table);
    for (auto const& algorithm : algorithms) {
      if (algorithm == "bfs") one.search(loops, push_costs);
      if (algorithm == "bfs_from_each") one.search_from_each(loops, push_costs);
      if (algorithm == "sssp") one.find_paths(loops, deltas);
      if (algorithm == "components") one.find_components(loops);
      if (algorithm == "pagerank") one.rank();
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
