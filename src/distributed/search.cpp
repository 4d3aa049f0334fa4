// search.cpp - breadth-first search among ranks of the host. Buluc & Madduri, "Parallel Breadth-First Search on
// Distributed Memory Systems", SC 2011, algorithm 2: each rank walks the rows of its part of the frontier, and whom it
// finds it offers to the owner, who takes it unless it has been reached.
#include <algorithm>
#include <cstring>
#include <heddle/distributed/parts.hpp>
#include <heddle/distributed/search.hpp>
#include <numeric>

namespace heddle::detail {

using distributed::dealing;
using distributed::member;

namespace {

/// A vertex, and the smallest parent that a rank has for it.
template <class I> struct offer { I vertex, parent; };

template <index_type I, index_type O> class searching_rank {
 public:
  searching_rank(member& m, dealing const& by, O const* offsets, I const* columns)
      : m_(m),
        by_(by),
        offsets_(offsets),
        columns_(columns),
        begin_(by.begin(m.rank())),
        mine_(by.size_of(m.rank())),
        met_(static_cast<std::size_t>((by.size() + 63) / 64)),
        levels_(executor{}, mine_ * size_type{sizeof(std::int32_t)}),
        parents_(executor{}, mine_ * size_type{sizeof(I)}),
        present_(executor{}, mine_),
        offers_(static_cast<std::size_t>(m.ranks())) {
    std::fill_n(present_.data(), mine_, byte{0});
    level_ = reinterpret_cast<std::int32_t*>(levels_.data());
    parent_ = reinterpret_cast<I*>(parents_.data());
  }

  searched_part<I> search(size_type source) {
    if (by_.owner(source) == m_.rank()) take({static_cast<I>(source), static_cast<I>(source)}, 0);
    size_type reached = 0;
    for (std::int32_t depth = 0;; ++depth) {
      auto const counts = m_.agree(static_cast<size_type>(next_.size()));
      auto const n = std::accumulate(counts.begin(), counts.end(), size_type{0});
      if (n == 0) return result(reached, depth - 1);
      reached += n;
      walk(depth + 1);
      if (m_.ranks() > 1) hand_over(depth + 1);
    }
  }

 private:
  // Rows ascend, so that the first parent is the smallest. Whom this rank met before it has offered already.
  void walk(std::int32_t level) {
    std::swap(frontier_, next_);
    next_.clear();
    sort_frontier(level - 1);
    for (I const row : frontier_) {
      auto const parent = static_cast<I>(begin_ + row);
      for (O at = offsets_[row]; at < offsets_[row + 1]; ++at) {
        I const v = columns_[at];
        if (meets(v)) give({v, parent}, level);
      }
    }
  }

  // Of many rows, all are looked at.
  void sort_frontier(std::int32_t level) {
    if (static_cast<size_type>(frontier_.size()) < mine_ / 32) return std::sort(frontier_.begin(), frontier_.end());
    std::size_t n = 0;
    for (size_type row = 0; row < mine_; ++row) {
      if (present_.data()[row] && level_[row] == level) frontier_[n++] = static_cast<I>(row);
    }
  }

  bool meets(I v) {
    auto& word = met_[static_cast<std::size_t>(v) / 64];
    auto const bit = std::uint64_t{1} << (v % 64);
    if (word & bit) return false;
    word |= bit;
    return true;
  }

  void give(offer<I> const& made, std::int32_t level) {
    if (made.vertex >= begin_ && made.vertex < begin_ + mine_) return take(made, level);
    auto& bytes = offers_[static_cast<std::size_t>(by_.owner(made.vertex))];
    auto const* const from = reinterpret_cast<byte const*>(&made);
    bytes.insert(bytes.end(), from, from + sizeof(made));
  }

  void hand_over(std::int32_t level) {
    auto const in = m_.exchange(offers_);
    for (auto& bytes : offers_) bytes.clear();
    for (int r = 0; r < m_.ranks(); ++r) {
      auto const bytes = in.of(r);
      for (std::size_t at = 0; at < bytes.size(); at += sizeof(offer<I>)) {
        offer<I> made;
        std::memcpy(&made, bytes.data() + at, sizeof(made));
        take(made, level);
      }
    }
  }

  void take(offer<I> const& made, std::int32_t level) {
    auto const at = made.vertex - begin_;
    if (!present_.data()[at]) {
      next_.push_back(static_cast<I>(at));
      present_.data()[at] = 1;
      level_[at] = level;
      parent_[at] = made.parent;
    } else if (level_[at] == level && made.parent < parent_[at]) {
      parent_[at] = made.parent;
    }
  }

  searched_part<I> result(size_type reached, size_type depth) {
    std::span<byte const> const present(present_.data(), static_cast<std::size_t>(mine_));
    vector_storage<I> levels(executor{}, mine_, sizeof(std::int32_t)), parents(executor{}, mine_, sizeof(I));
    levels.assign(bitmap_form{buffer<byte>(executor{}, present), std::move(levels_)});
    parents.assign(bitmap_form{std::move(present_), std::move(parents_)});
    return {vector_of<std::int32_t>(std::move(levels)), vector_of<I>(std::move(parents)), reached, depth};
  }

  member& m_;
  dealing const& by_;
  O const* offsets_;
  I const* columns_;
  size_type begin_, mine_;
  std::vector<std::uint64_t> met_;  // a bit for every vertex of the graph
  buffer<byte> levels_, parents_, present_;
  std::int32_t* level_;
  I* parent_;
  std::vector<I> frontier_, next_;  // rows of this rank
  std::vector<std::vector<byte>> offers_;
};

}  // namespace

template <index_type I, index_type O>
searched_part<I> search_host_part(member& m, dealing const& by, O const* offsets, I const* columns, size_type source) {
  return searching_rank<I, O>(m, by, offsets, columns).search(source);
}

#define HEDDLE_INSTANTIATE(I, O) \
  template searched_part<I> search_host_part(member&, dealing const&, O const*, I const*, size_type)
HEDDLE_INSTANTIATE(std::int32_t, std::int32_t);
HEDDLE_INSTANTIATE(std::int32_t, std::int64_t);
HEDDLE_INSTANTIATE(std::int64_t, std::int32_t);
HEDDLE_INSTANTIATE(std::int64_t, std::int64_t);
#undef HEDDLE_INSTANTIATE

}  // namespace heddle::detail
