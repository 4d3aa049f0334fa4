// piles.hpp - entries that wait to be relaxed, roughly sorted: in piles, best first, and far off what is worse than all
// of these. Piles of equal width are the buckets of delta-stepping (Meyer & Sanders, "Delta-stepping: a parallelizable
// shortest path algorithm", Journal of Algorithms 49, 2003); between quantiles of what waits any order will do.
#pragma once
#include <algorithm>
#include <array>
#include <heddle/base/types.hpp>
#include <type_traits>
#include <vector>

namespace heddle::host {

/// Entry: `value` is what it held when it was listed. Order: before(x, y), x is y or better; best(x, y), one of them.
/// Whichever way values are assigned to piles, a better one never goes to a later pile.
template <class T, class Entry, class Order> class waiting_piles {
 public:
  /// width: of piles of numbers, of which less is better; 0: between quantiles.
  waiting_piles(Order order, double width) : order_(order), width_(std::is_arithmetic_v<T> ? width : 0) {}

  /// It waits in the pile of its value, or in the one that is being taken: never in one before that.
  void add(Entry const& e) {
    size_type const pile = max_of(pile_of(e.value), current_);
    (pile < last_ ? piles_.data()[pile] : far_).push_back(e);
  }

  /// Swaps `taken`, which is empty, with the best pile that has entries; what is added there meanwhile is taken next.
  /// `taken` is empty afterwards if nothing waits of which is_current(entry) holds.
  template <class IsCurrent> void take(std::vector<Entry>& taken, IsCurrent const& is_current) {
    while (true) {
      current_ = first_waiting();
      if (current_ < last_) return taken.swap(piles_.data()[current_]);
      if (far_.empty()) return;
      spread(is_current);
    }
  }

  /// Whether what waits is all worse than that. It may be told one pile late.
  bool is_past(T const& value) const { return pile_of(value) < first_waiting(); }
  bool empty() const { return far_.empty() && first_waiting() == last_; }

  /// How many entries have been assigned to piles since they were far off, each as often as it was.
  size_type spread_entries() const { return spread_entries_; }
  double width() const { return width_; }
  /// From now on piles are so wide: all that waits is far off again.
  void set_width(double width) {
    for (auto& pile : piles_) {
      far_.insert(far_.end(), pile.begin(), pile.end());
      pile.clear();
    }
    current_ = last_ = 0;
    width_ = width;
  }

 private:
  static constexpr size_type most_piles = 64;
  // Each costs a comparison an entry, and fewer entries to a list; the graphs of the corpus are quickest with about 8.
  static constexpr size_type most_quantiles = 8, least_of_quantile = 8, samples_of_quantile = 16;

  size_type first_waiting() const {
    size_type pile = current_;
    while (pile < last_ && piles_.data()[pile].empty()) ++pile;
    return pile;
  }

  // last_: it is far off.
  size_type pile_of(T const& value) const {
    if constexpr (std::is_arithmetic_v<T>) {
      if (width_ > 0) {
        double const widths = (static_cast<double>(value) - least_) / width_;
        return widths < static_cast<double>(last_) ? static_cast<size_type>(max_of(widths, 0.0)) : last_;
      }
    }
    size_type pile = 0;
    for (size_type i = 0; i < last_; ++i)
      pile += !order_.before(value, pivots_.data()[i]);  // a sum has no branch to miss
    return pile;
  }

  template <class IsCurrent> void spread(IsCurrent const& is_current) {
    old_.clear();
    for (Entry const& e : far_) {
      if (is_current(e)) old_.push_back(e);
    }
    far_.clear();
    current_ = last_ = 0;
    if (old_.empty()) return;
    spread_entries_ += static_cast<size_type>(old_.size());
    width_ > 0 ? choose_widths() : choose_quantiles();
    for (Entry const& e : old_) add(e);
    // Infinity and NaN are no number of widths from anything: they are no worse off together.
    if (static_cast<size_type>(far_.size()) == static_cast<size_type>(old_.size())) {
      last_ = 1;
      piles_[0].swap(far_);
    }
  }

  void choose_widths() {
    T least = old_.front().value;
    for (Entry const& e : old_) least = order_.best(least, e.value);
    if constexpr (std::is_arithmetic_v<T>) least_ = static_cast<double>(least);
    last_ = most_piles;
  }

  void choose_quantiles() {
    auto const n = static_cast<size_type>(old_.size());
    last_ = min_of(most_quantiles, ceil_div(n, least_of_quantile));
    size_type const step = ceil_div(n, most_quantiles * samples_of_quantile);
    sample_.clear();
    for (size_type i = 0; i < n; i += step) sample_.push_back(old_.data()[i].value);
    // By a heap: NaN is in no order, and must not lead out of the sample.
    std::partial_sort(sample_.begin(), sample_.end(), sample_.end(),
                      [&](T const& x, T const& y) { return !order_.before(y, x); });
    auto const taken = static_cast<size_type>(sample_.size());
    for (size_type i = 0; i < last_; ++i) pivots_.data()[i] = sample_.data()[(i + 1) * taken / last_ - 1];
  }

  Order order_;
  double width_, least_ = 0;                // least_: where the first pile begins
  std::array<T, most_quantiles> pivots_{};  // the worst value of each pile
  size_type current_ = 0, last_ = 0;        // the pile that is being taken, and how many there are
  std::array<std::vector<Entry>, most_piles> piles_;
  std::vector<Entry> far_, old_;
  std::vector<T> sample_;
  size_type spread_entries_ = 0;
};

}  // namespace heddle::host
