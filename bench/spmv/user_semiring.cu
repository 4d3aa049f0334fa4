// user_semiring.cu - what a semiring of a user's own costs: mxv with the library's and with the user's, and cuSPARSE.
#include <cstdio>
#include <heddle/matrix.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/semirings/semirings.hpp>
#include <heddle/vector.hpp>

#include "bench/spmv/problem.cuh"
#include "bench/spmv/spmm_op.hpp"
#include "bench/spmv/spmv.hpp"
#include "bench/support/cusparse_spmv.cuh"

namespace heddle::bench {
namespace {

// As a user writes them, whom the library knows nothing of.
template <class T> struct users_sum {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN T identity() const { return 0; }
  HEDDLE_FN T operator()(T a, T b) const { return a + b; }
};
template <class T> struct users_plus_times {
  users_sum<T> add;
  HEDDLE_FN T multiply(T a, T b) const { return a * b; }
};
template <class T> struct users_least {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN T identity() const { return heddle::detail::highest<T>(); }
  HEDDLE_FN T operator()(T a, T b) const { return a < b ? a : b; }
};
template <class T> struct users_min_plus {
  users_least<T> add;
  HEDDLE_FN T multiply(T a, T b) const { return a + b; }
};

// Exact in any order, as values are multiples of 1/8; rows without entries are not looked at.
template <class T>
__global__ void count_wrong_minima(std::int32_t const* offsets, std::int32_t const* columns, T const* values,
                                   T const* x, T const* y, size_type rows, unsigned long long* wrong) {
  size_type const row = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row >= rows || offsets[row] == offsets[row + 1]) return;
  T least = heddle::detail::highest<T>();
  for (auto i = offsets[row]; i < offsets[row + 1]; ++i) least = min(least, values[i] + x[columns[i]]);
  if (y[row] != least) atomicAdd(wrong, 1ull);
}

template <class T> class semiring_case {
 public:
  semiring_case(executor const& exec, problem const& p, spmv_options const& options, cache_flusher const& flush,
                report& into)
      : exec_(exec), problem_(p), a_(p.a()), options_(options), flush_(flush), into_(into) {
    values_ = make_values<T>(exec, a_);
    x_ = make_operand<T>(exec, a_.cols);
    y_ = buffer<T>(exec, a_.rows);
  }

  int measure() {
    matrix<T> const a = matrix<T>::adopt_csr(
        {a_.rows, a_.cols, a_.nnz(), problem_.offsets().data(), problem_.columns().data(), values_.data()}, exec_);
    vector<T> const x = vector<T>::adopt(exec_, x_.data(), a_.cols);
    run("plus_times", plus_times<T>{}, "plus_times", a, x);
    run("user_plus_times", users_plus_times<T>{}, "plus_times", a, x);
    run("min_plus", min_plus<T>{}, "min_plus", a, x);
    run("user_min_plus", users_min_plus<T>{}, "min_plus", a, x);
    measure_vendor();
    return wrong_;
  }

 private:
  // Rows without entries have no result in the library and any in cuSPARSE.
  bool is_right(std::string const& semiring, T const* y) const {
    if (semiring == "plus_times") return problem_.is_right(y, false);
    buffer<unsigned long long> wrong(exec_, 1);
    gpu::check(cudaMemsetAsync(wrong.data(), 0, wrong.bytes(), gpu::stream_of(exec_)), "cudaMemsetAsync");
    count_wrong_minima<<<static_cast<unsigned>(seam::ceil_div(a_.rows, 256)), 256, 0, gpu::stream_of(exec_)>>>(
        problem_.offsets().data(), problem_.columns().data(), values_.data(), x_.data(), y, a_.rows, wrong.data());
    gpu::check(cudaGetLastError(), "count_wrong_minima");
    return wrong.get(0) == 0;
  }

  template <class Semiring>
  void run(std::string const& method, Semiring const& over, std::string const& semiring, matrix<T> const& a,
           vector<T> const& x) {
    vector<T> y(a.rows(), exec_);
    auto const multiply = [&] { mxv(y, over, a, x); };
    multiply();
    auto const& values = storage_of(y).bitmap().values;
    bool const verified = is_right(semiring, reinterpret_cast<T const*>(values.data()));
    wrong_ += !verified;
    add(method, semiring, verified, bench::measure(exec_, {.warm = options_.repetitions}, flush_, multiply));
  }

  void measure_vendor() {
    buffer<std::int32_t> const row_numbers = problem_.row_numbers();
    auto const rival = rival_of(problem_, values_, x_, y_, row_numbers);
    auto const all =
        measure_cusparse(rival, {.warm = options_.repetitions}, flush_, [&] { return problem_.is_right(y_.data()); });
    if (measured_variant const* best = best_of(all)) {
      add(std::string("cusparse_spmv ") + best->variant.name, "plus_times", true, best->time);
    }
    run_spmm_op(rival, "plus_times", {"a + b", "a * b"});
    run_spmm_op(rival, "min_plus", {"a < b ? a : b", "a + b"});
  }

  void run_spmm_op(measure::cusparse_problem const& rival, std::string const& semiring,
                   operator_sources const& operators) {
#if defined(HEDDLE_HAS_CUSPARSE)
    try {
      cusparse_handle const handle(exec_);
      cusparse_spmm_op<T> const multiply(exec_, handle, rival, operators);
      gpu::check(cudaMemsetAsync(y_.data(), 0xff, y_.bytes(), gpu::stream_of(exec_)), "cudaMemsetAsync");
      multiply();
      bool const verified = is_right(semiring, y_.data());
      add("cusparse_spmmop", semiring, verified,
          bench::measure(exec_, {.warm = options_.repetitions}, flush_, multiply));
    } catch (error const& refusal) {
      std::fprintf(stderr, "bench_spmv: SpMMOp, %s: %s\n", semiring.c_str(), refusal.what());
    }
#endif
  }

  void add(std::string const& method, std::string const& semiring, bool verified, timing const& time) {
    if (method == "plus_times") plus_times_us_ = time.median;
    into_.add({{"matrix", a_.name},
               {"class", a_.kind},
               {"rows", a_.rows},
               {"cols", a_.cols},
               {"nnz", a_.nnz()},
               {"type", sizeof(T) == 4 ? "f32" : "f64"},
               {"method", method},
               {"semiring", semiring},
               {"time_us", time.median},
               {"p10_us", time.p10},
               {"p90_us", time.p90},
               {"cold_us", time.cold},
               {"verified", verified},
               {"plus_times_us", plus_times_us_},
               {"of_plus_times", time.median / plus_times_us_}});
  }

  executor exec_;
  problem const& problem_;
  csr_pattern const& a_;
  spmv_options const& options_;
  cache_flusher const& flush_;
  report& into_;
  buffer<T> values_, x_, y_;
  double plus_times_us_ = 0;
  int wrong_ = 0;
};

}  // namespace

std::vector<std::string> user_semiring_matrices() {
  return {"small", "band", "grid", "stencil", "geometric", "erdos_renyi", "rmat20", "web_local"};
}

int measure_user_semirings(spmv_options const& options, report& into) {
  executor const exec = cuda_executor();
  cache_flusher const flush(exec);
  int wrong = 0;
  for (std::string const& name : options.matrices) {
    csr_pattern const a = make_matrix(base_of(name));
    problem const p(exec, a);
    for (std::string const& type : options.types) {
      if (type == "f32") wrong += semiring_case<float>(exec, p, options, flush, into).measure();
      if (type == "f64") wrong += semiring_case<double>(exec, p, options, flush, into).measure();
    }
    options.after_matrix();
  }
  return wrong;
}

}  // namespace heddle::bench
