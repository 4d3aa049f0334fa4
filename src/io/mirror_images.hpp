// mirror_images.hpp - edges that count both ways, of which one or both ways may be listed.
#pragma once
#include <algorithm>
#include <bit>
#include <heddle/detail/executor/parallel_for.hpp>
#include <numeric>
#include <string>
#include <tuple>

#include "src/io/memory_bound.hpp"
#include "src/io/mirrored_entries.hpp"

namespace heddle::detail {

/// Puts entries into few piles by the smaller of their ends, so that each is with its mirror image.
template <class Index> class piles_of_edges {
 public:
  piles_of_edges(std::vector<Index> const& row, std::vector<Index> const& col) {
    auto const count = row.size();
    num_piles_ = std::bit_ceil(count / 32 + 1);
    auto const pile_of = [&](std::size_t k) {
      return scattered(static_cast<std::uint64_t>(std::min(row[k], col[k]))) & (num_piles_ - 1);
    };
    begin_.assign(num_piles_ + 1, 0);
    for (std::size_t k = 0; k < count; ++k) {
      if (row[k] != col[k]) ++begin_[pile_of(k) + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    order_.resize(static_cast<std::size_t>(begin_.back()));
    auto next = begin_;
    for (std::size_t k = 0; k < count; ++k) {
      if (row[k] != col[k]) order_[static_cast<std::size_t>(next[pile_of(k)]++)] = static_cast<size_type>(k);
    }
  }

  /// body(first, last) for the entries of every pile, in parallel; it may change their order.
  template <class Body> void for_each(Body body) {
    host::parallel_for(host::default_threads(), static_cast<size_type>(num_piles_), 64,
                       [&](size_type p) { body(order_.data() + begin_[p], order_.data() + begin_[p + 1]); });
  }

 private:
  std::size_t num_piles_;
  std::vector<size_type> begin_, order_;
};

/// lacks[k]: entry k has no mirror image of the same value, counting each once.
template <class Index, class Bits>
std::vector<std::uint8_t> lacking_images(std::vector<Index> const& row, std::vector<Index> const& col,
                                         value_bits<Bits> const& values) {
  std::vector<std::uint8_t> lacks(row.size(), 0);
  auto const [below, above] = count_triangles(row, col);
  if (below == 0 || above == 0) {
    for (std::size_t k = 0; k < lacks.size(); ++k) lacks[k] = row[k] != col[k];
    return lacks;
  }
  auto const edge_of = [&](size_type k) {
    return std::tuple(std::min(row[k], col[k]), std::max(row[k], col[k]), values[k]);
  };
  piles_of_edges<Index>(row, col).for_each([&](size_type* first, size_type* last) {
    std::sort(first, last,
              [&](size_type a, size_type b) { return std::pair(edge_of(a), a) < std::pair(edge_of(b), b); });
    for (auto* next = first; first != last; first = next) {
      while (next != last && edge_of(*next) == edge_of(*first)) ++next;
      auto const ups = std::count_if(first, next, [&](size_type k) { return row[k] < col[k]; });
      auto const downs = next - first - ups;
      auto spare = std::abs(ups - downs);
      for (auto* at = next; spare > 0;) {  // the last ones of those that are more
        --at;
        if ((row[*at] < col[*at]) == (ups > downs)) lacks[*at] = 1, --spare;
      }
    }
  });
  return lacks;
}

/// Adds the mirror image of every entry that has none, in their order, and marks the matrix as symmetric.
template <class T, class Index>
void add_mirror_images(io::coordinates<T, Index>& entries, memory_bound const& bound, std::string const& path) {
  entries.symmetric = true;
  if (is_mirrored(entries)) return;
  double const entry_bytes = 2 * sizeof(Index) + (entries.value.empty() ? 0 : sizeof(T));
  bound.require(2 * entry_bytes * static_cast<double>(entries.nnz()), path,
                std::to_string(entries.nnz()) + " entries and their mirror images");
  auto const lacks = lacking_images(entries.row, entries.col, bits_of(entries.value));
  auto const count = lacks.size();
  auto const total = count + static_cast<std::size_t>(std::count(lacks.begin(), lacks.end(), 1));
  entries.row.reserve(total);
  entries.col.reserve(total);
  if (!entries.value.empty()) entries.value.reserve(total);
  for (std::size_t k = 0; k < count; ++k) {
    if (lacks[k] == 0) continue;
    entries.row.push_back(entries.col[k]);
    entries.col.push_back(entries.row[k]);
    if (!entries.value.empty()) entries.value.push_back(entries.value[k]);
  }
}

}  // namespace heddle::detail
