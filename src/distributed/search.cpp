// search.cpp - breadth-first search among ranks of the host. Buluc & Madduri, "Parallel Breadth-First Search on
// Distributed Memory Systems", SC 2011, algorithm 2: each rank walks the rows of its part of the frontier, and whom it
// finds it offers to the owner, who takes it unless it has been reached. A large frontier goes to all ranks as bits,
// and vertices that nobody has reached look for a neighbour in it: Beamer, Buluc, Asanovic & Patterson, "Distributed
// memory breadth-first search revisited", IPDPSW 2013.
#include <algorithm>
#include <bit>
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/detail/ranks/search.hpp>

#include "src/distributed/offers.hpp"

namespace heddle::detail {

using distributed::dealing;
using distributed::member;

namespace {

/// A vertex, and the smallest parent that a rank has for it.
template <class I> struct parent_offer { I vertex, parent; };

/// Bits of the graph's vertices. A rank sends the words that have its own.
class frontier_bits {
 public:
  frontier_bits(dealing const& by, int rank) : words_(static_cast<std::size_t>((by.size() + 63) / 64)), rank_(rank) {
    std::size_t others = 0;
    for (int r = 0; r < by.ranks(); ++r) {
      auto const begin = static_cast<std::size_t>(by.begin(r) / 64);
      auto const end = static_cast<std::size_t>((by.begin(r + 1) + 63) / 64);
      ranges_.push_back({begin, by.size_of(r) == 0 ? begin : end});
      if (r != rank) others += ranges_.back().second - begin;
    }
    come_.resize(others);
  }

  bool has(size_type v) const { return (words_[static_cast<std::size_t>(v) / 64] >> (v % 64)) & 1; }
  void add(size_type v) { words_[static_cast<std::size_t>(v) / 64] |= std::uint64_t{1} << (v % 64); }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  std::span<std::uint64_t const> words() const { return words_; }

  /// Those of all ranks, at all. Two ranks may have bits in one word.
  void join(member& m) {
    exchanged_arrays ranges;
    auto const length = [](range const& r) { return static_cast<size_type>(r.second - r.first); };
    auto* to = come_.data();
    for (int r = 0; r < m.ranks(); ++r) {
      if (r == rank_) continue;
      auto const& mine = ranges_[static_cast<std::size_t>(rank_)];
      auto const& theirs = ranges_[static_cast<std::size_t>(r)];
      ranges.send(r, words_.data() + mine.first, length(mine));
      ranges.await(r, to, length(theirs));
      to += length(theirs);
    }
    m.exchange(executor{}, ranges.out, ranges.in);
    auto const* from = come_.data();
    for (int r = 0; r < m.ranks(); ++r) {
      if (r == rank_) continue;
      auto const& theirs = ranges_[static_cast<std::size_t>(r)];
      for (std::size_t w = theirs.first; w < theirs.second; ++w) words_[w] |= *from++;
    }
  }

 private:
  using range = std::pair<std::size_t, std::size_t>;
  std::vector<std::uint64_t> words_, come_;
  std::vector<range> ranges_;  // of words, by ranks
  int rank_;
};

template <index_type I, index_type O> class searching_rank {
 public:
  searching_rank(member& m, dealing const& by, compressed<I, O> const& rows, compressed<I, O> const* columns)
      : m_(m),
        by_(by),
        offsets_(rows.offsets.data()),
        columns_(rows.indices.data()),
        parents_of_(columns),
        begin_(by.begin(m.rank())),
        mine_(by.size_of(m.rank())),
        met_(static_cast<std::size_t>((by.size() + 63) / 64)),
        levels_(executor{}, mine_ * size_type{sizeof(std::int32_t)}),
        parents_(executor{}, mine_ * size_type{sizeof(I)}),
        present_(executor{}, mine_),
        offers_(m.ranks()) {
    if (columns) bits_.emplace(by, m.rank());
    std::fill_n(present_.data(), mine_, byte{0});
    level_ = reinterpret_cast<std::int32_t*>(levels_.data());
    parent_ = reinterpret_cast<I*>(parents_.data());
    open_ = m_.sum_of_all(mine_ + rows.nnz);
  }

  searched_part<I> search(size_type source, std::optional<thin_levels> const& until) {
    if (by_.owner(source) == m_.rank()) take({static_cast<I>(source), static_cast<I>(source)}, 0);
    size_type done = 0;
    for (std::int32_t depth = 0;; ++depth) {
      size_type const work = m_.sum_of_all(work_of_next());
      if (work == 0) return result(depth - 1);
      done += work;
      if (until && depth == until->levels && done < until->levels * until->work) return unfinished();
      open_ -= work;
      std::swap(frontier_, next_);
      next_.clear();
      if (bits_ && pull_pays(open_, by_.size(), work)) {
        pull(depth + 1);
      } else {
        sort_frontier(depth);
        push(depth + 1);
      }
    }
  }

 private:
  // Vertices, and the entries of their rows.
  size_type work_of_next() const {
    auto work = static_cast<size_type>(next_.size());
    for (I const row : next_) work += offsets_[row + 1] - offsets_[row];
    return work;
  }

  // Rows ascend, so that the first parent is the smallest. Whom this rank met before it has offered already.
  void push(std::int32_t level) {
    for (I const row : frontier_) {
      auto const parent = static_cast<I>(begin_ + row);
      for (O at = offsets_[row]; at < offsets_[row + 1]; ++at) {
        I const v = columns_[at];
        if (!meets(v)) continue;
        if (v >= begin_ && v < begin_ + mine_) {
          take({v, parent}, level);
        } else {
          offers_.to(by_.owner(v)).push_back({v, parent});
        }
      }
    }
    if (m_.ranks() == 1) return;
    for (auto const& made : offers_.exchange(m_)) take(made, level);
  }
  // Of many rows, all are looked at. What was pulled ascends.
  void sort_frontier(std::int32_t level) {
    if (static_cast<size_type>(frontier_.size()) < mine_ / 32) return std::sort(frontier_.begin(), frontier_.end());
    std::size_t n = 0;
    for (size_type row = 0; row < mine_; ++row) {
      if (present_.data()[row] && level_[row] == level) frontier_[n++] = static_cast<I>(row);
    }
  }

  // Columns ascend, so that the first neighbour is the smallest parent.
  void pull(std::int32_t level) {
    bits_->clear();
    for (I const row : frontier_) bits_->add(begin_ + row);
    bits_->join(m_);
    auto const reached = bits_->words();
    for (std::size_t w = 0; w < met_.size(); ++w) met_[w] |= reached[w];
    O const* const offsets = parents_of_->offsets.data();
    I const* const indices = parents_of_->indices.data();
    size_type const end = begin_ + mine_;
    for (size_type first = begin_ / 64 * 64; first < end; first += 64) {
      for (auto open = ~met_[static_cast<std::size_t>(first) / 64]; open; open &= open - 1) {
        size_type const v = first + std::countr_zero(open), row = v - begin_;
        if (row < 0 || v >= end) continue;
        for (O at = offsets[row]; at < offsets[row + 1]; ++at) {
          if (!bits_->has(indices[at])) continue;
          take({static_cast<I>(v), indices[at]}, level);
          break;
        }
      }
    }
  }

  // Whether this rank comes upon v for the first time.
  bool meets(I v) {
    auto& word = met_[static_cast<std::size_t>(v) / 64];
    auto const bit = std::uint64_t{1} << (v % 64);
    if (word & bit) return false;
    word |= bit;
    return true;
  }

  void take(parent_offer<I> const& made, std::int32_t level) {
    auto const at = made.vertex - begin_;
    if (!present_.data()[at]) {
      next_.push_back(static_cast<I>(at));
      present_.data()[at] = 1;
      level_[at] = level;
      parent_[at] = made.parent;
      (void)meets(made.vertex);
    } else if (level_[at] == level && made.parent < parent_[at]) {
      parent_[at] = made.parent;
    }
  }

  static searched_part<I> unfinished() {
    return {vector<std::int32_t, I>(0, executor{}), vector<I, I>(0, executor{}), 0, 0, false};
  }
  searched_part<I> result(size_type depth) {
    std::span<byte const> const present(present_.data(), static_cast<std::size_t>(mine_));
    size_type const reached = m_.sum_of_all(std::count(present.begin(), present.end(), byte{1}));
    vector_storage<I> levels(executor{}, mine_, sizeof(std::int32_t)), parents(executor{}, mine_, sizeof(I));
    levels.assign(bitmap_form{buffer<byte>(executor{}, present), std::move(levels_)});
    parents.assign(bitmap_form{std::move(present_), std::move(parents_)});
    return {as_vector<std::int32_t>(std::move(levels)), as_vector<I>(std::move(parents)), reached, depth};
  }

  member& m_;
  dealing const& by_;
  O const* offsets_;
  I const* columns_;
  compressed<I, O> const* parents_of_;  // where A^T is at hand
  size_type begin_, mine_, open_ = 0;
  std::vector<std::uint64_t> met_;  // a bit for every vertex of the graph
  std::optional<frontier_bits> bits_;
  buffer<byte> levels_, parents_, present_;
  std::int32_t* level_;
  I* parent_;
  std::vector<I> frontier_, next_;  // rows of this rank
  offers_to_ranks<parent_offer<I>> offers_;
};

}  // namespace

template <index_type I, index_type O>
searched_part<I> search_host_part(member& m, dealing const& by, compressed<I, O> const& rows,
                                  compressed<I, O> const* columns, size_type source,
                                  std::optional<thin_levels> const& until) {
  return searching_rank<I, O>(m, by, rows, columns).search(source, until);
}

#define HEDDLE_INSTANTIATE(I, O)                                                               \
  template searched_part<I> search_host_part(member&, dealing const&, compressed<I, O> const&, \
                                             compressed<I, O> const*, size_type, std::optional<thin_levels> const&);
#include "src/index_widths.hpp"

}  // namespace heddle::detail
