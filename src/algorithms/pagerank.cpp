// pagerank.cpp - PageRank: a product, two sums and one pass an iteration, recorded where a GPU runs such a loop itself;
// on the host, unless a schedule is asked for, all of it in one pass.
#include <cmath>
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/ops/loop/compare.hpp>
#include <heddle/ops/reduce/reduce.hpp>

#include "src/algorithms/fused_ranks.hpp"
#include "src/core/rank_step.hpp"

namespace heddle::detail {

namespace {

void check(pagerank_options const& options) {
  check_schedule(options.schedule);
  if (!(options.damping >= 0 && options.damping <= 1)) {
    throw invalid_argument(concat("pagerank: damping is ", options.damping, ", not from 0 to 1"));
  }
  if (!(options.tolerance >= 0 && std::isfinite(options.tolerance))) {
    throw invalid_argument(concat("pagerank: tolerance is ", options.tolerance, ", not a number of at least 0"));
  }
  if (options.iterations < 1) {
    throw invalid_argument(concat("pagerank: at most ", options.iterations, " iterations, which must be 1 or more"));
  }
}

template <index_type I> double* written(vector<double, I>& dense) {
  return reinterpret_cast<double*>(dense.storage().write_full().values.data());
}

template <index_type I, index_type O> class power_iteration {
 public:
  power_iteration(matrix_operand<bool, I, O> const& edges, pagerank_options const& options)
      : edges_(edges), options_(options), dangling_(edges.by_rows().statistics().empty_rows > 0) {
    step();  // of a y that sums to 1 and so is x
    if (!dangling_) total_.set(options.damping);
  }

  void iterate() {
    mxv(y_, no_mask, plus<double>{}, plus_second<double>{}, edges_.transpose(), scaled_,
        {.schedule = options_.schedule, .direction = direction::pull});
    if (dangling_) reduce(total_, plus_monoid<double>{}, y_);
    step();
    reduce(error_, plus_monoid<double>{}, change_);
  }

  pagerank_result<I> run() {
    loop_result done;
    if (exec_.is_host()) {
      done.limited = true;
      while (done.limited && done.iterations < options_.iterations) {
        iterate();
        ++done.iterations;
        done.limited = error_.get() > options_.tolerance;
      }
    } else {
      auto loop =
          device_loop(exec_, operands(y_, x_, scaled_, change_, total_, error_), [this](loop_step&) { iterate(); },
                      error_ > options_.tolerance, {.most_iterations = options_.iterations});
      done = loop.run();
    }
    return {std::move(x_), done.iterations, error_.get(), !done.limited};
  }

 private:
  void step() {
    rank_step<O> const each{edges_.by_rows().offsets.data(),
                            total_.data(),
                            written(y_),
                            written(x_),
                            written(scaled_),
                            written(change_),
                            options_.damping,
                            static_cast<double>(n_)};
    ops::for_each_index(exec_, n_, each);
  }

  matrix_operand<bool, I, O> edges_;
  pagerank_options const& options_;
  bool dangling_;
  size_type n_ = edges_.rows();
  executor exec_ = edges_.exec();
  vector<double, I> y_ = vector<double, I>::filled(n_, 1 / static_cast<double>(n_), exec_);
  vector<double, I> x_ = vector<double, I>::filled(n_, 0, exec_), scaled_ = x_, change_ = x_;
  scalar<double> total_{1, exec_}, error_{std::numeric_limits<double>::infinity(), exec_};
};

// What y of the other way sums to, and what it lacks of 1, is known before y: the ranks of vertices that lead somewhere
// times the damping.
template <index_type I, index_type O> class fused_iteration {
 public:
  fused_iteration(matrix_operand<bool, I, O> const& edges, pagerank_options const& options)
      : options_(options),
        columns_(pattern_view<bool>(edges.by_columns())),
        offsets_(edges.by_rows().offsets.data()),
        n_(edges.rows()),
        exec_(edges.exec()),
        runs_(host::runs_of_rows(columns_.offsets, n_)),
        sums_(runs_.size() - 1) {}

  pagerank_result<I> run() {
    double const share = 1 / static_cast<double>(n_);
    auto x = vector<double, I>::filled(n_, share, exec_);
    std::vector<double> passed(static_cast<std::size_t>(n_)), passes(passed.size());
    host::rank_pass<I, O> const pass{columns_, offsets_, options_.damping, written(x)};
    size_type leading = 0;
    for (size_type v = 0; v < n_; ++v) {
      size_type const degree = offsets_[v + 1] - offsets_[v];
      leading += degree > 0;
      passed[v] = degree > 0 ? options_.damping * share / static_cast<double>(degree) : 0;
    }
    double kept = static_cast<double>(leading) * share, change = std::numeric_limits<double>::infinity();
    size_type iterations = 0;
    while (iterations < options_.iterations && change > options_.tolerance) {
      double const teleport = (1 - options_.damping * kept) * share;
      host::for_each_run(exec_.num_workers(), static_cast<size_type>(sums_.size()), 1, [&](size_type i, size_type end) {
        for (; i < end; ++i) sums_[i] = pass.over(runs_[i], runs_[i + 1], passed.data(), passes.data(), teleport);
      });
      change = kept = 0;
      for (auto const& sums : sums_) {
        change += sums.change;
        kept += sums.kept;
      }
      passed.swap(passes);
      ++iterations;
    }
    return {std::move(x), iterations, change, change <= options_.tolerance};
  }

 private:
  pagerank_options const& options_;
  compressed_view<bool, I, O> columns_;
  O const* offsets_;
  size_type n_;
  executor exec_;
  std::vector<size_type> runs_;
  std::vector<typename host::rank_pass<I, O>::sums> sums_;
};

template <index_type I, index_type O>
bool is_fused(matrix_operand<bool, I, O> const& edges, pagerank_options const& options) {
  if (!edges.exec().is_host() || !options.schedule.is_automatic()) return false;
  auto const& columns = edges.by_columns();
  return host::has_short_columns(columns.statistics().max_length, columns.nnz);
}

}  // namespace

template <index_type I, index_type O>
pagerank_result<I> pagerank(matrix_operand<bool, I, O> const& edges, pagerank_options const& options) {
  size_type const n = edges.rows();
  if (n != edges.cols()) throw dimension_mismatch(concat("pagerank: A is ", shape(n, edges.cols()), ", not square"));
  check(options);
  if (n == 0) return {vector<double, I>(0, edges.exec())};
  if (is_fused(edges, options)) return fused_iteration<I, O>(edges, options).run();
  return power_iteration<I, O>(edges, options).run();
}

template pagerank_result<std::int32_t> pagerank(matrix_operand<bool, std::int32_t, std::int32_t> const&,
                                                pagerank_options const&);
template pagerank_result<std::int32_t> pagerank(matrix_operand<bool, std::int32_t, std::int64_t> const&,
                                                pagerank_options const&);
template pagerank_result<std::int64_t> pagerank(matrix_operand<bool, std::int64_t, std::int64_t> const&,
                                                pagerank_options const&);

}  // namespace heddle::detail
