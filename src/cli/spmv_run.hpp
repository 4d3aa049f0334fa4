// spmv_run.hpp - the templates behind measure_spmv, instantiated by the files spmv_f*.cpp.
#pragma once
#include <cmath>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/semirings/semirings.hpp>
#include <heddle/vector.hpp>
#include <limits>

#include "src/cli/cusparse.hpp"
#include "src/cli/outputs.hpp"
#include "src/cli/spmv_locality.hpp"
#include "src/cli/spmv_measure.hpp"
#include "src/cli/spmv_trace.hpp"
#include "src/cli/stopwatch.hpp"
#include "src/cli/summed.hpp"

namespace heddle::cli {

/// What y must be, row by row.
template <class SR> struct spmv_reference {
  using domain = domain_of<SR>;
  static constexpr bool sums = std::is_floating_point_v<domain> && std::is_same_v<add_of<SR>, plus_monoid<domain>>;
  using sum_type = std::conditional_t<sums, double, domain>;
  struct row {
    sum_type value{};
    double magnitude = 0;  // sum of absolute values: what rounding errors are measured by
    size_type count = 0;
  };
  std::vector<row> rows;

  /// Entry by entry, with sums of floating-point numbers in double.
  template <class E, class Index>
  spmv_reference(size_type num_rows, matrix_tuples<E, Index> const& a, std::vector<domain> const& x) : rows(num_rows) {
    SR const sr{};
    for (std::size_t k = 0; k < a.row.size(); ++k) {
      row& y = rows[a.row[k]];
      domain const product = sr.multiply(static_cast<domain>(a.value[k]), static_cast<domain>(x[a.col[k]]));
      if constexpr (sums) {
        y.value += product;
        y.magnitude += std::abs(static_cast<double>(product));
      } else {
        y.value = y.count == 0 ? product : sr.add(y.value, product);
      }
      ++y.count;
    }
  }

  /// Sums may differ by the rounding of as many additions, and are unknown where one may overflow on its way;
  /// everything else may not differ, but that all NaNs are one value.
  bool accepts(std::size_t i, domain value) const {
    row const& y = rows[i];
    if (y.value == sum_type(value) || (y.value != y.value && value != value)) return true;
    if constexpr (sums) {
      double const bound = static_cast<double>(y.count + 2) * std::numeric_limits<domain>::epsilon() * y.magnitude;
      if (!std::isfinite(value)) return y.magnitude + bound > std::numeric_limits<domain>::max();
      return std::abs(y.value - static_cast<double>(value)) <= bound ||
             bound == std::numeric_limits<double>::infinity();
    }
    return false;
  }

  template <class Index> bool accepts(vector<domain, Index> const& y) const {
    auto const entries = y.tuples();
    std::size_t k = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      bool const present = k < entries.index.size() && entries.index[k] == static_cast<Index>(i);
      if (present != (rows[i].count > 0) || (present && !accepts(i, entries.value[k]))) return false;
      k += present;
    }
    return k == entries.index.size();
  }
};

/// Time of one run; on a GPU of ten in a row, so that the launch of one hides behind the one before.
template <class Run> time_quantiles time_of(executor const& exec, size_type repeat, Run const& run) {
  int const in_a_row = exec.is_host() ? 1 : 10;
  std::vector<double> times;
  for (size_type k = 0; k < repeat; ++k) {
    stopwatch watch;
    for (int i = 0; i < in_a_row; ++i) run();
    exec.wait();
    times.push_back(watch.elapsed_ms() / in_a_row);
  }
  return quantiles(std::move(times));
}

template <class SR, class Index> class spmv_run {
 public:
  using domain = domain_of<SR>;

  spmv_run(matrix<domain, Index, Index> a, spmv_request const& request)
      : a_(std::move(a)),
        request_(request),
        host_x_(operand(a_.cols())),
        x_(vector<domain, Index>::dense(host_x_, request.exec)),
        y_(a_.rows(), request.exec),
        expected_(a_.rows(), a_.tuples(), host_x_) {}

  spmv_table measure() {
    spmv_table table{.nnz = a_.nnz()};
    for (schedule const& chosen : request_.schedules) table.rows.push_back(measure(chosen));
    if (request_.plan) measure_locality(table);
    if constexpr (std::is_same_v<SR, plus_times<domain>>) {
      if (request_.compare_cusparse) measure_cusparse(table);
    }
    if (std::all_of(table.rows.begin(), table.rows.end(), [](spmv_row const& row) { return row.verified; })) {
      write_lines(request_.output, readable(y_.to_dense(add_of<SR>{}.identity())));
    }
    table.statistics = a_.storage().csr().statistics();
    return table;
  }

 private:
  static std::vector<domain> operand(size_type size) {
    std::vector<domain> x(static_cast<std::size_t>(size));
    for (size_type j = 0; j < size; ++j) x[j] = static_cast<domain>(spmv_operand(j));
    return x;
  }
  static auto readable(std::vector<domain> values) {
    if constexpr (std::is_same_v<domain, bool>) {
      return std::vector<int>(values.begin(), values.end());
    } else {
      return values;
    }
  }

  // Every array once, which is the least that can be moved.
  double gb_per_second(double elapsed_ms) const {
    auto const& form = a_.storage().csr();
    bool const reads_values = detail::reads<SR>::left && !form.one_value;
    double const bytes = static_cast<double>(form.nnz) * (sizeof(Index) + (reads_values ? sizeof(domain) : 0)) +
                         static_cast<double>(form.major) * (sizeof(Index) + sizeof(domain)) +
                         static_cast<double>(form.minor) * (detail::reads<SR>::right ? sizeof(domain) : 0);
    return bytes / std::max(elapsed_ms, 1e-6) * 1e-6;
  }

  void set_trace(spmv_row& row, schedule const& chosen) const {
    auto const& form = a_.storage().csr();
    auto const plan = form.plan_for(chosen, sizeof(domain));
    row.walker = walker_of(*plan);
    row.trace = loads_of(request_.exec, form.tiles(), *plan);
    constexpr bool is_timed = std::is_same_v<SR, plus_times<domain>> && std::is_same_v<Index, std::int32_t>;
    if constexpr (is_timed) {
      auto const* const x = reinterpret_cast<domain const*>(x_.storage().bitmap().values.data());
      if (!request_.exec.is_host()) row.trace->cycles = cuda::share_cycles(request_.exec, *plan, a_.csr(), x);
    }
  }

  void set_times(spmv_row& row, time_quantiles const& times) const {
    row.elapsed_ms = times.median_ms;
    row.p10_ms = times.p10_ms;
    row.p90_ms = times.p90_ms;
    row.gb_per_second = gb_per_second(row.elapsed_ms);
  }

  spmv_row measure(schedule const& chosen) {
    executor const& exec = request_.exec;
    spmv_row row{.name = chosen.text(), .chosen = {}};
    stopwatch watch;
    row.chosen = a_.storage().csr().plan_for(chosen, sizeof(domain))->chosen.text();
    exec.wait();
    row.setup_ms = watch.elapsed_ms();
    time(row, a_, x_, {.schedule = chosen});
    if (request_.trace) set_trace(row, chosen);
    return row;
  }

  template <class Matrix, class Vector>
  void time(spmv_row& row, Matrix const& a, Vector const& x, descriptor const& how) {
    auto const multiply = [&] { mxv(y_, SR{}, a, x, how); };
    multiply();
    row.verified = expected_.accepts(y_);
    set_times(row, time_of(request_.exec, request_.repeat, multiply));
  }

  void measure_locality(spmv_table& table) {
    table.plan = prepare_locality(a_, *request_.plan);
    auto const labels = a_.storage().csr().place_columns(*request_.plan, sizeof(domain)).labels;
    if (!labels) return;
    auto const kept = with_named_columns(a_, *labels);
    auto const kept_x = in_plan_order(x_, *labels);
    for (std::size_t i = 0; i < request_.schedules.size(); ++i) {
      descriptor const how{.schedule = request_.schedules[i], .locality = request_.plan};
      for (bool const keeps : {false, true}) {
        spmv_row row{.name = table.rows[i].name,
                     .chosen = table.rows[i].chosen,
                     .plan = keeps ? "locality, x kept" : "locality",
                     .setup_ms = table.rows[i].setup_ms + table.plan->setup_ms};
        keeps ? time(row, kept, kept_x, how) : time(row, a_, x_, how);
        table.rows.push_back(row);
      }
    }
  }

  void measure_cusparse(spmv_table& table) {
    vector<domain, Index> ones;
    cusparse_problem const problem = cusparse_problem_of(request_.exec, a_.csr(), x_, y_, ones);
    for (cusparse_variant const& variant : cusparse_variants()) {
      cusparse_product product(problem, variant);
      spmv_row row{.name = variant.name, .chosen = variant.name, .ours = false, .setup_ms = product.setup_ms()};
      product.run();
      row.verified = true;
      auto const values = y_.to_dense(domain{});
      for (std::size_t i = 0; i < values.size(); ++i) row.verified &= expected_.accepts(i, values[i]);
      set_times(row, time_of(request_.exec, request_.repeat, [&] { product.run(); }));
      table.rows.push_back(row);
    }
  }

  matrix<domain, Index, Index> a_;
  spmv_request const& request_;
  std::vector<domain> host_x_;
  vector<domain, Index> x_, y_;
  spmv_reference<SR> expected_;
};

template <class SR, class T, class Index>
spmv_table run_spmv(io::coordinates<T, Index> const& entries, spmv_request const& request) {
  auto a = make_summed_matrix(entries, request.exec);
  if constexpr (std::is_same_v<domain_of<SR>, T>) {
    return spmv_run<SR, Index>(std::move(a), request).measure();
  } else {
    auto const tuples = a.tuples();
    std::vector<bool> truth(tuples.value.begin(), tuples.value.end());
    auto b = matrix<bool, Index, Index>::build(a.rows(), a.cols(), tuples.row, tuples.col, truth, first<bool>{},
                                               request.exec);
    return spmv_run<SR, Index>(std::move(b), request).measure();
  }
}

template <class T, class Index>
spmv_table measure_spmv(std::string_view semiring, io::coordinates<T, Index> const& entries,
                        spmv_request const& request) {
  if (semiring == "plus_times") return run_spmv<plus_times<T>>(entries, request);
  if (semiring == "plus_first") return run_spmv<plus_first<T>>(entries, request);
  if (semiring == "plus_second") return run_spmv<plus_second<T>>(entries, request);
  if (semiring == "min_plus") return run_spmv<min_plus<T>>(entries, request);
  if (semiring == "max_plus") return run_spmv<max_plus<T>>(entries, request);
  if (semiring == "max_times") return run_spmv<max_times<T>>(entries, request);
  if (semiring == "lor_land") return run_spmv<lor_land>(entries, request);
  return run_spmv<any_pair<bool>>(entries, request);
}

}  // namespace heddle::cli
