// pushes.cu - bench_pushes: pushes on a GPU of every so many-th row, and of the neighbours of a hub, with and without a
// mask, by shares of several lengths and as auto takes them; each is checked against the host's before it is timed.
#include <heddle/heddle.hpp>

#include "bench/support/device_timer.cuh"
#include "bench/support/graphs.hpp"
#include "bench/support/matrices.hpp"
#include "bench/support/program.hpp"

namespace {

using namespace heddle;

constexpr size_type all_steps[] = {1000, 100, 30, 10, 4, 2};

// Every `step`-th position, from `first` on.
vector<float> every(size_type n, size_type first, size_type step, executor const& on) {
  std::vector<std::int32_t> index;
  for (size_type i = first; i < n; i += step) index.push_back(static_cast<std::int32_t>(i));
  return vector<float>::build(n, index, std::vector<float>(index.size(), 2.0f), plus<float>{}, on);
}

class session {
 public:
  session(std::string name, matrix<float> const& host, executor const& gpu, int repetitions, bench::report& into)
      : name_(std::move(name)),
        gpu_(gpu),
        repetitions_(repetitions),
        into_(into),
        host_(host),
        a_(host.to(gpu)),
        host_mask_(every(a_.rows(), 0, 2, host.exec())),
        mask_(host_mask_.to(gpu)) {
    a_.csc();
    for (size_type const step : all_steps)
      pushed_.push_back({detail::concat("step ", step), every(a_.rows(), 3, step, gpu)});
    vector<float> hub(a_.rows(), gpu), next(hub);
    hub.set(bench::source_of(host, a_.rows() / 2), 1.0f);
    push(next, mask_, hub, a_, false, {});
    pushed_.push_back({"neighbours", next});
  }

  void run() {
    std::vector<std::string> ways = {"auto"};
    for (int const items : {256, 512, 1024, 2048, 8192}) {
      ways.push_back(detail::concat("nonzero_split:atoms_per_worker=", items));
    }
    std::vector<std::string> in_bits;
    for (int const edges : {256, 512, 1024, 2048}) {
      in_bits.push_back(detail::concat("balanced_gathering:edges_per_block=", edges, ",status_bitmap=1"));
    }
    for (auto const& [what, u] : pushed_) {
      for (bool const masked : {false, true}) {
        vector<float> right(host_.cols());
        push(right, host_mask_, u.to(host_.exec()), host_, masked, {});
        for (std::string const& way : ways) time(what, u, masked, way, right);
        for (std::string const& way : in_bits) {
          if (masked) time(what, u, masked, way, right);
        }
      }
    }
  }

 private:
  static void push(vector<float>& w, vector<float> const& mask, vector<float> const& u, matrix<float> const& a,
                   bool masked, std::optional<strategy> const& by) {
    descriptor const d{.replace = true, .direction = direction::push, .strategy = by};
    if (!masked) return vxm(w, no_mask, no_accum, min_plus<float>{}, u, a, d);
    vxm(w, complement(structure(mask)), no_accum, min_plus<float>{}, u, a, d);
  }

  void time(std::string const& what, vector<float> const& u, bool masked, std::string const& way,
            vector<float> const& right) {
    std::optional<strategy> by;
    if (way != "auto") by = strategy::parse(way);
    vector<float> w(a_.cols(), gpu_);
    auto const call = [&] { push(w, mask_, u, a_, masked, by); };
    call();
    if (!(w.to(host_.exec()) == right)) throw error(detail::concat(name_, ", ", what, ", ", way, ": wrong"));
    double const us = bench::median_microseconds(gpu_, repetitions_, call);
    into_.add({{"matrix", name_}, {"pushed", what}, {"masked", masked}, {"way", way}, {"time_us", us}});
  }

  std::string name_;
  executor gpu_;
  int repetitions_;
  bench::report& into_;
  matrix<float> host_, a_;
  vector<float> host_mask_, mask_;
  std::vector<std::pair<std::string, vector<float>>> pushed_;
};

int run(bench::program& app) {
  app.description("pushes on a GPU by shares of several lengths; medians in microseconds");
  std::vector<std::string> names = {"web_medium", "rmat20"};
  int repetitions = 15;
  app.add_option("--matrix", names, "names, or files in any format that the library reads");
  app.add_option("--repeat", repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.read_for_gpu();
  executor const gpu = cuda_executor();
  auto& table = app.begin(gpu);
  for (auto const& name : names) {
    session(name, bench::with_numbers<float>(bench::make_matrix(name), 7), gpu, repetitions, table).run();
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
