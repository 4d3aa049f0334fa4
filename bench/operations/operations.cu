// operations.cu - bench_operations: y = alpha A x + beta y by types, beside cuSPARSE, and sums of rows and of
// everything; checked against the host before anything is timed.
#include <CLI/CLI.hpp>
#include <heddle/heddle.hpp>
#include <iostream>

#include "bench/operations/cusparse_typed.cuh"
#include "bench/support/matrices.hpp"
#include "bench/support/report.hpp"

namespace {

using namespace heddle;

struct settings {
  executor exec;
  schedule chosen;
  int repetitions = 25;
};

// Small whole numbers, so that sums are exact in float.
template <class T> matrix<T> make(bench::csr_pattern const& pattern) {
  std::vector<T> values(pattern.columns.size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<T>(1 + k % 3);
  return matrix<T>::from_csr(
      {pattern.rows, pattern.cols, pattern.nnz(), pattern.offsets.data(), pattern.columns.data(), values.data()});
}

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

template <class A, class X, class Y>
void measure_spmv(bench::csr_pattern const& pattern, settings const& s, bench::report& into) {
  using S = detail::sum_type<A, X, Y>;
  auto const a = make<A>(pattern), on_gpu = a.to(s.exec);
  auto const x = vector<X>::filled(pattern.cols, X(1)), x_on_gpu = x.to(s.exec);
  for (S const beta : {S(0), S(1)}) {
    auto expected = vector<Y>::filled(pattern.rows, Y(3));
    auto y = expected.to(s.exec);
    spmv(expected, 2, a, x, beta);
    spmv(y, 2, on_gpu, x_on_gpu, beta, {.schedule = s.chosen});
    if (y.tuples().value != expected.tuples().value) throw error(pattern.name + ": spmv is wrong");
    double const time_us = bench::median_microseconds(
        s.exec, s.repetitions, [&] { spmv(y, 2, on_gpu, x_on_gpu, beta, {.schedule = s.chosen}); });
    auto const theirs = bench::cusparse_microseconds(on_gpu, x_on_gpu, y, S(2), beta, s.repetitions);
    double const bytes = pattern.nnz() * (4.0 + sizeof(A)) + pattern.rows * (4.0 + (beta == 0 ? 1 : 2) * sizeof(Y)) +
                         pattern.cols * 1.0 * sizeof(X);
    auto const ratio = theirs ? std::optional(*theirs / time_us) : std::nullopt;
    into.add({{"matrix", pattern.name},
              {"nnz", pattern.nnz()},
              {"operation", beta == 0 ? "2 A x" : "2 A x + y"},
              {"types", name_of<A>() + " " + name_of<X>() + " " + name_of<Y>()},
              {"time_us", time_us},
              {"gb_per_s", gigabytes_per_second(bytes, time_us)},
              {"cusparse_us", number_or_nothing(theirs)},
              {"ratio", number_or_nothing(ratio)}});
  }
}

template <class T> void measure_reduce(bench::csr_pattern const& pattern, settings const& s, bench::report& into) {
  auto const a = make<T>(pattern), on_gpu = a.to(s.exec);
  plus_monoid<T> const add;
  vector<T> expected(pattern.rows), w(pattern.rows, s.exec);
  reduce(expected, add, a);
  reduce(w, add, on_gpu, {.schedule = s.chosen});
  if (w.tuples().value != expected.tuples().value) throw error(pattern.name + ": sums of rows are wrong");
  auto const row = [&](char const* operation, double bytes, double time_us) {
    into.add({{"matrix", pattern.name},
              {"nnz", pattern.nnz()},
              {"operation", operation},
              {"types", name_of<T>()},
              {"time_us", time_us},
              {"gb_per_s", gigabytes_per_second(bytes, time_us)},
              {"cusparse_us", ""},
              {"ratio", ""}});
  };
  double const values = pattern.nnz() * 1.0 * sizeof(T);
  row("sums of rows", values + pattern.rows * (4.0 + sizeof(T)),
      bench::median_microseconds(s.exec, s.repetitions, [&] { reduce(w, add, on_gpu, {.schedule = s.chosen}); }));
  row("sum of everything", values,
      bench::median_microseconds(s.exec, s.repetitions, [&] { static_cast<void>(reduce(add, on_gpu)); }));
}

int run(int argc, char** argv) {
  std::vector<std::string> names = {"band", "grid", "erdos_renyi"};
  std::string csv, json, chosen = "auto";
  int repetitions = 25;
  CLI::App app("scaled products by types beside cuSPARSE, and sums; medians in microseconds");
  app.add_option("--matrix", names, "names, or files in any format that the library reads");
  app.add_option("--schedule", chosen, "one name");
  app.add_option("--repeat", repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.add_option("--csv", csv, "write the table there");
  app.add_option("--json", json, "write the table there");
  CLI11_PARSE(app, argc, argv);
  if (!cuda_available()) {
    std::cerr << "bench_operations: no GPU answers\n";
    return 1;
  }
  settings const s{cuda_executor(), schedule::parse(chosen), repetitions};
  bench::report table({{"device", s.exec.description()}, {"schedule", chosen}, {"version", heddle::version()}});
  for (auto const& name : names) {
    auto const pattern = bench::make_matrix(name);
    measure_spmv<float, float, float>(pattern, s, table);
    measure_spmv<double, double, double>(pattern, s, table);
    measure_spmv<f16, f16, f16>(pattern, s, table);
    measure_spmv<f16, f16, float>(pattern, s, table);
    measure_spmv<f16, float, float>(pattern, s, table);
    measure_spmv<bf16, bf16, bf16>(pattern, s, table);
    measure_spmv<bf16, bf16, float>(pattern, s, table);
    measure_reduce<float>(pattern, s, table);
    measure_reduce<double>(pattern, s, table);
  }
  if (!csv.empty()) table.write_csv(csv);
  if (!json.empty()) table.write_json(json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) try { return run(argc, argv); } catch (std::exception const& error) {
  std::cerr << "bench_operations: " << error.what() << '\n';
  return 1;
}
