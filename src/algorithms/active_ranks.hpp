// active_ranks.hpp - PageRank by pushes of active vertices, shared out by a strategy.
// McSherry, "A Uniform Approach to Accelerated PageRank Computation", WWW 2005.
//
// z = d P^T z + t / n has the ranks' proportions for any t, where P has no row for vertices without entries: what these
// spread evenly is a part of t. So of w = d P^T z - z only what differs from w's mean matters, and z + w - mean is what
// a power iteration makes of z. Vertices settle this where it is more than a share of the tolerance, and push d of it
// along their entries, where it changes w; the others wait.
#pragma once
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/ops/reduce/reduce.hpp>

#include "src/algorithms/direct.hpp"
#include "src/traverse/rank_step.hpp"

namespace heddle::detail {

template <index_type I, index_type O> class active_iteration {
  using whole = std::int64_t;

 public:
  active_iteration(matrix_operand<bool, I, O> const& edges, pagerank_options const& options)
      : edges_(edges), options_(options) {}

  pagerank_result<I> run() {
    waiting_.fill(unit / n_);  // as large everywhere, so that d P^T z is the first w
    settle(0, 0);
    auto const least = static_cast<whole>(options_.tolerance / 2 / static_cast<double>(n_) * unit);
    double change = std::numeric_limits<double>::infinity(), settled = 0;
    whole mean = 0, beyond = 0;
    size_type iterations = 0;
    while (change > options_.tolerance && iterations < options_.iterations) {
      push();
      whole const waits = sum_of(waiting_);
      mean = waits / n_;
      beyond = waits - mean * n_;
      settled = static_cast<double>(sum_of(settled_));
      settle(mean, least);
      change = static_cast<double>(sum_of(moved_)) / settled;
      ++iterations;
    }
    auto ranks = vector<double, I>::filled(n_, 0, exec_);
    ops::for_each_index(exec_, n_,
                        ranks_of_active{written(waiting_), written(settled_), mean,
                                        settled + static_cast<double>(beyond), written(ranks)});
    return {std::move(ranks), iterations, change, change <= options_.tolerance};
  }

 private:
  static constexpr whole unit = whole{1} << 59;  // is 1: sums of a few have room

  static whole sum_of(vector<whole, I> const& dense) { return reduce(plus_monoid<whole>{}, dense); }

  void settle(whole mean, whole least) {
    auto& passing = storage_of(passing_).write_bitmap();
    ops::for_each_index(exec_, n_,
                        active_passes{edges_.by_rows().offsets.data(), written(waiting_), written(settled_),
                                      written(moved_), reinterpret_cast<whole*>(passing.values.data()),
                                      passing.present.data(), mean, least, options_.damping});
  }

  void push() {
    mxv(waiting_, no_mask, plus<whole>{}, plus_second<whole>{}, edges_.transpose(), passing_,
        {.direction = direction::push, .strategy = strategy_of(options_), .costs = options_.costs});
  }

  matrix_operand<bool, I, O> edges_;
  pagerank_options const& options_;
  size_type n_ = edges_.rows();
  executor exec_ = edges_.exec();
  vector<whole, I> waiting_{n_, exec_}, settled_ = vector<whole, I>::filled(n_, 0, exec_), moved_ = settled_,
                                        passing_{n_, exec_};
};

}  // namespace heddle::detail
