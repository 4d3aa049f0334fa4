// pagerank.cpp - PageRank: a product and one pass an iteration, recorded where a GPU runs such a loop itself; on the
// host, unless a schedule is asked for, both in one. Under a strategy pushes of active vertices.
#include <cmath>
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/ops/loop/compare.hpp>

#include "src/algorithms/active_ranks.hpp"
#include "src/algorithms/direct.hpp"
#include "src/algorithms/fused_ranks.hpp"
#include "src/traverse/rank_step.hpp"

namespace heddle::detail {

void check_ranges(pagerank_options const& options) {
  if (!(options.damping >= 0 && options.damping <= 1)) {
    throw invalid_argument(concat("pagerank: damping is ", options.damping, ", but must be from 0 to 1"));
  }
  if (!(options.tolerance >= 0 && std::isfinite(options.tolerance))) {
    throw invalid_argument(concat("pagerank: tolerance is ", options.tolerance, ", but must be 0 or more, and finite"));
  }
  if (options.iterations < 1) {
    throw invalid_argument(concat("pagerank: iterations is ", options.iterations, ", but must be 1 or more"));
  }
}

namespace {

void check(pagerank_options const& options, executor const& exec) {
  check_descriptor({.schedule = options.schedule, .strategy = options.strategy});
  if (options.strategy) require_effect("pagerank", *options.strategy, {.on_gpu = !exec.is_host()});
  check_ranges(options);
}

// The sums of runs are added up in order, so that they do not depend on the number of threads.
void sum_rank_steps(executor const& exec, size_type n, rank_step const& step, double* change, double* kept) {
  constexpr size_type run = size_type{1} << 14;
  std::vector<rank_sums> sums(static_cast<std::size_t>(ceil_div(n, run)));
  host::parallel_for(exec.num_workers(), static_cast<size_type>(sums.size()), 1, [&](size_type i) {
    for (size_type v = i * run; v < min_of(n, (i + 1) * run); ++v) sums[i] = sums[i] + step(v);
  });
  rank_sums all;
  for (rank_sums const& of_run : sums) all = all + of_run;
  *change = all.change, *kept = all.kept;
}

template <index_type I, index_type O> class power_iteration {
 public:
  power_iteration(matrix_operand<bool, I, O> const& edges, pagerank_options const& options)
      : edges_(edges), options_(options) {
    auto const& rows = edges.by_rows();
    double const share = 1 / static_cast<double>(n_);
    ops::for_each_index(exec_, n_, first_passes{rows.offsets.data(), share, written(passes_)});
    kept_.set(static_cast<double>(n_ - rows.statistics().empty_rows) * share);
    storage_of(y_).write_bitmap();
  }

  pagerank_result<I> run() {
    loop_result done;
    if (exec_.is_host()) {
      done.limited = true;
      while (done.limited && done.iterations < options_.iterations) {
        iterate();
        ++done.iterations;
        done.limited = change_.get() > options_.tolerance;
      }
    } else {
      auto loop = device_loop(exec_, operands(y_, passes_, kept_, change_), [this](loop_step&) { iterate(); },
                              change_ > options_.tolerance, {.most_iterations = options_.iterations});
      done = loop.run();
    }
    ops::for_each_index(exec_, n_, ranks_of_passes{edges_.by_rows().offsets.data(), written(passes_)});
    return {std::move(passes_), done.iterations, change_.get(), !done.limited};
  }

 private:
  void iterate() {
    ops::mxv_detail::by_pull(y_, no_mask, no_accum, plus_second<double>{}, edges_.transpose(), passes_,
                             {.schedule = options_.schedule, .direction = direction::pull});
    auto const& came = storage_of(y_).bitmap();
    rank_step const step{edges_.by_rows().offsets.data(),
                         typed<double>(came.values),
                         came.full() ? nullptr : came.present.data(),
                         written(passes_),
                         kept_.data(),
                         options_.damping,
                         static_cast<double>(n_)};
    if (exec_.is_host()) return sum_rank_steps(exec_, n_, step, change_.data(), kept_.data());
    with_cuda([&] { gpu::sum_rank_steps(exec_, n_, step, change_.data(), kept_.data()); });
  }

  matrix_operand<bool, I, O> edges_;
  pagerank_options const& options_;
  size_type n_ = edges_.rows();
  executor exec_ = edges_.exec();
  vector<double, I> passes_ = vector<double, I>::filled(n_, 0, exec_), y_{n_, exec_};
  scalar<double> kept_{0, exec_}, change_{std::numeric_limits<double>::infinity(), exec_};
};

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
      host::parallel_for(exec_.num_workers(), static_cast<size_type>(sums_.size()), 1, [&](size_type i) {
        sums_[i] = pass.over(runs_[i], runs_[i + 1], passed.data(), passes.data(), teleport);
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

template <index_type I, index_type O>
pagerank_result<I> ranks_of(matrix_operand<bool, I, O> const& edges, pagerank_options const& options) {
  if (edges.rows() == 0) return {vector<double, I>(0, edges.exec())};
  if (has_strategy(options)) return active_iteration<I, O>(edges, options).run();
  if (is_fused(edges, options)) return fused_iteration<I, O>(edges, options).run();
  return power_iteration<I, O>(edges, options).run();
}

}  // namespace

template <index_type I, index_type O>
pagerank_result<I> pagerank(matrix_operand<bool, I, O> const& edges, pagerank_options const& options) {
  require_unrecorded(edges.exec(), "pagerank");
  size_type const n = edges.rows();
  require_square("pagerank", n, edges.cols());
  check(options, edges.exec());
  auto result = ranks_of(edges, options);
  result.ran_as = has_strategy(options) ? concat("active vertices pushed by ", strategy_of(options).text())
                                        : concat("power iteration by ", options.schedule.text());
  return result;
}

#define HEDDLE_INSTANTIATE(I, O) \
  template pagerank_result<I> pagerank(matrix_operand<bool, I, O> const&, pagerank_options const&);
#include "src/algorithms/graph_widths.hpp"

}  // namespace heddle::detail
