// product.hpp - the product of two matrices to a file: held once where it fits, else made and written in runs of rows.
#pragma once
#include <fmt/core.h>

#include <algorithm>
#include <heddle/io/files.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/semirings/semirings.hpp>
#include <string>
#include <vector>

#include "src/io/memory_bound.hpp"
#include "src/io/row_writer.hpp"
#include "src/measure/times.hpp"

namespace heddle::cli {

struct product_options {
  std::string path;
  io::write_options form;
  heddle::schedule schedule;
  size_type repeat = 1, memory_budget = 0;
  size_type memory = 0;  // bytes for operands, product and all that is made of it; 0: what is available
};

struct product_facts {
  size_type nnz = 0, runs = 1;
  product_need need;
  double elapsed_ms = 0;
};

template <class T, class Index> class product_to_file {
 public:
  using operand = matrix<T, Index, Index>;

  /// Throws invalid_argument where the file cannot hold a matrix of this shape.
  product_to_file(operand const& a, operand const& b, product_options const& options)
      : a_(a), b_(b), options_(options), exec_(a.exec()), times_(static_cast<std::size_t>(options.repeat), 0.0) {
    auto const choice = detail::output_format_of(options.path, options.form.extension, a.rows(), b.cols());
    in_runs_ = choice.format != detail::file_format::npz;  // which wants each array whole
    if (!in_runs_ && options.memory > 0) {
      throw invalid_argument("--memory: an .npz archive holds whole arrays; .mtx can be written in runs of rows");
    }
    d_.schedule = schedule_of(options.schedule);
    d_.memory_budget = options.memory_budget;
  }

  /// Throws out_of_memory, naming what it takes, before anything is made that does not fit.
  product_facts run(io::progress_callback const& progress) {
    facts_.need = mxm_need(operand(a_.rows(), b_.cols(), exec_), plus_times<T>{}, a_, b_, d_);
    options_.memory > 0 ? write_in_runs(progress) : write_at_once(progress);
    facts_.elapsed_ms = measure::median(times_);
    return facts_;
  }

 private:
  using writer = detail::row_writer<T, Index>;
  static constexpr double entry_bytes = sizeof(Index) + sizeof(T);
  static constexpr size_type most_text = size_type{1} << 25, least_text = size_type{1} << 16;

  // Entries of the product before each row, and what it takes beside them.
  struct row_counts {
    std::vector<size_type> first;
    ops::mxm_detail::product_costs costs;

    size_type of(size_type row) const { return first[row + 1] - first[row]; }
    size_type all() const { return first.back(); }
  };

  // A full right operand is not expanded: there a schedule that cuts rows would bracket their sums by what else is in
  // the run. These do not cut.
  heddle::schedule schedule_of(heddle::schedule const& asked) const {
    if (!asked.is_automatic() || !std::is_floating_point_v<T> || !b_.is_full()) return asked;
    return exec_.is_host() ? heddle::schedule(schedules::thread_mapped{}) : heddle::schedule(schedules::group_mapped{});
  }

  detail::row_writer_shape shape_of(size_type nnz) const {
    return {a_.rows(), b_.cols(), nnz, std::is_integral_v<T> ? io::field::integer : io::field::real,
            options_.form.extension};
  }

  // Of an archive entries and its arrays are made beside the product.
  double product_bytes(size_type nnz) const {
    double const each = in_runs_ ? entry_bytes : 3 * entry_bytes + sizeof(Index);
    return static_cast<double>(nnz) * each + static_cast<double>(a_.rows() + 1) * sizeof(Index);
  }

  void multiply(operand& c, operand const& a, descriptor const& d) {
    for (double& elapsed_ms : times_) {
      c.clear();  // two are not to be held
      elapsed_ms += measure::elapsed_ms(exec_, [&] { mxm(c, plus_times<T>{}, a, b_, d); });
    }
  }

  void write_at_once(io::progress_callback const& progress) {
    if (exec_.is_host()) fit_into_available();
    operand c(a_.rows(), b_.cols(), exec_);
    multiply(c, a_, d_);
    facts_.nnz = c.nnz();
    if (!in_runs_) return write_whole(c, progress);
    writer out(options_.path, shape_of(facts_.nnz), most_text);
    out.write(c, 0, progress);
    out.commit();
  }

  void write_whole(operand const& c, io::progress_callback const& progress) const {
    auto tuples = c.tuples();
    io::coordinates<T, Index> const entries{.rows = c.rows(),
                                            .cols = c.cols(),
                                            .row = std::move(tuples.row),
                                            .col = std::move(tuples.col),
                                            .value = std::move(tuples.value),
                                            .values = shape_of(c.nnz()).values};
    io::write(options_.path, entries, progress, options_.form);
  }

  // What mxm_need says is a bound that may be far off: where that does not fit, entries are counted.
  void fit_into_available() {
    double const available = detail::available_memory() - static_cast<double>(most_text);
    double const workspace = static_cast<double>(budgeted(facts_.need.workspace_bytes));
    if (product_bytes(facts_.need.entries) + workspace <= available) return;
    double const least = static_cast<double>(facts_.need.least_bytes);
    if (product_bytes(least_entries()) + least > available) refuse("at least ", least_entries(), least, available);
    size_type const entries = counted().all();
    double const result = product_bytes(entries);
    if (result + least > available) refuse("", entries, least, available);
    if (result + workspace > available) d_.memory_budget = budgeted(static_cast<size_type>(available - result));
  }
  [[noreturn]] void refuse(char const* how, size_type entries, double beside, double available) const {
    throw out_of_memory(
        fmt::format("the product of {}{} entries takes about {} of memory, and {} are left: --memory SIZE writes {} in "
                    "runs of rows",
                    how, entries, detail::shown_size(product_bytes(entries) + beside),
                    detail::shown_size(std::max(available, 0.0)), in_runs_ ? "it" : "an .mtx file"));
  }

  // A row of the product is no shorter than the longest row of B that goes into it. On the host, O(nnz(A)).
  size_type least_entries() const {
    auto const a = a_.csr(), b = b_.csr();
    size_type entries = 0;
    for (size_type i = 0; i < a.major; ++i) {
      Index longest = 0;
      for (size_type e = a.offsets[i]; e < a.offsets[i + 1]; ++e) {
        longest = std::max<Index>(longest, b.offsets[a.indices[e] + 1] - b.offsets[a.indices[e]]);
      }
      entries += longest;
    }
    return entries;
  }

  size_type budgeted(size_type bytes) const {
    return options_.memory_budget > 0 ? std::min(bytes, options_.memory_budget) : bytes;
  }

  row_counts counted() const {
    ops::mxm_detail::multiplication<plus_times<T>, T, T, Index, Index> work{exec_, detail::operand(a_),
                                                                            detail::operand(b_), plus_times<T>{}, d_};
    work.measure();
    size_type longest = 0;
    {
      ops::mxm_detail::read_on_host<size_type> const scanned(exec_, work.scanned.data(), a_.rows() + 1);
      for (size_type i = 0; i < a_.rows(); ++i) longest = std::max(longest, scanned[i + 1] - scanned[i]);
    }
    row_counts result;
    result.costs = ops::mxm_detail::costs_of<T>(work, true, longest);
    if (work.products == 0) {
      result.first.assign(static_cast<std::size_t>(a_.rows() + 1), 0);
      return result;
    }
    work.require_kernels();
    if (options_.memory > 0) work.table_bytes = std::max<size_type>(options_.memory / 4, 1);
    work.count();
    result.first = work.first.to_host();
    return result;
  }

  // How --memory is shared out; row_bytes of each row of a run, whatever it holds.
  struct memory_shares {
    double text, tables, run, row_bytes;
  };

  memory_shares shares_of(row_counts const& rows) const {
    auto const& form = storage_of(a_).csr();
    auto const held = [](auto const& f) {
      return static_cast<double>(f.offsets.bytes() + f.indices.bytes() + f.values.bytes());
    };
    bool const twice = &form != &storage_of(b_).csr();
    double const lines = static_cast<double>(a_.rows() + 1), memory = static_cast<double>(options_.memory);
    double const operands = held(form) + (twice ? held(storage_of(b_).csr()) : 0) + 8 * lines;
    double const left = memory - operands, table = static_cast<double>(rows.costs.table);
    memory_shares shares{};
    shares.row_bytes = static_cast<double>(rows.costs.fixed) / lines + 2 * sizeof(Index);
    shares.text = std::clamp(left / 8, static_cast<double>(least_text), static_cast<double>(most_text));
    shares.tables = std::max(table, std::min(static_cast<double>(rows.costs.tables), (left - shares.text) / 4));
    shares.run = left - shares.text - shares.tables;
    size_type longest = 0;
    for (size_type i = 0; i < a_.rows(); ++i) longest = std::max(longest, rows.of(i));
    double const least_run = static_cast<double>(longest) * entry_bytes + shares.row_bytes;
    if (a_.rows() == 0 || shares.run >= least_run) return shares;
    throw out_of_memory(fmt::format(
        "--memory: the operands take {} and the longest row of the product {} more, and {} is all that is given",
        detail::shown_size(operands), detail::shown_size(least_run + table + least_text), detail::shown_size(memory)));
  }

  void write_in_runs(io::progress_callback const& progress) {
    row_counts const rows = counted();
    memory_shares const shares = shares_of(rows);
    facts_.nnz = rows.all();
    facts_.runs = 0;
    auto const offsets = ops::mxm_detail::read_on_host<Index>(exec_, a_.csr().offsets, a_.rows() + 1);
    writer out(options_.path, shape_of(facts_.nnz), static_cast<size_type>(shares.text));
    for (size_type from = 0; from < a_.rows(); ++facts_.runs) {
      size_type const to = end_of_run(rows, shares, from);
      descriptor d = d_;
      d.memory_budget = budgeted(static_cast<size_type>(
          shares.tables + static_cast<double>(to - from + 1) * shares.row_bytes + 4096 + sizeof(T)));
      operand c(to - from, b_.cols(), exec_);
      multiply(c, rows_of_a(from, to, offsets), d);
      out.write(c, from);
      from = to;
      if (progress) progress(static_cast<double>(from) / static_cast<double>(a_.rows()));
    }
    out.commit();
  }

  // One row, and as many more as fit.
  size_type end_of_run(row_counts const& rows, memory_shares const& shares, size_type from) const {
    constexpr size_type most = std::numeric_limits<Index>::max();
    double held = 0;
    size_type to = from;
    for (; to < a_.rows(); ++to) {
      double const own = static_cast<double>(rows.of(to)) * entry_bytes + shares.row_bytes;
      if (to > from && (held + own > shares.run || rows.first[to + 1] - rows.first[from] > most)) break;
      held += own;
    }
    return to;
  }

  // Rows [from, to) of A: its own columns and values, which it must outlive.
  operand rows_of_a(size_type from, size_type to, ops::mxm_detail::read_on_host<Index> const& offsets) const {
    auto const view = a_.csr();
    size_type const first = offsets[from], n = offsets[to] - first;
    std::vector<Index> shifted(static_cast<std::size_t>(to - from + 1));
    for (size_type i = from; i <= to; ++i) shifted[i - from] = static_cast<Index>(offsets[i] - first);
    csr_buffers<T, Index, Index> part{to - from, a_.cols(), {}, {}, {}, view.values.one};
    part.offsets = buffer<Index>(exec_, std::span<Index const>(shifted));
    part.indices = buffer<Index>::adopt(exec_, const_cast<Index*>(view.indices) + first, n);
    if (view.values.data) part.values = buffer<T>::adopt(exec_, const_cast<T*>(view.values.data) + first, n);
    return operand::adopt_csr(std::move(part));
  }

  operand const& a_;
  operand const& b_;
  product_options options_;
  executor exec_;
  descriptor d_;
  product_facts facts_;
  std::vector<double> times_;
  bool in_runs_ = true;
};

}  // namespace heddle::cli
