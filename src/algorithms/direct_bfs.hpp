// direct_bfs.hpp - breadth-first search on CPU threads: lists of the frontier that are pushed, and where the frontier
// is large and columns are at hand, unreached vertices that look for a neighbour in it. Beamer, Asanovic & Patterson,
// "Direction-optimizing breadth-first search", SC 2012.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <heddle/host/lists.hpp>
#include <heddle/views.hpp>
#include <span>
#include <vector>

namespace heddle::host {

/// A set of vertices, 64 to a word.
class vertex_bits {
 public:
  explicit vertex_bits(size_type n) : words_(static_cast<std::size_t>(ceil_div(n, size_type{64}))) {}

  bool has(size_type v) const { return (words_[v >> 6] >> (v & 63)) & 1; }
  void add(size_type v) { words_[v >> 6] |= bit(v); }
  /// Whether v is new, with other threads at it.
  bool add_shared(size_type v) {
    std::atomic_ref word(words_[v >> 6]);
    if (word.load(std::memory_order_relaxed) & bit(v)) return false;
    return !(word.fetch_or(bit(v), std::memory_order_relaxed) & bit(v));
  }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  std::uint64_t& word(size_type w) { return words_[w]; }
  size_type num_words() const { return static_cast<size_type>(words_.size()); }
  void swap(vertex_bits& other) { words_.swap(other.words_); }

 private:
  static constexpr std::uint64_t bit(size_type v) { return std::uint64_t{1} << (v & 63); }
  std::vector<std::uint64_t> words_;
};

template <index_type I, index_type O> class direct_bfs {
 public:
  /// `columns` null: not at hand, so that frontiers are always pushed. push_cost: of an entry, in questions of a pull.
  direct_bfs(compressed_view<bool, I, O> rows, compressed_view<bool, I, O> const* columns, double push_cost,
             int threads)
      : rows_(rows),
        columns_(columns),
        push_cost_(push_cost),
        visited_(rows.major),
        in_frontier_(rows.major),
        reached_(rows.major),
        lists_(static_cast<std::size_t>(threads)) {}

  size_type reached = 0, depth = 0, edges = 0;

  /// levels[0..n), all of them -1 before, is the level of every vertex that can be reached; if there are targets, up to
  /// the level by which all of these were.
  void search(size_type source, std::span<size_type const> targets, std::int32_t* levels) {
    levels_ = levels;
    targets_ = targets;
    visited_.add(source);
    levels[source] = 0;
    frontier_ = {static_cast<I>(source)};
    for (std::int32_t level = 0; !frontier_.empty(); ++level) {
      size_type const to_push = edges_of(frontier_);
      reached += static_cast<size_type>(frontier_.size());
      edges += to_push;
      depth = level;
      if (has_targets()) break;
      if (columns_ && pull_pays(to_push)) {
        level = pull(level);
      } else {
        push(level + 1, to_push);
      }
    }
  }

 private:
  bool has_targets() const {
    return !targets_.empty() &&
           std::all_of(targets_.begin(), targets_.end(), [&](size_type t) { return levels_[t] >= 0; });
  }

  static constexpr size_type edges_worth_waking = size_type{1} << 16;  // some 100 us of work
  // Up to so many vertices levels stay in a core's cache, and say sooner than bits whether a vertex was reached: the
  // next question waits for the word that the last one may have changed.
  static constexpr size_type levels_in_cache = size_type{1} << 17;

  size_type row_length(size_type v) const { return rows_.offsets[v + 1] - rows_.offsets[v]; }
  size_type edges_of(std::vector<I> const& list) const {
    size_type sum = 0;
    for (I const v : list) sum += row_length(v);
    return sum;
  }

  // Unreached vertices ask on average as many neighbours as there are entries for one of the frontier's, or all of
  // theirs; an answer ends the search, and the next frontier is found in it as well.
  bool pull_pays(size_type to_push) const {
    double const entries = static_cast<double>(rows_.nnz), open = static_cast<double>(rows_.major - reached);
    double const asked = min_of(entries / static_cast<double>(rows_.major),
                                entries / static_cast<double>(max_of(to_push, size_type{1})));
    return open * asked < push_cost_ * static_cast<double>(to_push);
  }

  void push(std::int32_t level, size_type to_push) {
    next_.clear();
    if (lists_.size() > 1 && to_push >= edges_worth_waking) {
      auto const n = static_cast<size_type>(frontier_.size());
      for_each_listing(lists_, n, next_, [&](size_type i, std::vector<I>& list) {
        for_each_neighbour(frontier_[i], [&](I j) {
          if (!visited_.add_shared(j)) return;
          levels_[j] = level;
          list.push_back(j);
        });
      });
    } else {
      bool const by_bits = rows_.major > levels_in_cache;
      for (I const v : frontier_) {
        for_each_neighbour(v, [&](I j) {
          if (by_bits ? visited_.has(j) : levels_[j] >= 0) return;
          visited_.add(j);
          levels_[j] = level;
          next_.push_back(j);
        });
      }
    }
    frontier_.swap(next_);
  }

  template <class F> void for_each_neighbour(size_type v, F const& f) const {
    for (size_type e = rows_.offsets[v]; e < rows_.offsets[v + 1]; ++e) f(rows_.indices[e]);
  }

  // Levels after `level` until the frontier is small again; the level before the one that is pushed next.
  std::int32_t pull(std::int32_t level) {
    in_frontier_.clear();
    for (I const v : frontier_) in_frontier_.add(v);
    size_type found = 0;
    while (true) {
      size_type found_edges = 0;
      found = pull_once(level + 1, found_edges);
      if (found == 0 || has_targets() || !pull_pays(found_edges)) break;
      ++level;
      in_frontier_.swap(reached_);
      reached += found;
      edges += found_edges;
      depth = level;
    }
    frontier_.clear();
    for (size_type w = 0; w < reached_.num_words(); ++w) {
      for (std::uint64_t bits = reached_.word(w); bits; bits &= bits - 1) {
        frontier_.push_back(static_cast<I>(64 * w + std::countr_zero(bits)));
      }
    }
    return level;
  }

  // Into reached_: vertices with a neighbour in the frontier; how many.
  size_type pull_once(std::int32_t level, size_type& found_edges) {
    std::atomic<size_type> found = 0, row_entries = 0;
    int const threads = rows_.nnz < 4 * edges_worth_waking ? 1 : static_cast<int>(lists_.size());
    for_each_run(threads, visited_.num_words(), 64, [&](size_type begin, size_type end) {
      size_type here = 0, entries = 0;
      for (size_type w = begin; w < end; ++w) {
        std::uint64_t now = 0;
        for (std::uint64_t open = ~visited_.word(w); open; open &= open - 1) {
          size_type const v = 64 * w + std::countr_zero(open);
          if (v >= rows_.major) break;
          if (!has_neighbour_in_frontier(v)) continue;
          now |= open & -open;
          levels_[v] = level;
          ++here;
          entries += row_length(v);
        }
        reached_.word(w) = now;
        visited_.word(w) |= now;
      }
      found.fetch_add(here, std::memory_order_relaxed);
      row_entries.fetch_add(entries, std::memory_order_relaxed);
    });
    found_edges = row_entries;
    return found;
  }

  bool has_neighbour_in_frontier(size_type v) const {
    for (size_type e = columns_->offsets[v]; e < columns_->offsets[v + 1]; ++e) {
      if (in_frontier_.has(columns_->indices[e])) return true;
    }
    return false;
  }

  compressed_view<bool, I, O> rows_;
  compressed_view<bool, I, O> const* columns_;
  double push_cost_;
  std::span<size_type const> targets_;
  std::int32_t* levels_ = nullptr;
  vertex_bits visited_, in_frontier_, reached_;
  std::vector<std::vector<I>> lists_;  // by threads
  std::vector<I> frontier_, next_;
};

/// parents[v] = the least u with an entry (u, v) and a level one less; of the source itself. Others are not written.
template <index_type I, index_type O>
void find_parents(compressed_view<bool, I, O> const& rows, compressed_view<bool, I, O> const* columns,
                  std::int32_t const* levels, size_type source, int threads, I* parents) {
  if (columns) {
    parallel_for(threads, rows.major, [&](size_type v) {
      if (levels[v] <= 0) return;
      if (levels[v] == 1) {  // there is one vertex above
        parents[v] = static_cast<I>(source);
        return;
      }
      size_type e = columns->offsets[v];
      while (levels[columns->indices[e]] != levels[v] - 1) ++e;  // columns are ascending, and there is one
      parents[v] = columns->indices[e];
    });
  } else {
    std::fill_n(parents, rows.major, I{-1});
    for (size_type u = 0; u < rows.major; ++u) {
      if (levels[u] < 0) continue;
      for (size_type e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e) {
        I const v = rows.indices[e];
        if (levels[v] == levels[u] + 1 && parents[v] < 0) parents[v] = static_cast<I>(u);
      }
    }
  }
  parents[source] = static_cast<I>(source);
}

}  // namespace heddle::host
