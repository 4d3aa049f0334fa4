// falling.hpp - sums over (min, +) that may fall along a way: whether what has come to rest is the answer, and cycles
// round which they fall for ever.
// Cherkassky & Goldberg, "Negative-cycle detection algorithms", Mathematical Programming 85, 1999: a cycle in the graph
// of parents is a negative one, but for rounding.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <heddle/seam/sinks.hpp>
#include <heddle/seam/views.hpp>
#include <heddle/semirings/multiply.hpp>
#include <heddle/semirings/semirings.hpp>
#include <limits>
#include <optional>
#include <vector>

namespace heddle::host {

/// Whether every entry of x is what some way without a cycle comes to, from one of `roots`, whose x is what it was.
/// Relaxing is monotone, rounded or not: x <= y gives x + w <= y + w. So whatever order a search takes, it stays at or
/// above the least sums over all walks, and where nothing changes any more it is at them. Rounds get there too, but end
/// after n, and have seen walks of less than n entries by then. These are the same where each x(j) is the sum along
/// some way of tight entries, x(k) + A(k, j) = x(j), from a root: of such ways one has no cycle, and less than n
/// entries. counts(j): x has an entry there. Work O(entries of rows that count).
template <class SR, class A, index_type I, index_type O, class Counts>
bool are_ways_short(SR const& sr, compressed_view<A, I, O> const& a, mask_view mask, domain_of<SR> const* x,
                    Counts const& counts, std::vector<I> roots) {
  using T = domain_of<SR>;
  size_type unseen = 0;
  std::vector<bool> seen(static_cast<std::size_t>(a.major), false);
  for (size_type j = 0; j < a.major; ++j) unseen += counts(j);
  for (I const root : roots) seen[static_cast<std::size_t>(root)] = true;
  unseen -= static_cast<size_type>(roots.size());
  while (!roots.empty() && unseen > 0) {
    size_type const k = roots.back();
    roots.pop_back();
    for (size_type e = a.offsets[k]; e < a.offsets[k + 1]; ++e) {
      size_type const j = a.indices[e];
      if (seen[static_cast<std::size_t>(j)] || !counts(j) || !mask.open(j)) continue;
      T const sum = detail::product_of(sr, x[k], detail::converted<detail::right_of<SR, A>>(a.values[e]), 0, k, j);
      if (differs<T>{}(sum, x[j])) continue;
      seen[static_cast<std::size_t>(j)] = true;
      --unseen;
      roots.push_back(static_cast<I>(j));
    }
  }
  return unseen == 0;
}

/// All numbers that were added are whole multiples of 2^exponent(): sums below 2^digits of these are not rounded.
class common_unit {
 public:
  void add(double value) {
    if (value == 0 || !std::isfinite(value)) return;
    int exponent = 0;
    constexpr int digits = std::numeric_limits<double>::digits;
    auto const whole = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), digits));
    exponent_ = min_of(exponent_, exponent - digits + std::countr_zero(static_cast<std::uint64_t>(whole)));
  }
  /// Whether all whole multiples of the unit up to `magnitude` are numbers with so many binary digits.
  bool is_exact_up_to(double magnitude, int digits) const {
    return exponent_ == none || magnitude < std::ldexp(1.0, min_of(exponent_ + digits, 1000));
  }

 private:
  static constexpr int none = 1 << 20;
  int exponent_ = none;
};

/// A cycle through `vertex`, of about this weight.
struct falling_cycle {
  size_type vertex;
  double weight;
};

/// What found(v) gives for the first cycle of parents of which it gives something, v being on it. parent(v) < 0: v has
/// none. Work O(n).
template <index_type I, class Parent, class Found>
std::optional<falling_cycle> first_of_cycles(size_type n, Parent const& parent, Found const& found) {
  std::vector<I> starts(static_cast<std::size_t>(n), I(-1));
  I* const seen_from = starts.data();
  for (size_type start = 0; start < n; ++start) {
    size_type v = start;
    while (parent(v) >= 0 && seen_from[v] < 0) {
      seen_from[v] = static_cast<I>(start);
      v = parent(v);
    }
    if (parent(v) < 0 || seen_from[v] != start) continue;
    if (auto const cycle = found(v)) return cycle;
  }
  return {};
}

/// Looks for a cycle that keeps x = x (+) x A from coming to rest within n rounds, among the entries that offer each
/// position its least sum. On a cycle that rests x(k) + A(k, j) >= x(j) holds all round but for rounding, so its
/// weights do not sum to less than rounding may hide, which goes by the size of x. What rests within n rounds is no
/// further below what x is now than n times the most by which an entry improves it now, and no lower than n times the
/// least weight. A cycle that rounding may hide is not found: whether it does, rounds have to tell.
template <class T, class A, index_type I, index_type O> class falling_cycles {
 public:
  /// x: what a search has come to so far, which began with 0 alone, or with what begin_with() is told.
  falling_cycles(compressed_view<A, I, O> const& a, mask_view mask, T const* x)
      : a_(a), mask_(mask), x_(x), parent_(static_cast<std::size_t>(a.major), I(-1)), weight_(parent_.size()) {}

  /// Of a search that did not begin at 0 alone: one of the numbers that it did begin with.
  void begin_with(T start) {
    if (!is_usable(start)) return;
    auto const value = static_cast<double>(start);
    unit_.add(value);
    if (std::isfinite(value)) largest_start_ = max_of(largest_start_, std::abs(value));
  }

  /// counts(j): x has an entry there. Work O(nnz + n). lowest_decides: a cycle that is reached over a weight of
  /// -infinity is an error anyway.
  template <class Counts> std::optional<falling_cycle> find(Counts const& counts, bool lowest_decides) {
    take_best_offers(counts);
    if (least_ == 0 || (has_lowest_ && !lowest_decides)) return {};
    return first_of_cycles<I>(
        a_.major, [this](size_type v) { return parent(v); }, [this](size_type v) { return cycle_that_shows(v); });
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  // False for NaN too.
  static bool is_usable(T value) { return value < min_monoid<T>{}.identity(); }
  double at(size_type k) const { return static_cast<double>(x_[k]); }
  I parent(size_type k) const { return parent_.data()[k]; }

  template <class Counts> void take_best_offers(Counts const& counts) {
    std::vector<T> offers(parent_.size(), T{});
    T* const offer = offers.data();
    for (size_type k = 0; k < a_.major; ++k) {
      if (!counts(k)) continue;
      offer[k] = x_[k];
      if (std::isfinite(at(k))) largest_ = max_of(largest_, std::abs(at(k)));
    }
    for (size_type k = 0; k < a_.major; ++k) {
      for (size_type e = a_.offsets[k]; e < a_.offsets[k + 1]; ++e) {
        auto const w = detail::converted<T>(a_.values[e]);
        size_type const j = a_.indices[e];
        if (!is_usable(w)) continue;
        take_weight(static_cast<double>(w));
        if (!counts(k) || !is_usable(x_[k]) || !mask_.open(j)) continue;
        T const offered = min_plus<T>{}.multiply(x_[k], w);
        bool const improves = !counts(j) || offered < x_[j];
        if (improves && std::isfinite(static_cast<double>(offered))) {
          steepest_ = max_of(steepest_, counts(j) ? at(j) - static_cast<double>(offered) : infinity);
        }
        if (!counts(j) || !(offered < offer[j] || (parent(j) < 0 && offered == offer[j]))) continue;
        offer[j] = offered;
        parent_.data()[j] = static_cast<I>(k);
        weight_.data()[j] = w;
      }
    }
  }

  void take_weight(double w) {
    unit_.add(w);
    if (std::isfinite(w)) {
      least_ = min_of(least_, w);
    } else {
      has_lowest_ = true;
    }
  }

  // The cycle of parents through v, if rounding cannot hide that the sum of its weights is below 0.
  std::optional<falling_cycle> cycle_that_shows(size_type v) const {
    double sum = 0, all = 0, largest = 0, length = 0;
    size_type u = v;
    do {
      auto const w = static_cast<double>(weight_.data()[u]);
      sum += w;
      all += std::abs(w);
      largest = max_of(largest, std::abs(at(u)) + std::abs(w));
      ++length;
      u = parent(u);
    } while (u != v);
    if (sum == -infinity) return falling_cycle{v, sum};
    double const unsure = length * std::numeric_limits<double>::epsilon() * all;  // about `sum`
    if (sum + unsure < -hidden_by_rounding(length, largest)) return falling_cycle{v, sum};
    return {};
  }

  // Of the weights on a cycle on which x is no larger now, if x comes to rest. Infinity: nobody knows.
  double hidden_by_rounding(double length, double largest) const {
    auto const n = static_cast<double>(a_.major);
    if constexpr (std::is_integral_v<T>) {
      double const most = largest + min_of(largest_start_ - n * least_, n * steepest_);
      return most < static_cast<double>(std::numeric_limits<T>::max()) / 2 ? 0 : infinity;
    } else {
      auto const epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());
      if (!(8 * n * epsilon < 1)) return infinity;
      double const fall = n * steepest_ + 8 * n * epsilon * (largest_ + n * steepest_);
      double const most = largest + min_of(largest_start_ - 2 * n * least_, fall);
      return unit_.is_exact_up_to(most, std::numeric_limits<T>::digits) ? 0 : length * epsilon * most;
    }
  }

  compressed_view<A, I, O> a_;
  mask_view mask_;
  T const* x_;
  std::vector<I> parent_;
  std::vector<T> weight_;  // of the entry from the parent
  common_unit unit_;
  double least_ = 0, largest_start_ = 0, largest_ = 0;
  double steepest_ = 0;  // the most by which an entry improves x now; infinity where it is the first to
  bool has_lowest_ = false;
};

}  // namespace heddle::host
