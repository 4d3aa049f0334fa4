// pagerank.cpp - PageRank: a product, two sums and one pass an iteration, recorded where a GPU runs such a loop itself.
#include <cmath>
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/ops/loop/compare.hpp>
#include <heddle/ops/reduce/reduce.hpp>

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

}  // namespace

template <index_type I, index_type O>
pagerank_result<I> pagerank(matrix_operand<bool, I, O> const& edges, pagerank_options const& options) {
  size_type const n = edges.rows();
  if (n != edges.cols()) throw dimension_mismatch(concat("pagerank: A is ", shape(n, edges.cols()), ", not square"));
  check(options);
  if (n == 0) return {vector<double, I>(0, edges.exec())};
  return power_iteration<I, O>(edges, options).run();
}

template pagerank_result<std::int32_t> pagerank(matrix_operand<bool, std::int32_t, std::int32_t> const&,
                                                pagerank_options const&);
template pagerank_result<std::int32_t> pagerank(matrix_operand<bool, std::int32_t, std::int64_t> const&,
                                                pagerank_options const&);
template pagerank_result<std::int64_t> pagerank(matrix_operand<bool, std::int64_t, std::int64_t> const&,
                                                pagerank_options const&);

}  // namespace heddle::detail
