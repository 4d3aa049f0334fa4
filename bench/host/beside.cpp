// beside.cpp - operations on a quiet machine and beside one process that keeps a processor busy, in turns.
#include <fmt/core.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <heddle/heddle.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>

#include "bench/host/host.hpp"

namespace heddle::bench {
namespace {

// A process that does nothing, as fast as it can.
class busy_process {
 public:
  busy_process() : id_(::fork()) {
    if (id_ < 0) throw error("there is no second process to be had");
    if (id_ == 0) {
      for (unsigned volatile i = 0;;) i = i + 1;
    }
  }
  ~busy_process() {
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
  }
  busy_process(busy_process const&) = delete;
  busy_process& operator=(busy_process const&) = delete;

 private:
  ::pid_t id_;
};

struct operation {
  std::string name;
  std::function<void()> call;
};

double median_of(operation const& measured, int repetitions) {
  std::vector<double> times;
  for (int i = 0; i < repetitions; ++i) times.push_back(elapsed_ms(measured.call));
  return measure::median(times);
}

}  // namespace

void run_beside_busy(int threads, int repetitions) {
  executor const exec = host_executor(threads);
  auto entries = io::rmat<double>({.scale = 17, .edge_factor = 8});
  io::add_weights(entries);
  auto roads = io::grid<double>({.width = 700, .height = 700, .keep = 0.7});
  io::add_weights(roads);
  auto const smaller = io::to_matrix(io::rmat<double>({.scale = 13, .edge_factor = 8}), plus<double>{}, exec);
  auto const a = io::to_matrix(entries, plus<double>{}, exec), road = io::to_matrix(roads, plus<double>{}, exec);
  auto const x = vector<double>::filled(a.cols(), 1.5, exec), on_road = vector<double>::filled(road.cols(), 1.5, exec);
  vector<double> y(a.rows(), exec), road_y(road.rows(), exec), marked(a.rows(), exec);
  std::vector<std::int32_t> even;
  for (std::int32_t i = 0; i < a.rows(); i += 2) even.push_back(i);
  auto const mask = vector<bool>::build(a.rows(), even, std::vector<bool>(even.size(), true), take_first<bool>{}, exec);
  std::vector<operation> const operations = {
      {"spmv, R-MAT 17", [&] { mxv(y, plus_times<double>{}, a, x); }},
      {"spmv, roads", [&] { mxv(road_y, plus_times<double>{}, road, on_road); }},
      {"mxv masked, R-MAT 17",
       [&] { mxv(marked, structure(mask), no_accum, min_plus<double>{}, a, x, {.replace = true}); }},
      {"mxm, R-MAT 13 squared",
       [&] {
         matrix<double> c(smaller.rows(), smaller.cols(), exec);
         mxm(c, plus_times<double>{}, smaller, smaller);
       }},
      {"bfs, R-MAT 17", [&] { (void)bfs(a, 0); }},
      {"bfs, roads", [&] { (void)bfs(road, 0); }},
      {"sssp, R-MAT 17", [&] { (void)sssp(a, 0); }},
      {"triangles, R-MAT 13", [&] { (void)triangle_count(smaller); }},
      {"building, R-MAT 17", [&] { (void)io::to_matrix(entries, plus<double>{}, exec); }},
  };
  fmt::print("operation,quiet_ms,beside_ms,ratio\n");
  for (operation const& measured : operations) {
    measured.call();
    double const quiet = median_of(measured, repetitions);
    double beside = 0;
    {
      busy_process const other;
      beside = median_of(measured, repetitions);
    }
    fmt::print("\"{}\",{:.3f},{:.3f},{:.2f}\n", measured.name, quiet, beside, beside / quiet);
    std::fflush(stdout);
  }
}

}  // namespace heddle::bench
