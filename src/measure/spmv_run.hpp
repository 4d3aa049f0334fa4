// spmv_run.hpp - the templates behind measure_spmv, instantiated by spmv_f32.cpp, spmv_f64.cpp and spmv_bool.cpp.
#pragma once
#include <heddle/ops/mxv/mxv.hpp>

#include "src/measure/cusparse.hpp"
#include "src/measure/share_cycles.hpp"
#include "src/measure/spmv.hpp"
#include "src/measure/times.hpp"
#include "src/verify/products.hpp"

namespace heddle::measure {

/// y = A x of truth values, over lor_land or any_pair.
template <class Index>
spmv_table measure_truth(std::string_view semiring, matrix<bool, Index, Index> a, spmv_request const& request);

/// The same entries with the columns named as the plan names them, in memory shared with `a`: a plan of it finds its
/// columns in place, as it would where x is kept in the plan's order from one product to the next.
template <class T, class Index>
matrix<T, Index, Index> with_named_columns(matrix<T, Index, Index> const& a,
                                           detail::column_labels<Index> const& labels) {
  auto const view = a.csr();
  auto const* const columns = labels.in_place ? view.indices : labels.columns.data();
  return matrix<T, Index, Index>::adopt_csr(
      {view.major, view.minor, view.nnz, view.offsets, columns, view.values.data, view.values.one}, a.exec());
}

/// u(order(i)) for i below the number of columns with entries; zero behind them.
template <class T, class Index>
vector<T, Index> in_plan_order(vector<T, Index> const& u, detail::column_labels<Index> const& labels) {
  if (labels.in_place) return u;
  auto result = vector<T, Index>::filled(u.size(), T{}, u.exec());
  primitives::gather(u.exec(), storage_of(result).write_full().values.data(), storage_of(u).bitmap().values.data(),
                     labels.order.data(), labels.used, sizeof(T));
  return result;
}

/// What of a measurement depends on the semiring: all else is compiled once for each domain D.
template <class D, class Index> struct spmv_semiring {
  D identity;  // of the monoid
  bool reads_left, reads_right;
  bool sums;           // floating-point numbers, which round
  bool is_plus_times;  // which competitors know too
  void (*multiply)(vector<D, Index>& y, matrix<D, Index, Index> const& a, vector<D, Index> const& x,
                   descriptor const& how);
  /// Entry by entry.
  std::vector<verify::expected_row> (*expect)(size_type num_rows, matrix_tuples<D, Index> const& a,
                                              std::vector<D> const& x);
};

template <class SR, class Index> spmv_semiring<domain_of<SR>, Index> spmv_over() {
  using D = domain_of<SR>;
  return {
      .identity = add_of<SR>{}.identity(),
      .reads_left = detail::reads<SR>::left,
      .reads_right = detail::reads<SR>::right,
      .sums = verify::sums_with_rounding<SR>,
      .is_plus_times = std::is_same_v<SR, plus_times<D>>,
      .multiply =
          [](vector<D, Index>& y, matrix<D, Index, Index> const& a, vector<D, Index> const& x, descriptor const& how) {
            ops::mxv_detail::by_pull(y, no_mask, no_accum, SR{}, a, x, how);  // x is dense
          },
      .expect = verify::expected_rows<SR, Index>};
}

template <class D, class Index> class spmv_run {
 public:
  spmv_run(spmv_semiring<D, Index> const& over, matrix<D, Index, Index> a, spmv_request const& request)
      : over_(over),
        a_(std::move(a)),
        request_(request),
        host_x_(verify::operand_of<D>(a_.cols())),
        x_(vector<D, Index>::dense(host_x_, request.exec)),
        y_(a_.rows(), request.exec),
        expected_(over.expect(a_.rows(), a_.tuples(), host_x_)) {}

  spmv_table measure() {
    spmv_table table{.nnz = a_.nnz()};
    for (schedule const& chosen : request_.schedules) table.rows.push_back(measure(chosen));
    if (request_.plan) measure_locality(table);
    if (request_.compact) measure_compact(table);
    if constexpr (std::is_floating_point_v<D>) {
      if (over_.is_plus_times && request_.compare_cusparse) measure_cusparse(table);
    }
    bool const right = std::all_of(table.rows.begin(), table.rows.end(), [](auto const& row) { return row.verified; });
    if (right && request_.keep_result) table.result = readable(y_.to_dense(over_.identity));
    table.statistics = storage_of(a_).csr().statistics();
    return table;
  }

 private:
  static auto readable(std::vector<D> values) {
    if constexpr (std::is_same_v<D, bool>) {
      return std::vector<int>(values.begin(), values.end());
    } else {
      return values;
    }
  }

  // Every array once, which is the least that can be moved.
  double gb_per_second(double elapsed_ms) const {
    auto const& form = storage_of(a_).csr();
    bool const reads_values = over_.reads_left && !form.one_value;
    double const bytes = static_cast<double>(form.nnz) * (sizeof(Index) + (reads_values ? sizeof(D) : 0)) +
                         static_cast<double>(form.major) * (sizeof(Index) + sizeof(D)) +
                         static_cast<double>(form.minor) * (over_.reads_right ? sizeof(D) : 0);
    return bytes / std::max(elapsed_ms, 1e-6) * 1e-6;
  }

  void set_trace(spmv_row& row, schedule const& chosen) const {
    auto const& form = storage_of(a_).csr();
    row.traced = form.plan_for(chosen, sizeof(D));
    row.trace = loads_of(request_.exec, form.tiles(), *row.traced);
    if constexpr (std::is_floating_point_v<D> && std::is_same_v<Index, std::int32_t>) {
      if (!over_.is_plus_times || request_.exec.is_host()) return;
      auto const* const x = reinterpret_cast<D const*>(storage_of(x_).bitmap().values.data());
      row.trace->cycles = measure::share_cycles(request_.exec, *row.traced, a_.csr(), x);
    }
  }

  // On a GPU ten runs in a row, so that the launch of one hides behind the one before.
  template <class Run> void time(spmv_row& row, Run const& run) const {
    int const in_a_row = request_.exec.is_host() ? 1 : 10;
    std::vector<double> times;
    for (size_type k = 0; k < request_.repeat; ++k) {
      double const ms = elapsed_ms(request_.exec, [&] {
        for (int i = 0; i < in_a_row; ++i) run();
      });
      times.push_back(ms / in_a_row);
    }
    row.elapsed_ms = median(times);
    row.p10_ms = quantile(times, 0.1);
    row.p90_ms = quantile(times, 0.9);
    row.gb_per_second = gb_per_second(row.elapsed_ms);
  }

  spmv_row measure(schedule const& chosen) {
    spmv_row row{.name = chosen.text(), .chosen = {}};
    row.setup_ms = elapsed_ms(request_.exec,
                              [&] { row.chosen = storage_of(a_).csr().plan_for(chosen, sizeof(D))->chosen.text(); });
    time(row, a_, x_, {.schedule = chosen});
    if (request_.trace) set_trace(row, chosen);
    return row;
  }

  void time(spmv_row& row, matrix<D, Index, Index> const& a, vector<D, Index> const& x, descriptor const& how) {
    auto const multiply = [&] { over_.multiply(y_, a, x, how); };
    multiply();
    row.verified = verify::is_expected(expected_, y_, over_.sums);
    time(row, multiply);
  }

  // Row i of the table once more, by a plan.
  void add_planned(spmv_table& table, std::size_t i, char const* plan, matrix<D, Index, Index> const& a,
                   vector<D, Index> const& x, descriptor how) {
    spmv_row row{.name = table.rows[i].name,
                 .chosen = table.rows[i].chosen,
                 .plan = plan,
                 .setup_ms = table.rows[i].setup_ms + table.plan->setup_ms};
    how.schedule = request_.schedules[i];
    time(row, a, x, how);
    table.rows.push_back(row);
  }

  void measure_locality(spmv_table& table) {
    stopwatch watch;
    auto const placed = storage_of(a_).csr().place_columns(*request_.plan, sizeof(D));
    request_.exec.wait();
    table.plan = {"locality",    watch.elapsed_ms(), placed.labels != nullptr,
                  placed.reason, placed.coverage,    placed.hubs};
    if (!placed.labels) return;
    auto const kept = with_named_columns(a_, *placed.labels);
    auto const kept_x = in_plan_order(x_, *placed.labels);
    for (std::size_t i = 0; i < request_.schedules.size(); ++i) {
      add_planned(table, i, "locality", a_, x_, {.locality = request_.plan});
      add_planned(table, i, "locality, x kept", kept, kept_x, {.locality = request_.plan});
    }
  }

  void measure_compact(spmv_table& table) {
    auto const& form = storage_of(a_).csr();
    stopwatch watch;
    auto const made = form.compact_for(*request_.compact, form.indices.data());
    request_.exec.wait();
    table.plan = {.name = "compact", .setup_ms = watch.elapsed_ms(), .helps = made->helps(), .reason = made->reason};
    table.plan->bytes = made->bytes();
    if (!made->helps()) return;
    for (std::size_t i = 0; i < request_.schedules.size(); ++i) {
      add_planned(table, i, "compact", a_, x_, {.compact = request_.compact});
    }
  }

  // Values that A does not store are written out, since cuSPARSE needs them.
  cusparse_problem rival_problem(vector<D, Index>& ones) {
    auto const a = a_.csr();
    auto const* values = reinterpret_cast<void const*>(a.values.data);
    if (!values) {
      ones = vector<D, Index>::filled(a.nnz, a.values.one, request_.exec);
      values = storage_of(ones).bitmap().values.data();
    }
    return cusparse_problem_of<D>(request_.exec, a.major, a.minor, a.nnz, a.offsets, a.indices, values,
                                  storage_of(x_).bitmap().values.data(), storage_of(y_).write_full().values.data());
  }

  void measure_cusparse(spmv_table& table) {
    vector<D, Index> ones;
    auto const session = cusparse_session(request_.exec);
    auto const problem = rival_problem(ones);
    for (cusparse_variant const& variant : cusparse_variants()) {
      if (variant.call == cusparse_call::coo) continue;
      std::optional<cusparse_product> multiply;
      double const setup_ms = elapsed_ms(request_.exec, [&] { multiply.emplace(session, problem, variant); });
      std::string const name =
          std::string("cusparse_") + variant.word + (variant.call == cusparse_call::preprocessed_csr ? "ed" : "");
      spmv_row row{.name = name, .chosen = name, .ours = false, .verified = true, .setup_ms = setup_ms};
      (*multiply)();
      auto const values = y_.to_dense(D{});
      for (std::size_t i = 0; i < values.size(); ++i) {
        row.verified &= verify::accepts(expected_[i], values[i], over_.sums);
      }
      time(row, *multiply);
      table.rows.push_back(row);
    }
  }

  spmv_semiring<D, Index> over_;
  matrix<D, Index, Index> a_;
  spmv_request const& request_;
  std::vector<D> host_x_;
  vector<D, Index> x_, y_;
  std::vector<verify::expected_row> expected_;
};

template <class SR, class Index>
spmv_table run_spmv(matrix<domain_of<SR>, Index, Index> a, spmv_request const& request) {
  return spmv_run<domain_of<SR>, Index>(spmv_over<SR, Index>(), std::move(a), request).measure();
}

template <class T, class Index>
spmv_table measure_spmv(std::string_view semiring, matrix<T, Index, Index> a, spmv_request const& request) {
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

}  // namespace heddle::measure
