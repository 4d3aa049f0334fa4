// direct_bfs.hpp - breadth-first search on CPU threads: a queue whose last level is pushed, and where that is large and
// columns are at hand, unreached vertices that look for a neighbour in it. Beamer, Asanovic & Patterson,
// "Direction-optimizing breadth-first search", SC 2012.
//
// What a push waits for is memory and branches that were guessed wrong. So a vertex is asked for by one byte, of which
// a core's cache holds four times as many as of levels; levels are written when a level is counted, one independent of
// the other; and of short rows, where new neighbours come at random, every neighbour is written behind the queue, whose
// end moves on if it is new.
#pragma once
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <heddle/detail/host/lists.hpp>
#include <heddle/seam/views.hpp>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace heddle::host {

/// A set of vertices, 64 to a word.
class vertex_bits {
 public:
  explicit vertex_bits(size_type n) : words_(static_cast<std::size_t>(ceil_div(n, size_type{64}))) {}

  bool has(size_type v) const { return (words_[v >> 6] >> (v & 63)) & 1; }
  void add(size_type v) { words_[v >> 6] |= bit(v); }
  /// Those of whose bytes are 1, where others are 0.
  void pack(primitives::byte const* bytes, size_type n) {
    clear();
    size_type v = 0;
    for (; v + 8 <= n; v += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, bytes + v, 8);
      words_[v >> 6] |= ((eight * 0x0102040810204080) >> 56) << (v & 63);  // the least vertex's bit is the lowest
    }
    for (; v < n; ++v) {
      if (bytes[v]) add(v);
    }
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
        visited_(columns ? rows.major : 0),
        in_frontier_(columns ? rows.major : 0),
        reached_(columns ? rows.major : 0),
        lists_(static_cast<std::size_t>(threads)),
        queue_(std::make_unique_for_overwrite<I[]>(static_cast<std::size_t>(rows.major) + 1)) {}

  size_type reached = 0, depth = 0, edges = 0;

  /// levels[0..n), all of them -1 before, is the level of every vertex that can be reached, and seen[0..n), all of them
  /// 0 before, is 1 there; if there are targets, up to the level by which all of these were.
  void search(size_type source, std::span<size_type const> targets, std::int32_t* levels, primitives::byte* seen) {
    levels_ = levels;
    seen_ = seen;
    targets_ = targets;
    seen[source] = 1;
    queue_[0] = static_cast<I>(source);
    end_ = 1;
    for (std::int32_t level = 0; begin_ < end_; ++level) {
      size_type const to_push = settle(level);
      reached += end_ - begin_;
      edges += to_push;
      depth = level;
      if (has_targets()) break;
      if (columns_ && pull_pays(to_push)) {
        level = pull(level);
      } else {
        push(to_push, level + 1);
      }
    }
  }

 private:
  bool has_targets() const {
    return !targets_.empty() &&
           std::all_of(targets_.begin(), targets_.end(), [&](size_type t) { return levels_[t] >= 0; });
  }

  // Some 400 us of a push: with fewer, marks that travel between cores cost more than a second thread is worth.
  static constexpr size_type edges_worth_waking = size_type{1} << 18;
  static constexpr size_type long_row = 16;
  static constexpr size_type ahead = 8;  // so many rows are asked for before they are needed

  size_type row_length(size_type v) const { return rows_.offsets[v + 1] - rows_.offsets[v]; }

  // The level of the frontier, and the entries in its rows.
  size_type settle(std::int32_t level) {
    size_type sum = 0;
    for (size_type i = begin_; i < end_; ++i) {
      size_type const v = queue_[i];
      levels_[v] = level;
      sum += row_length(v);
    }
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

  // The next frontier, of `level`, behind this one in the queue.
  void push(size_type to_push, std::int32_t level) {
    size_type const begin = std::exchange(begin_, end_);
    if (lists_.size() > 1 && to_push >= edges_worth_waking) {
      push_shared(begin, level);
    } else if (2 * rows_.nnz < 13 * rows_.major) {
      push_alone<true>(begin);
    } else {
      push_alone<false>(begin);
    }
  }

  void push_shared(size_type begin, std::int32_t level) {
    next_.clear();
    for_each_listing(lists_, end_ - begin, next_, [&](size_type i, std::vector<I>& list) {
      size_type const v = queue_[begin + i];
      for (size_type e = rows_.offsets[v]; e < rows_.offsets[v + 1]; ++e) {
        I const j = rows_.indices[e];
        std::atomic_ref seen(seen_[j]);
        if (seen.load(std::memory_order_relaxed)) continue;
        seen.store(1, std::memory_order_relaxed);  // another thread may list it as well: cheaper than an exchange
        list.push_back(j);
      }
    });
    for (I const v : next_) {
      if (levels_[v] >= 0) continue;  // listed twice
      levels_[v] = level;
      queue_[end_++] = v;
    }
  }

  // Writes one place behind what it finds: the queue has a place more than there are vertices.
  template <bool ShortRows> void push_alone(size_type begin) {
    I const* const indices = rows_.indices;
    auto* const seen = seen_;
    I* next = queue_.get() + end_;
    size_type const end = end_;
    for (size_type i = begin; i < end; ++i) {
      if (i + ahead < end) __builtin_prefetch(indices + rows_.offsets[queue_[i + ahead]]);
      size_type const v = queue_[i], first = rows_.offsets[v], last = rows_.offsets[v + 1];
      if (last - first > long_row) {  // marks are written when the row has been read: no reading waits for them
        I const* const found = next;
        for (size_type e = first; e < last; ++e) {
          *next = indices[e];
          next += !seen[indices[e]];
        }
        for (I const* j = found; j != next; ++j) seen[*j] = 1;
      } else if (ShortRows) {
        for (size_type e = first; e < last; ++e) {
          I const j = indices[e];
          *next = j;
          next += !seen[j];
          seen[j] = 1;
        }
      } else {
        for (size_type e = first; e < last; ++e) {
          I const j = indices[e];
          if (seen[j]) continue;
          seen[j] = 1;
          *next++ = j;
        }
      }
    }
    end_ = next - queue_.get();
  }

  // Levels after `level` until the frontier is small again; the level before the one that is pushed next.
  std::int32_t pull(std::int32_t level) {
    visited_.pack(seen_, rows_.major);
    in_frontier_.clear();
    for (size_type i = begin_; i < end_; ++i) in_frontier_.add(queue_[i]);
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
    begin_ = end_;
    for (size_type w = 0; w < reached_.num_words(); ++w) {
      for (std::uint64_t bits = reached_.word(w); bits; bits &= bits - 1) {
        queue_[end_++] = static_cast<I>(64 * w + std::countr_zero(bits));
      }
    }
    return level;
  }

  // Into reached_: vertices with a neighbour in the frontier; how many.
  size_type pull_once(std::int32_t level, size_type& found_edges) {
    std::atomic<size_type> found = 0, row_entries = 0;
    int const threads = rows_.nnz < edges_worth_waking ? 1 : static_cast<int>(lists_.size());
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
          seen_[v] = 1;
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
  primitives::byte* seen_ = nullptr;
  vertex_bits visited_, in_frontier_, reached_;
  std::vector<std::vector<I>> lists_;  // by threads
  std::vector<I> next_;
  std::unique_ptr<I[]> queue_;     // vertices in the order in which they were found, but for those of pulls
  size_type begin_ = 0, end_ = 0;  // of the frontier in it
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
