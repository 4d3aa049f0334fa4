// word_bfs.hpp - searches from up to 64 sources at once on CPU threads, as the bits of one word a vertex: lists that
// are pushed, and where the frontier is large and columns are at hand, vertices that gather the words of their
// neighbours. Then et al., "The More the Merrier: Efficient Multi-Source Graph Traversal", VLDB 2014 (aggregated
// neighbour processing, and its early end).
#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <heddle/detail/host/lists.hpp>
#include <heddle/seam/views.hpp>
#include <span>

#include "src/traverse/source_words.hpp"

namespace heddle::host {

/// Of many words, how many have bit b: sums of 64 columns at once, kept as the bits of planes.
/// Mula, Kurz & Lemire, "Faster Population Counts Using AVX2 Instructions", The Computer Journal 61, 2018 (carry-save
/// adders).
class bit_counts {
 public:
  void add(std::uint64_t word) {
    for (std::size_t p = 0; word; ++p) {
      std::uint64_t const carry = planes_[p] & word;
      planes_[p] ^= word;
      word = carry;
    }
    if (++added_ == limit) flush();
  }
  /// The counts so far, which are taken away.
  std::array<size_type, 64> take() {
    flush();
    auto const result = counts_;
    counts_ = {};
    return result;
  }

 private:
  static constexpr std::size_t num_planes = 16;
  static constexpr int limit = (1 << num_planes) - 1;

  void flush() {
    for (std::size_t p = 0; p < num_planes; ++p) {
      for (std::uint64_t bits = planes_[p]; bits; bits &= bits - 1) {
        counts_[std::countr_zero(bits)] += size_type{1} << p;
      }
      planes_[p] = 0;
    }
    added_ = 0;
  }

  std::array<std::uint64_t, num_planes> planes_{};
  std::array<size_type, 64> counts_{};
  int added_ = 0;
};

template <index_type I, index_type O> class word_bfs {
 public:
  using word = detail::source_word;

  /// `columns` null: not at hand, so that frontiers are always pushed. push_cost: of an entry, in questions of a pull.
  word_bfs(compressed_view<bool, I, O> rows, compressed_view<bool, I, O> const* columns, double push_cost, int threads)
      : rows_(rows),
        columns_(columns),
        push_cost_(push_cost),
        seen_(static_cast<std::size_t>(rows.major)),
        next_(seen_.size()),
        lists_(static_cast<std::size_t>(threads)),
        counts_(lists_.size()) {}

  size_type edges = 0;  // in the rows of reached vertices, of all sources

  /// found[b], and if there are `levels` levels[b][0..n), all -1 before, for sources[b].
  void search(std::span<size_type const> sources, std::span<source_reach> found, std::int32_t* const* levels) {
    levels_ = levels;
    for (std::size_t b = 0; b < sources.size(); ++b) {
      if (next_[sources[b]] == 0) touched_.push_back(static_cast<I>(sources[b]));
      next_[sources[b]] |= word{1} << b;
    }
    keep_touched();
    close_level(found);
    while (to_push_ > 0) {
      ++level_;
      if (columns_ && pull_pays()) {
        pull();
      } else {
        if (in_words_) list_frontier();
        push();
        keep_touched();
      }
      close_level(found);
    }
    for (size_type v = 0; v < rows_.major; ++v) edges += std::popcount(seen_[v]) * row_length(v);
  }

 private:
  static constexpr size_type entries_worth_waking = size_type{1} << 15;

  size_type row_length(size_type v) const { return rows_.offsets[v + 1] - rows_.offsets[v]; }
  int threads_for(size_type entries) const {
    return entries < entries_worth_waking ? 1 : static_cast<int>(lists_.size());
  }

  // Every vertex asks some neighbours: the more, the fewer of them are in the frontier, and several of these until all
  // sources have come.
  bool pull_pays() const {
    constexpr double answers = 8;
    double const vertices = static_cast<double>(rows_.major), entries = static_cast<double>(rows_.nnz),
                 to_push = static_cast<double>(to_push_);
    return vertices * min_of(entries / vertices, answers * entries / to_push) < push_cost_ * to_push;
  }

  // A vertex has been reached from the sources of `fresh`, by this thread alone.
  void reach(int thread, size_type v, word fresh) {
    counts_[thread].add(fresh);
    if (!levels_) return;
    for (word bits = fresh; bits; bits &= bits - 1) levels_[std::countr_zero(bits)][v] = level_;
  }

  // The words of all that has been touched are seen, and it is the frontier.
  void keep_touched() {
    auto const n = static_cast<size_type>(touched_.size());
    to_push_ = parallel_sum(threads_for(n), n, 1024, [&](int thread, size_type i) {
      I const v = touched_[i];
      reach(thread, v, next_[v]);
      seen_[v] |= next_[v];
      next_[v] = 0;
      return row_length(v);
    });
    frontier_.swap(touched_);
    touched_.clear();
  }

  // All that the frontier has seen is pushed: what is not new there is not new behind it either.
  void push() {
    auto const n = static_cast<size_type>(frontier_.size());
    if (threads_for(to_push_) > 1) {
      for_each_listing(lists_, n, touched_, [&](size_type i, std::vector<I>& list) {
        for_each_neighbour(frontier_[i], [&](size_type v, word given) {
          std::atomic_ref next(next_[v]);
          word const fresh = given & ~next.load(std::memory_order_relaxed);
          if (fresh && next.fetch_or(fresh, std::memory_order_relaxed) == 0) list.push_back(static_cast<I>(v));
        });
      });
    } else {
      for (I const u : frontier_) {
        for_each_neighbour(u, [&](size_type v, word given) {
          if (next_[v] == 0) touched_.push_back(static_cast<I>(v));
          next_[v] |= given;
        });
      }
    }
  }
  // f(v, what is new there), where that is not 0.
  template <class F> void for_each_neighbour(size_type u, F const& f) const {
    word const given = seen_[u];
    for (size_type e = rows_.offsets[u]; e < rows_.offsets[u + 1]; ++e) {
      size_type const v = rows_.indices[e];
      if (word const fresh = given & ~seen_[v]) f(v, fresh);
    }
  }

  // Into next_, which is what has been seen with this level; then the two change places.
  void pull() {
    to_push_ = parallel_sum(threads_for(rows_.nnz), rows_.major, 1024, [&](int thread, size_type v) {
      word const before = seen_[v];
      word now = before;
      for (size_type e = columns_->offsets[v]; e < columns_->offsets[v + 1] && (alive_ & ~now); ++e) {
        now |= seen_[columns_->indices[e]];
      }
      next_[v] = now;
      if (now == before) return size_type{0};
      reach(thread, v, now & ~before);
      return row_length(v);
    });
    seen_.swap(next_);
    in_words_ = true;
  }

  // After a pull next_ is what was seen before it.
  void list_frontier() {
    frontier_.clear();
    for (size_type v = 0; v < rows_.major; ++v) {
      if (seen_[v] != next_[v]) frontier_.push_back(static_cast<I>(v));
      next_[v] = 0;
    }
    in_words_ = false;
  }

  // Sources that have found nothing in a level find nothing more.
  void close_level(std::span<source_reach> found) {
    std::array<size_type, detail::sources_a_word> counts{};
    for (auto& of_thread : counts_) {
      auto const some = of_thread.take();
      std::transform(counts.begin(), counts.end(), some.begin(), counts.begin(), std::plus<>());
    }
    alive_ = 0;
    for (std::size_t b = 0; b < found.size(); ++b) {
      detail::add_level(found[b], counts[b], level_);
      alive_ |= static_cast<word>(counts[b] > 0) << b;
    }
  }

  compressed_view<bool, I, O> rows_;
  compressed_view<bool, I, O> const* columns_;
  double push_cost_;
  std::int32_t* const* levels_ = nullptr;
  std::vector<word> seen_, next_;  // next_ is all 0 between levels, or what had been seen before a pull
  bool in_words_ = false;          // the frontier is where the two differ, else a list
  word alive_ = 0;                 // sources that have found something in the last level
  std::int32_t level_ = 0;
  size_type to_push_ = 0;  // entries in the rows of the frontier
  std::vector<I> frontier_, touched_;
  std::vector<std::vector<I>> lists_;  // by threads
  std::vector<bit_counts> counts_;
};

}  // namespace heddle::host
