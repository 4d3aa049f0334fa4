// pagerank.cpp - PageRank over ranks, all of it one piece of work at each: an iteration is the product with the columns
// of the rank's vertices, one pass over these, and an exchange of what they pass on and others need, with two sums.
#include <heddle/detail/ranks/pagerank.hpp>

#include "src/algorithms/fused_ranks.hpp"
#include "src/traverse/rank_step.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::member;

namespace {

// What all vertices pass along each of their entries lies at every rank, where a rank writes that of its own. Ranks
// that share their memory have it once, as it was and as it will be.
template <index_type I, index_type O> class ranking_part {
 public:
  ranking_part(member& m, dealing const& by, compressed<I, O> const& rows, matrix<bool, I, O> const& columns,
               needed_elements<I> const* needed, pagerank_options const& options)
      : m_(m), by_(by), offsets_(rows.offsets.data()), columns_(columns), options_(options) {
    if (together_) {
      auto both = m.rank() == 0 ? std::make_shared<buffer<double>>(exec_, 2 * n_) : nullptr;
      shared_ = of_first_rank(m, std::move(both));
    }
    now_ = together_ ? shared_->data() : written(passes_);
    if (needed) few_.emplace(m, *needed, sizeof(double));
    kept_ = static_cast<double>(n_ - m.sum_of_all(rows.statistics().empty_rows)) / vertices_;
    double const none = 0;
    primitives::fill(exec_, sums_.data(), sums_.size(), sizeof none, &none);
    if (fused_) {
      ranks_ = vector<double, I>::filled(mine_, 1 / vertices_, exec_);
      if (!together_) next_.resize(static_cast<std::size_t>(mine_));
      later_ = together_ ? now_ + n_ + by.begin(m.rank()) : next_.data();
      for (size_type v = 0; v < mine_; ++v) {
        size_type const degree = offsets_[v + 1] - offsets_[v];
        own()[v] = degree > 0 ? options.damping / vertices_ / static_cast<double>(degree) : 0;
      }
    } else {
      ops::for_each_index(exec_, mine_, first_passes{offsets_, 1 / vertices_, own()});
    }
    exchange();
  }

  ranked_part<I> run() {
    ranked_part<I> found{vector<double, I>(0, exec_)};
    do {
      if (mine_ > 0) fused_ ? fused_step() : step();
      exchange();
      add_up(found.change);
      ++found.iterations;
    } while (found.change > options_.tolerance && found.iterations < options_.iterations);
    if (!fused_) {
      copy_bytes(exec_, written(ranks_), exec_, own(), static_cast<std::size_t>(mine_) * sizeof(double));
      ops::for_each_index(exec_, mine_, ranks_of_passes{offsets_, written(ranks_)});
    }
    found.ranks = std::move(ranks_);
    return found;
  }

 private:
  double* own() { return now_ + by_.begin(m_.rank()); }
  // Of this rank: by how much its ranks moved, and which of them are passed on.
  double* own_sums() { return sums_.data() + 2 * m_.rank(); }

  void step() {
    ops::mxv_detail::by_pull(y_, no_mask, no_accum, plus_second<double>{}, columns_, passes_,
                             {.schedule = options_.schedule, .direction = direction::pull});
    auto const& came = storage_of(y_).bitmap();
    primitives::fill(exec_, all_kept_.data(), 1, sizeof kept_, &kept_);
    rank_step const step{offsets_, typed<double>(came.values), came.full() ? nullptr : came.present.data(),
                         own(),    all_kept_.data(),           options_.damping,
                         vertices_};
    if (!exec_.is_host()) {
      return with_cuda([&] { gpu::sum_rank_steps(exec_, mine_, step, own_sums(), own_sums() + 1); });
    }
    rank_sums all;
    for (size_type v = 0; v < mine_; ++v) all = all + step(v);
    own_sums()[0] = all.change, own_sums()[1] = all.kept;
  }

  // A rank of the host has one thread: no column is too long for it.
  void fused_step() {
    host::rank_pass<I, O> const pass{pattern_view<bool>(storage_of(columns_).csr()), offsets_, options_.damping,
                                     written(ranks_)};
    double const teleport = (1 - options_.damping * kept_) / vertices_;
    auto const* const columns = pass.columns.offsets;
    constexpr size_type run = size_type{1} << 14;  // stays in the cache
    double change = 0, kept = 0;
    for (size_type v = 0; v < mine_;) {
      size_type const begin = v;
      while (v < mine_ && columns[v] - columns[begin] + v - begin < run) ++v;
      auto const sums = pass.over(begin, v, now_, later_, teleport);
      change += sums.change;
      kept += sums.kept;
    }
    if (together_) {
      double* const was = own();
      now_ = later_ - by_.begin(m_.rank());
      later_ = was;
    } else {
      std::copy(next_.begin(), next_.end(), own());
    }
    own_sums()[0] = change, own_sums()[1] = kept;
  }

  void exchange() {
    if (m_.ranks() == 1) return;
    exchanged_arrays arrays;
    for (int r = 0; r < m_.ranks(); ++r) {
      if (r == m_.rank()) continue;
      arrays.send(r, own_sums(), 2);
      arrays.await(r, sums_.data() + 2 * r, 2);
      if (few_ || together_) continue;
      arrays.send(r, own(), mine_);
      arrays.await(r, now_ + by_.begin(r), by_.size_of(r));
    }
    if (few_) few_->send(own(), arrays);
    m_.exchange(exec_, arrays.out, arrays.in);
    if (few_) few_->receive(now_);
  }

  // The same at every rank.
  void add_up(double& change) {
    auto const sums = sums_.to_host();
    change = kept_ = 0;
    for (std::size_t r = 0; r < sums.size(); r += 2) {
      change += sums[r];
      kept_ += sums[r + 1];
    }
  }

  member& m_;
  dealing const& by_;
  O const* offsets_;  // of rows: to how many a vertex leads
  matrix<bool, I, O> const& columns_;
  pagerank_options const& options_;
  executor exec_ = m_.exec();
  bool const fused_ = exec_.is_host() && options_.schedule.is_automatic();
  bool const together_ = fused_ && m_.shares_memory();
  size_type n_ = by_.size(), mine_ = by_.size_of(m_.rank());
  double vertices_ = static_cast<double>(n_), kept_ = 0;
  vector<double, I> passes_ = vector<double, I>::filled(together_ ? 0 : n_, 0, exec_), y_{fused_ ? 0 : mine_, exec_};
  std::shared_ptr<buffer<double>> shared_;
  double* now_ = nullptr;    // what all vertices pass on
  double* later_ = nullptr;  // where all is one pass: what those of this rank will
  vector<double, I> ranks_ = vector<double, I>::filled(mine_, 0, exec_);
  std::vector<double> next_;               // where all is one pass: what is passed on next
  std::optional<needed_exchange<I>> few_;  // where not all that is passed on goes to all
  buffer<double> sums_{exec_, 2 * size_type{m_.ranks()}}, all_kept_{exec_, 1};
};

}  // namespace

template <index_type I, index_type O>
ranked_part<I> rank_part(member& m, dealing const& by, compressed<I, O> const& rows, matrix<bool, I, O> const& columns,
                         needed_elements<I> const* needed, pagerank_options const& options) {
  return ranking_part<I, O>(m, by, rows, columns, needed, options).run();
}

#define HEDDLE_INSTANTIATE(I, O)                                                                                 \
  template ranked_part<I> rank_part(member&, dealing const&, compressed<I, O> const&, matrix<bool, I, O> const&, \
                                    needed_elements<I> const*, pagerank_options const&);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
