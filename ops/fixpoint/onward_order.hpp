// onward_order.hpp - rows in an order in which most entries lead onwards, all of them where there is no cycle.
// Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 1972: the reverse of the order
// in which a search in depth leaves the rows.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <heddle/seam/sinks.hpp>
#include <heddle/seam/views.hpp>
#include <vector>

namespace heddle::host {

/// rows[place[k]] = k for every row k that entries lead to from `roots`, over columns that the mask opens; others have
/// place -1. Work O(their entries + all rows).
template <index_type I> struct onward_order {
  std::vector<I> rows, place;

  template <class A, index_type O>
  onward_order(compressed_view<A, I, O> const& a, mask_view mask, std::vector<I> const& roots)
      : place(static_cast<std::size_t>(a.major), I(-1)) {
    struct visit {
      I row;
      O next;
    };
    constexpr I open = -2;  // entered, not left
    std::vector<visit> path;
    auto const at = [&](I row) -> I& { return place[static_cast<std::size_t>(row)]; };
    auto const enter = [&](I row) {
      at(row) = open;
      path.push_back({row, a.offsets[row]});
    };
    for (I const root : roots) {
      if (at(root) == I(-1)) enter(root);
      while (!path.empty()) {
        visit& now = path.back();
        if (now.next == a.offsets[now.row + 1]) {
          at(now.row) = static_cast<I>(rows.size());
          rows.push_back(now.row);
          path.pop_back();
          continue;
        }
        I const j = a.indices[now.next++];
        if (at(j) == I(-1) && mask.open(j)) enter(j);
      }
    }
    std::reverse(rows.begin(), rows.end());
    for (std::size_t i = 0; i < rows.size(); ++i) at(rows[i]) = static_cast<I>(i);
  }

  /// Of a row that has a place.
  std::size_t place_of(I row) const { return static_cast<std::size_t>(place[static_cast<std::size_t>(row)]); }
};

/// A set of places that is gone through upwards, from the first to the last again and again.
class places_to_visit {
 public:
  explicit places_to_visit(std::size_t n) : words_((n + 63) / 64, 0) {}
  void add(std::size_t place) { words_[place / 64] |= std::uint64_t{1} << place % 64; }
  /// visit(place) for all that are in the set, each taken out before, those among them that visits add further on;
  /// false if there were none.
  template <class Visit> bool pass(Visit const& visit) {
    bool any = false;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      std::uint64_t ahead = ~std::uint64_t{0};
      while (std::uint64_t const here = words_[w] & ahead) {
        auto const bit = static_cast<std::size_t>(std::countr_zero(here));
        words_[w] &= ~(std::uint64_t{1} << bit);
        ahead = bit == 63 ? 0 : ~std::uint64_t{0} << (bit + 1);
        visit(64 * w + bit);
        any = true;
      }
    }
    return any;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace heddle::host
