// operations.cu - bench_operations: y = alpha A x + beta y by types, beside cuSPARSE; A x by spmv, mxv and vxm; sums of
// rows and of everything. Checked against the host before anything is timed.
#include <heddle/heddle.hpp>

#include "bench/support/device_timer.cuh"
#include "bench/support/matrices.hpp"
#include "bench/support/program.hpp"
#include "src/measure/cusparse.hpp"

namespace {

using namespace heddle;

struct settings {
  executor exec;
  schedule chosen;
  int repetitions = 25;
};

template <class T> std::string name_of() {
  if (std::is_same_v<T, float>) return "f32";
  if (std::is_same_v<T, double>) return "f64";
  return std::is_same_v<T, f16> ? "f16" : "bf16";
}

bench::report::row number_or_nothing(std::optional<double> const& number) {
  if (number) return *number;
  return "";
}

double gigabytes_per_second(double bytes, double time_us) { return bytes / time_us * 1e-3; }

bench::report::row row_of(bench::csr_pattern const& pattern, std::string const& operation, std::string const& types,
                          double bytes, double time_us, std::optional<double> cusparse_us = {},
                          std::optional<double> ratio = {}) {
  return {{"matrix", pattern.name},
          {"nnz", pattern.nnz()},
          {"operation", operation},
          {"types", types},
          {"time_us", time_us},
          {"gb_per_s", gigabytes_per_second(bytes, time_us)},
          {"cusparse_us", number_or_nothing(cusparse_us)},
          {"ratio", number_or_nothing(ratio)}};
}

/// Median of the fastest of ALG1 and ALG2, both preprocessed, and SpMVOp; nothing where cuSPARSE does not take the
/// types.
template <class A, class X, class Y, class S>
std::optional<double> cusparse_microseconds(matrix<A> const& a, vector<X> const& x, vector<Y>& y, S alpha, S beta,
                                            int repetitions) {
  if (!measure::has_cusparse()) return {};
  auto problem = measure::cusparse_problem_of<A>(
      y.exec(), a.rows(), a.cols(), a.nnz(), a.csr().offsets, a.csr().indices, a.csr().values.data,
      storage_of(x).bitmap().values.data(), storage_of(y).write_full().values.data());
  problem.x_type = measure::cusparse_type<X>;
  problem.y_type = measure::cusparse_type<Y>;
  problem.sum_type = measure::cusparse_type<S>;
  problem.alpha = alpha;
  problem.beta = beta;
  auto const session = measure::cusparse_session(y.exec());
  std::optional<double> best;
  for (auto const& variant : measure::cusparse_variants()) {
    if (variant.call != measure::cusparse_call::preprocessed_csr && variant.call != measure::cusparse_call::spmv_op) {
      continue;
    }
    try {
      measure::cusparse_product const multiply(session, problem, variant);
      double const time_us = bench::median_microseconds(y.exec(), repetitions, multiply);
      if (!best || time_us < *best) best = time_us;
    } catch (invalid_argument const&) {
      // It does not take these types.
    }
  }
  return best;
}

template <class A, class X, class Y>
void measure_spmv(bench::csr_pattern const& pattern, settings const& s, bench::report& into) {
  using S = detail::sum_type<A, X, Y>;
  auto const a = bench::with_numbers<A>(pattern, 3), on_gpu = a.to(s.exec);
  auto const x = vector<X>::filled(pattern.cols, X(1)), x_on_gpu = x.to(s.exec);
  for (S const beta : {S(0), S(1)}) {
    auto expected = vector<Y>::filled(pattern.rows, Y(3));
    auto y = expected.to(s.exec);
    spmv(expected, 2, a, x, beta);
    spmv(y, 2, on_gpu, x_on_gpu, beta, {.schedule = s.chosen});
    if (y.tuples().value != expected.tuples().value) throw error(pattern.name + ": spmv is wrong");
    double const time_us = bench::median_microseconds(
        s.exec, s.repetitions, [&] { spmv(y, 2, on_gpu, x_on_gpu, beta, {.schedule = s.chosen}); });
    auto const theirs = cusparse_microseconds(on_gpu, x_on_gpu, y, S(2), beta, s.repetitions);
    double const bytes = pattern.nnz() * (4.0 + sizeof(A)) + pattern.rows * (4.0 + (beta == 0 ? 1 : 2) * sizeof(Y)) +
                         pattern.cols * 1.0 * sizeof(X);
    auto const ratio = theirs ? std::optional(*theirs / time_us) : std::nullopt;
    into.add(row_of(pattern, beta == 0 ? "2 A x" : "2 A x + y", name_of<A>() + " " + name_of<X>() + " " + name_of<Y>(),
                    bytes, time_us, theirs, ratio));
  }
}

// The same product by other names, and over another semiring: `ratio` is spmv's time over theirs.
template <class T> void measure_mxv(bench::csr_pattern const& pattern, settings const& s, bench::report& into) {
  auto const a = bench::with_numbers<T>(pattern, 3), on_gpu = a.to(s.exec);
  auto const x = vector<T>::filled(pattern.cols, T(1)), x_on_gpu = x.to(s.exec);
  auto const zeros = vector<T>::filled(pattern.rows, T(0));
  descriptor const d{.schedule = s.chosen};
  double const bytes =
      pattern.nnz() * (4.0 + sizeof(T)) + pattern.rows * (4.0 + sizeof(T)) + pattern.cols * 1.0 * sizeof(T);
  std::optional<double> spmv_us;
  auto const row = [&](std::string const& operation, auto const& multiply) {
    auto expected = zeros, y = zeros.to(s.exec);
    multiply(expected, a, x);
    multiply(y, on_gpu, x_on_gpu);
    if (y.tuples().value != expected.tuples().value) throw error(pattern.name + ": " + operation + " is wrong");
    double const time_us = bench::median_microseconds(s.exec, s.repetitions, [&] { multiply(y, on_gpu, x_on_gpu); });
    if (!spmv_us) spmv_us = time_us;
    into.add(row_of(pattern, operation, name_of<T>(), bytes, time_us, {}, *spmv_us / time_us));
  };
  row("A x, by spmv", [&](auto& y, auto const& m, auto const& v) { spmv(y, 1, m, v, 0, d); });
  row("A x, by mxv", [&](auto& y, auto const& m, auto const& v) { mxv(y, plus_times<T>{}, m, v, d); });
  row("x A^T, by vxm", [&](auto& y, auto const& m, auto const& v) { vxm(y, plus_times<T>{}, v, transpose(m), d); });
  row("A x over min_plus", [&](auto& y, auto const& m, auto const& v) { mxv(y, min_plus<T>{}, m, v, d); });
  row("min(y, A x) over min_plus",
      [&](auto& y, auto const& m, auto const& v) { mxv(y, no_mask, minimum<T>{}, min_plus<T>{}, m, v, d); });
}

template <class T> void measure_reduce(bench::csr_pattern const& pattern, settings const& s, bench::report& into) {
  auto const a = bench::with_numbers<T>(pattern, 3), on_gpu = a.to(s.exec);
  plus_monoid<T> const add;
  vector<T> expected(pattern.rows), w(pattern.rows, s.exec);
  reduce(expected, add, a);
  reduce(w, add, on_gpu, {.schedule = s.chosen});
  if (w.tuples().value != expected.tuples().value) throw error(pattern.name + ": sums of rows are wrong");
  auto const row = [&](char const* operation, double bytes, double time_us) {
    into.add(row_of(pattern, operation, name_of<T>(), bytes, time_us));
  };
  double const values = pattern.nnz() * 1.0 * sizeof(T);
  row("sums of rows", values + pattern.rows * (4.0 + sizeof(T)),
      bench::median_microseconds(s.exec, s.repetitions, [&] { reduce(w, add, on_gpu, {.schedule = s.chosen}); }));
  row("sum of everything", values,
      bench::median_microseconds(s.exec, s.repetitions, [&] { static_cast<void>(reduce(add, on_gpu)); }));
}

int run(bench::program& app) {
  app.description(
      "scaled products by types beside cuSPARSE, one product by its names, and sums; medians in microseconds");
  std::vector<std::string> names = {"band", "grid", "erdos_renyi"};
  std::string chosen = "auto";
  int repetitions = 25;
  app.add_option("--matrix", names, "names, or files in any format that the library reads");
  app.add_option("--schedule", chosen, "one name");
  app.add_option("--repeat", repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.read_for_gpu();
  settings const s{cuda_executor(), schedule::parse(chosen), repetitions};
  auto& table = app.begin(s.exec);
  table.about()["schedule"] = chosen;
  for (auto const& name : names) {
    auto const pattern = bench::make_matrix(name);
    measure_spmv<float, float, float>(pattern, s, table);
    measure_spmv<double, double, double>(pattern, s, table);
    measure_spmv<f16, f16, f16>(pattern, s, table);
    measure_spmv<f16, f16, float>(pattern, s, table);
    measure_spmv<f16, float, float>(pattern, s, table);
    measure_spmv<bf16, bf16, bf16>(pattern, s, table);
    measure_spmv<bf16, bf16, float>(pattern, s, table);
    measure_mxv<float>(pattern, s, table);
    measure_mxv<double>(pattern, s, table);
    measure_reduce<float>(pattern, s, table);
    measure_reduce<double>(pattern, s, table);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
