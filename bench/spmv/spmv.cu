// spmv.cu - y = A x through make_plan and reduce_tiles, verified, timed, and compared with cuSPARSE.
#include <cmath>
#include <heddle/cuda/reduce_tiles.cuh>
#include <heddle/version.hpp>
#include <heddle/walk/load_once.hpp>

#include "bench/spmv/spmv.hpp"
#include "bench/support/cusparse_spmv.cuh"

namespace heddle::bench {
namespace {

template <class T> struct sum {
  using value_type = T;
  static constexpr bool commutative = true;
  HEDDLE_FN T identity() const { return 0; }
  HEDDLE_FN T operator()(T a, T b) const { return a + b; }
};

template <class T> struct product {
  std::int32_t const* columns;
  T const* values;
  T const* x;
  __device__ T operator()(size_type atom) const { return values[atom] * x[columns[atom]]; }
  __device__ T streamed(size_type atom) const { return load_once(values + atom) * x[load_once(columns + atom)]; }
};

template <class T> struct store {
  T* y;
  __device__ void operator()(size_type row, T value) const { y[row] = value; }
};

// What no CSR product goes below: every value and index read once, x gathered, no rows.
template <class T> __global__ void gather(product<T> value, size_type nnz, T* out) {
  size_type const first = static_cast<size_type>(blockIdx.x) * 2048 + threadIdx.x;
  T total = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j) {
    if (first + j * 256 < nnz) total += value.streamed(first + j * 256);
  }
  if (total == T(-1)) *out = total;  // never, but the compiler does not know
}

// Multiples of 1/8 below 2, so that f32 sums of short rows are exact and no row is all zeros.
template <class T> std::vector<T> some_values(std::int64_t n, unsigned seed) {
  std::vector<T> result(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < result.size(); ++i) { result[i] = static_cast<T>(1 + (i * 2654435761u + seed) % 15) / 8; }
  return result;
}

// Sums of positive terms in f64 on the CPU.
template <class T>
std::vector<double> reference(csr_pattern const& a, std::vector<T> const& values, std::vector<T> const& x) {
  std::vector<double> y(static_cast<std::size_t>(a.rows));
#pragma omp parallel for schedule(dynamic, 4096)
  for (std::int64_t row = 0; row < a.rows; ++row) {
    for (auto i = a.offsets[static_cast<std::size_t>(row)]; i < a.offsets[static_cast<std::size_t>(row) + 1]; ++i) {
      auto const at = static_cast<std::size_t>(i);
      y[static_cast<std::size_t>(row)] +=
          static_cast<double>(values[at]) * static_cast<double>(x[static_cast<std::size_t>(a.columns[at])]);
    }
  }
  return y;
}

template <class T> bool is_right(std::vector<T> const& got, std::vector<double> const& want) {
  double const tolerance = sizeof(T) == 4 ? 1e-4 : 1e-12;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!(std::abs(static_cast<double>(got[i]) - want[i]) <= tolerance * std::abs(want[i]))) return false;
  }
  return true;
}

template <class T> class spmv_case {
 public:
  spmv_case(executor const& exec, csr_pattern const& a, spmv_options const& options)
      : exec_(exec), a_(a), options_(options) {
    auto const values = some_values<T>(a.nnz(), 1), x = some_values<T>(a.cols, 2);
    want_ = reference(a, values, x);
    offsets_ = buffer<std::int32_t>(exec, a.offsets);
    columns_ = buffer<std::int32_t>(exec, a.columns);
    values_ = buffer<T>(exec, values);
    x_ = buffer<T>(exec, x);
    y_ = buffer<T>(exec, a.rows);
  }

  void measure(report& into) {
    spmv_operands<T> const operands{a_.rows,         a_.cols,        a_.nnz(),  offsets_.data(),
                                    columns_.data(), values_.data(), x_.data(), y_.data()};
    auto const vendor = best_cusparse(exec_, operands, options_.repetitions);
    double const roof_us = median_microseconds(exec_, options_.repetitions, [&] {
      gather<<<cuda::grid_of(ceil_div(a_.nnz(), 2048)), 256, 0, cuda::stream_of(exec_)>>>(value(), a_.nnz(), y_.data());
    });
    for (std::string const& name : options_.schedules) into.add(measure_schedule(name, roof_us, vendor));
  }

 private:
  product<T> value() const { return {columns_.data(), values_.data(), x_.data()}; }

  report::row measure_schedule(std::string const& name, double roof_us, std::optional<baseline> const& vendor) {
    offset_tiles<std::int32_t> const tiles{offsets_.data(), a_.rows, a_.nnz()};
    device_event start, stop;
    start.record(cuda::stream_of(exec_));
    plan const made = make_plan(exec_, tiles, schedule::parse(name), sizeof(T));
    stop.record(cuda::stream_of(exec_));
    double const setup_us = stop.microseconds_since(start);
    auto const multiply = [&] { cuda::reduce_tiles(exec_, made, tiles, value(), sum<T>{}, store<T>{y_.data()}); };

    cuda::check(cudaMemset(y_.data(), 0xff, y_.bytes()), "cudaMemset");
    multiply();
    if (!is_right(y_.to_host(), want_)) throw error("schedule " + name + " gave a wrong product of " + a_.name);
    double const time_us = median_microseconds(exec_, options_.repetitions, multiply);
    double const bytes = static_cast<double>(a_.nnz()) * (4 + sizeof(T)) +
                         static_cast<double>(a_.rows) * (4 + sizeof(T)) + static_cast<double>(a_.cols) * sizeof(T);
    report::row row = {{"matrix", a_.name},
                       {"rows", a_.rows},
                       {"cols", a_.cols},
                       {"nnz", a_.nnz()},
                       {"type", sizeof(T) == 4 ? "f32" : "f64"},
                       {"schedule", name},
                       {"time_us", time_us},
                       {"gbs", bytes / time_us / 1e3},
                       {"gather_roof_us", roof_us},
                       {"setup_us", setup_us},
                       {"verified", true}};
    row["cusparse_us"] = vendor ? vendor->time_us : std::nan("");
    row["cusparse_variant"] = vendor ? vendor->variant : "none";
    row["cusparse_setup_us"] = vendor ? vendor->setup_us : std::nan("");
    row["ratio"] = vendor ? vendor->time_us / time_us : std::nan("");
    row["chosen"] = made.reason.empty() ? made.chosen.name() : made.chosen.name() + ": " + made.reason;
    return row;
  }

  executor exec_;
  csr_pattern const& a_;
  spmv_options const& options_;
  std::vector<double> want_;
  buffer<std::int32_t> offsets_, columns_;
  buffer<T> values_, x_, y_;
};

}  // namespace

nlohmann::ordered_json describe_machine() {
  int driver = 0, runtime = 0;
  cuda::check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  cuda::check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  auto const text = [](int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  };
  return {{"device", cuda_executor().description()},
          {"driver_cuda_version", text(driver)},
          {"cuda_runtime", text(runtime)},
          {"cusparse", cusparse_version()},
          {"heddle", version()},
          {"commit", commit()}};
}

void measure_spmv(spmv_options const& options, report& into) {
  executor const exec = cuda_executor();
  for (std::string const& name : options.matrices) {
    csr_pattern const a = make_matrix(name);
    for (std::string const& type : options.types) {
      if (type == "f32") spmv_case<float>(exec, a, options).measure(into);
      if (type == "f64") spmv_case<double>(exec, a, options).measure(into);
    }
  }
}

}  // namespace heddle::bench
