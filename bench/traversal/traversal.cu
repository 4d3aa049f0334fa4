// traversal.cu - bench_traversal: masked and partial products, sums of rows, BFS and SSSP on a GPU, checked against the
// host before anything is timed.
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/heddle.hpp>

#include "bench/support/device_timer.cuh"
#include "bench/support/matrices.hpp"
#include "bench/support/program.hpp"

namespace {

using namespace heddle;

// Every `step`-th position, from `first` on.
template <class T> vector<T> every(size_type n, size_type first, size_type step, T value) {
  std::vector<std::int32_t> index;
  for (size_type i = first; i < n; i += step) index.push_back(static_cast<std::int32_t>(i));
  return vector<T>::build(n, index, std::vector<T>(index.size(), value), plus<T>{});
}

class session {
 public:
  session(bench::csr_pattern const& pattern, executor gpu, int repetitions, bench::report& into)
      : name_(pattern.name),
        gpu_(gpu),
        repetitions_(repetitions),
        into_(into),
        host_(bench::with_numbers<float>(pattern, 7)),
        on_gpu_(host_.to(gpu)) {}

  void run() {
    size_type const n = host_.rows();
    auto const half = every<float>(n, 0, 2, 1.0f), tenth = every<float>(n, 3, 10, 2.0f),
               few = every<float>(n, 5, 1000, 1.0f);
    auto const full = vector<float>::filled(n, 1.0f);
    product("masked pull", min_plus<float>{}, full, tenth, false, direction::pull);
    product("pull where the mask is not", min_plus<float>{}, full, half, true, direction::pull);
    product("pull of a half", min_plus<float>{}, half, {}, false, direction::pull);
    product("pull of a half, plus_times", plus_times<float>{}, half, {}, false, direction::pull);
    product("push of a thousandth", min_plus<float>{}, few, {}, false, direction::push);
    product("push of a tenth, masked", min_plus<float>{}, tenth, half, true, direction::push);
    sums();
    traversals();
  }

 private:
  template <class Call> void time(char const* what, Call const& call) {
    into_.add({{"matrix", name_},
               {"nnz", host_.nnz()},
               {"operation", what},
               {"time_us", bench::median_microseconds(gpu_, repetitions_, call)}});
  }

  void require(bool right, char const* what) const {
    if (!right) throw error(name_ + ": " + what + " is wrong");
  }

  template <class SR>
  void product(char const* what, SR const& sr, vector<float> const& u, std::optional<vector<float>> const& mask,
               bool complemented, direction way) {
    auto const on = u.to(gpu_);
    on_gpu_.csc();
    descriptor const d{.replace = true, .direction = way};
    auto const call = [&](vector<float>& w, auto const& m, auto const& x, auto const& a) {
      if (!m) return vxm(w, no_mask, no_accum, sr, x, a, d);
      auto const by = structure(*m);
      vxm(w, complemented ? complement(by) : by, no_accum, sr, x, a, d);
    };
    vector<float> expected(host_.cols()), w(host_.cols(), gpu_);
    std::optional<vector<float>> mask_on;
    if (mask) mask_on = mask->to(gpu_);
    call(expected, mask, u, host_);
    call(w, mask_on, on, on_gpu_);
    auto const got = w.tuples(), want = expected.tuples();
    require(got.index == want.index && got.value == want.value, what);
    time(what, [&] { call(w, mask_on, on, on_gpu_); });
  }

  void sums() {
    plus_monoid<float> const add;
    vector<float> expected(host_.rows()), w(host_.rows(), gpu_);
    auto const mask = every<float>(host_.rows(), 0, 2, 1.0f).to(gpu_);
    reduce(expected, add, host_);
    reduce(w, add, on_gpu_);
    require(w.tuples().value == expected.tuples().value, "sums of rows");
    time("sums of rows", [&] { reduce(w, add, on_gpu_); });
    time("sums of rows, masked", [&] { reduce(w, structure(mask), no_accum, add, on_gpu_, {.replace = true}); });
  }

  void traversals() {
    auto const want = bfs(host_, 0), got = bfs(on_gpu_, 0);
    require(want.levels.tuples().value == got.levels.tuples().value, "bfs");
    time("bfs", [&] { (void)bfs(on_gpu_, 0); });
    auto const near = sssp(host_, 0), found = sssp(on_gpu_, 0);
    require(near.distances.tuples().value == found.distances.tuples().value, "sssp");
    time("sssp", [&] { (void)sssp(on_gpu_, 0); });
  }

  std::string name_;
  executor gpu_;
  int repetitions_;
  bench::report& into_;
  matrix<float> host_, on_gpu_;
};

int run(bench::program& app) {
  app.description("products, sums, BFS and SSSP on a GPU; medians in microseconds");
  std::vector<std::string> names = {"rmat20", "web_medium", "geometric", "grid_medium"};
  int repetitions = 15;
  app.add_option("--matrix", names, "names, or files in any format that the library reads");
  app.add_option("--repeat", repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.read_for_gpu();
  executor const gpu = cuda_executor();
  auto& table = app.begin(gpu);
  for (auto const& name : names) session(bench::make_matrix(name), gpu, repetitions, table).run();
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
