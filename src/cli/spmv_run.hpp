// spmv_run.hpp - the templates behind measure_spmv, instantiated by the files spmv_f*.cpp and spmv_bool.cpp.
#pragma once
#include <cmath>
#include <functional>
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

/// y = A x of truth values, over lor_land or any_pair.
template <class Index>
spmv_table measure_truth(std::string_view semiring, matrix<bool, Index, Index> a, spmv_request const& request);

/// One row of what y must be.
struct expected_row {
  double value = 0;      // of sums of floating-point numbers in double, else of the semiring's domain
  double magnitude = 0;  // sum of absolute values: what rounding errors are measured by
  size_type count = 0;
};

/// What of a measurement depends on the semiring: all else is compiled once for each domain D.
template <class D, class Index> struct spmv_semiring {
  D identity;  // of the monoid
  bool reads_left, reads_right;
  bool sums;           // floating-point numbers, which round
  bool is_plus_times;  // which competitors know too
  void (*multiply)(vector<D, Index>& y, matrix<D, Index, Index> const& a, vector<D, Index> const& x,
                   descriptor const& how);
  /// Entry by entry.
  std::vector<expected_row> (*expect)(size_type num_rows, matrix_tuples<D, Index> const& a, std::vector<D> const& x);
};

template <class SR>
inline constexpr bool sums_with_rounding =
    std::is_floating_point_v<domain_of<SR>>&& std::is_same_v<add_of<SR>, plus_monoid<domain_of<SR>>>;

template <class SR, class Index>
std::vector<expected_row> expected_rows(size_type num_rows, matrix_tuples<domain_of<SR>, Index> const& a,
                                        std::vector<domain_of<SR>> const& x) {
  using D = domain_of<SR>;
  SR const sr{};
  std::vector<expected_row> rows(static_cast<std::size_t>(num_rows));
  for (std::size_t k = 0; k < a.row.size(); ++k) {
    expected_row& y = rows[a.row[k]];
    D const product = sr.multiply(a.value[k], x[a.col[k]]);
    if constexpr (sums_with_rounding<SR>) {
      y.value += product;
      y.magnitude += std::abs(static_cast<double>(product));
    } else {
      y.value = y.count == 0 ? product : sr.add(detail::converted<D>(y.value), product);
    }
    ++y.count;
  }
  return rows;
}

template <class SR, class Index> spmv_semiring<domain_of<SR>, Index> spmv_over() {
  using D = domain_of<SR>;
  return {
      .identity = add_of<SR>{}.identity(),
      .reads_left = detail::reads<SR>::left,
      .reads_right = detail::reads<SR>::right,
      .sums = sums_with_rounding<SR>,
      .is_plus_times = std::is_same_v<SR, plus_times<D>>,
      .multiply =
          [](vector<D, Index>& y, matrix<D, Index, Index> const& a, vector<D, Index> const& x, descriptor const& how) {
            ops::mxv_detail::by_pull(y, no_mask, no_accum, SR{}, a, x, how);  // x is dense
          },
      .expect = expected_rows<SR, Index>};
}

/// Sums may differ by the rounding of as many additions, and are unknown where one may overflow on its way;
/// everything else may not differ, but that all NaNs are one value.
template <class D> bool accepts(expected_row const& y, D value, bool sums) {
  if (y.value == static_cast<double>(value) || (y.value != y.value && value != value)) return true;
  if constexpr (std::is_floating_point_v<D>) {
    if (!sums) return false;
    double const bound = static_cast<double>(y.count + 2) * std::numeric_limits<D>::epsilon() * y.magnitude;
    if (!std::isfinite(value)) return y.magnitude + bound > std::numeric_limits<D>::max();
    return std::abs(y.value - static_cast<double>(value)) <= bound || bound == std::numeric_limits<double>::infinity();
  }
  return false;
}

/// Time of one run; on a GPU of ten in a row, so that the launch of one hides behind the one before.
inline time_quantiles time_of(executor const& exec, size_type repeat, std::function<void()> const& run) {
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

template <class D, class Index> class spmv_run {
 public:
  spmv_run(spmv_semiring<D, Index> const& over, matrix<D, Index, Index> a, spmv_request const& request)
      : over_(over),
        a_(std::move(a)),
        request_(request),
        host_x_(operand(a_.cols())),
        x_(vector<D, Index>::dense(host_x_, request.exec)),
        y_(a_.rows(), request.exec),
        expected_(over.expect(a_.rows(), a_.tuples(), host_x_)) {}

  spmv_table measure() {
    spmv_table table{.nnz = a_.nnz()};
    for (schedule const& chosen : request_.schedules) table.rows.push_back(measure(chosen));
    if (request_.plan) measure_locality(table);
    if constexpr (std::is_floating_point_v<D>) {
      if (over_.is_plus_times && request_.compare_cusparse) measure_cusparse(table);
    }
    if (std::all_of(table.rows.begin(), table.rows.end(), [](spmv_row const& row) { return row.verified; })) {
      write_lines(request_.output, readable(y_.to_dense(over_.identity)));
    }
    table.statistics = a_.storage().csr().statistics();
    return table;
  }

 private:
  static std::vector<D> operand(size_type size) {
    std::vector<D> x(static_cast<std::size_t>(size));
    for (size_type j = 0; j < size; ++j) x[j] = detail::converted<D>(spmv_operand(j));
    return x;
  }
  static auto readable(std::vector<D> values) {
    if constexpr (std::is_same_v<D, bool>) {
      return std::vector<int>(values.begin(), values.end());
    } else {
      return values;
    }
  }

  // Every array once, which is the least that can be moved.
  double gb_per_second(double elapsed_ms) const {
    auto const& form = a_.storage().csr();
    bool const reads_values = over_.reads_left && !form.one_value;
    double const bytes = static_cast<double>(form.nnz) * (sizeof(Index) + (reads_values ? sizeof(D) : 0)) +
                         static_cast<double>(form.major) * (sizeof(Index) + sizeof(D)) +
                         static_cast<double>(form.minor) * (over_.reads_right ? sizeof(D) : 0);
    return bytes / std::max(elapsed_ms, 1e-6) * 1e-6;
  }

  void set_trace(spmv_row& row, schedule const& chosen) const {
    auto const& form = a_.storage().csr();
    auto const plan = form.plan_for(chosen, sizeof(D));
    row.walker = walker_of(*plan);
    row.trace = loads_of(request_.exec, form.tiles(), *plan);
    if constexpr (std::is_floating_point_v<D> && std::is_same_v<Index, std::int32_t>) {
      if (!over_.is_plus_times || request_.exec.is_host()) return;
      auto const* const x = reinterpret_cast<D const*>(x_.storage().bitmap().values.data());
      row.trace->cycles = gpu::share_cycles(request_.exec, *plan, a_.csr(), x);
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
    row.chosen = a_.storage().csr().plan_for(chosen, sizeof(D))->chosen.text();
    exec.wait();
    row.setup_ms = watch.elapsed_ms();
    time(row, a_, x_, {.schedule = chosen});
    if (request_.trace) set_trace(row, chosen);
    return row;
  }

  void time(spmv_row& row, matrix<D, Index, Index> const& a, vector<D, Index> const& x, descriptor const& how) {
    auto const multiply = [&] { over_.multiply(y_, a, x, how); };
    multiply();
    row.verified = is_expected(y_);
    set_times(row, time_of(request_.exec, request_.repeat, multiply));
  }

  bool is_expected(vector<D, Index> const& y) const {
    auto const entries = y.tuples();
    std::size_t k = 0;
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      bool const present = k < entries.index.size() && entries.index[k] == static_cast<Index>(i);
      if (present != (expected_[i].count > 0)) return false;
      if (present && !accepts<D>(expected_[i], entries.value[k], over_.sums)) return false;
      k += present;
    }
    return k == entries.index.size();
  }

  void measure_locality(spmv_table& table) {
    table.plan = prepare_locality(a_, *request_.plan);
    auto const labels = a_.storage().csr().place_columns(*request_.plan, sizeof(D)).labels;
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
    vector<D, Index> ones;
    cusparse_problem const problem = cusparse_problem_of(request_.exec, a_.csr(), x_, y_, ones);
    for (cusparse_variant const& variant : cusparse_variants()) {
      cusparse_product product(problem, variant);
      spmv_row row{.name = variant.name, .chosen = variant.name, .ours = false, .setup_ms = product.setup_ms()};
      product.run();
      row.verified = true;
      auto const values = y_.to_dense(D{});
      for (std::size_t i = 0; i < values.size(); ++i) row.verified &= accepts(expected_[i], values[i], over_.sums);
      set_times(row, time_of(request_.exec, request_.repeat, [&] { product.run(); }));
      table.rows.push_back(row);
    }
  }

  spmv_semiring<D, Index> over_;
  matrix<D, Index, Index> a_;
  spmv_request const& request_;
  std::vector<D> host_x_;
  vector<D, Index> x_, y_;
  std::vector<expected_row> expected_;
};

template <class SR, class Index>
spmv_table run_spmv(matrix<domain_of<SR>, Index, Index> a, spmv_request const& request) {
  return spmv_run<domain_of<SR>, Index>(spmv_over<SR, Index>(), std::move(a), request).measure();
}

template <class T, class Index>
spmv_table measure_spmv(std::string_view semiring, io::coordinates<T, Index> const& entries,
                        spmv_request const& request) {
  auto a = make_summed_matrix(entries, request.exec);
  if (semiring == "plus_times") return run_spmv<plus_times<T>>(std::move(a), request);
  if (semiring == "plus_first") return run_spmv<plus_first<T>>(std::move(a), request);
  if (semiring == "plus_second") return run_spmv<plus_second<T>>(std::move(a), request);
  if (semiring == "min_plus") return run_spmv<min_plus<T>>(std::move(a), request);
  if (semiring == "max_plus") return run_spmv<max_plus<T>>(std::move(a), request);
  if (semiring == "max_times") return run_spmv<max_times<T>>(std::move(a), request);
  auto const tuples = a.tuples();
  std::vector<bool> const truth(tuples.value.begin(), tuples.value.end());
  return measure_truth(semiring,
                       matrix<bool, Index, Index>::build(a.rows(), a.cols(), tuples.row, tuples.col, truth,
                                                         take_first<bool>{}, request.exec),
                       request);
}

}  // namespace heddle::cli
