// host.hpp - fixpoints on CPU threads: entries that have changed offer products along their rows until nothing changes.
// Rounds: Bellman 1958 with a list of what has changed (semi-naive evaluation). Piles: what is best is relaxed first,
// the rest waits, as in delta-stepping (Meyer & Sanders, "Delta-stepping: a parallelizable shortest path algorithm",
// Journal of Algorithms 49, 2003) and near-far (Davidson et al., IPDPS 2014), with a quantile of the waiting pile in
// place of a delta, so that any order will do.
#pragma once
#include <algorithm>
#include <atomic>
#include <heddle/host/lists.hpp>
#include <heddle/ops/fixpoint/options.hpp>
#include <heddle/semirings/multiply.hpp>
#include <heddle/semirings/properties.hpp>
#include <heddle/sinks.hpp>
#include <heddle/views.hpp>
#include <span>
#include <thread>
#include <vector>

namespace heddle::host {

struct fixpoint_limits {
  size_type most_rounds = 0;                // 0: none
  std::atomic<bool> const* stop = nullptr;  // asked for between rounds
  double width = 0;                         // of piles of numbers, above the least that waits; 0: by a quantile
  std::span<size_type const> targets = {};  // if any: piles end when x is final at all of these
};

/// x(j) = x(j) + x(k) * A(k, j) until nothing changes. Full: every position of x has an entry.
template <class SR, class A, index_type I, class O, bool Full> class fixpoint_search {
 public:
  using T = domain_of<SR>;
  struct entry {
    I at;
    T value;  // when it was listed
  };

  /// values[0..n), and states[0..n): 1 where x has an entry, else 0. Both are written; a failure leaves them half done.
  fixpoint_search(SR const& sr, compressed_view<A, I, O> a, mask_view mask, T* values, primitives::byte* states,
                  int threads)
      : sr_(sr), a_(a), mask_(mask), values_(values), states_(states), lists_(static_cast<std::size_t>(threads)) {}

  /// Every round relaxes what the round before has changed, as it was when that ended.
  fixpoint_result by_rounds(std::vector<entry> changed, fixpoint_limits const& limits) {
    work_ = {};
    near_ = std::move(changed);
    while (!near_.empty() && goes_on(limits)) {
      round(true);
      for (I const v : list_) near_.push_back({v, values_[v]});
    }
    return work_;
  }

  /// What is best goes first. Rounds count the lists of a pile.
  fixpoint_result by_piles(std::vector<entry> changed, fixpoint_limits const& limits) {
    work_ = {};
    std::vector<entry> far = std::move(changed);
    near_.clear();
    waited_ = 0;
    while (true) {
      while (near_.empty() && !far.empty()) {
        if (work_.rounds > 0 && are_settled(limits.targets)) {
          work_.complete = false;
          return work_;
        }
        split(far, limits.width);
      }
      if (near_.empty() || !goes_on(limits)) break;
      round(false);
      for (I const v : list_) (before(values_[v], pivot_) ? near_ : far).push_back({v, values_[v]});
    }
    return work_;
  }

 private:
  static constexpr primitives::byte present = 1, listed = 2, locked = 4;
  static constexpr bool by_exchange = Full && std::is_arithmetic_v<T> && sizeof(T) <= 8;
  static constexpr size_type entries_worth_waking = size_type{1} << 15;  // some 50 us of work

  bool goes_on(fixpoint_limits const& limits) {
    bool const ends = (limits.most_rounds > 0 && work_.rounds >= limits.most_rounds) ||
                      (limits.stop && limits.stop->load(std::memory_order_relaxed));
    if (ends) work_.complete = false;
    return !ends;
  }

  // Nothing is near: what is as good as the pivot is final.
  bool are_settled(std::span<size_type const> targets) const {
    return !targets.empty() && std::all_of(targets.begin(), targets.end(), [&](size_type t) {
      return (Full || (states_[t] & present) != 0) && before(values_[t], pivot_);
    });
  }

  // x is y, or better.
  bool before(T const& x, T const& y) const { return !differs<T>{}(sr_.add(x, y), x); }

  T product(T const& x, size_type e, size_type k, size_type j) const {
    using left = detail::left_of<SR, T>;
    using right = detail::right_of<SR, A>;
    left of_x{};
    if constexpr (detail::reads<SR>::left) of_x = x;
    right of_a{};
    if constexpr (detail::reads<SR>::right) of_a = a_.values[e];
    return detail::product_of(sr_, of_x, of_a, 0, k, j);
  }

  // It is held for one addition, unless the thread that holds it has lost its processor: then others are let run.
  static void lock(std::atomic_ref<primitives::byte> state) {
    while (state.fetch_or(locked, std::memory_order_acquire) & locked) {
      for (int tries = 0; state.load(std::memory_order_relaxed) & locked; ++tries) {
        if (tries >= 64) std::this_thread::yield();
      }
    }
  }

  // Whether x(j) changes by what is offered.
  template <bool Shared> bool improve(size_type j, T const& offered) {
    if constexpr (Shared && by_exchange) {
      std::atomic_ref<T> x(values_[j]);
      T old = x.load(std::memory_order_relaxed);
      for (;;) {
        T const sum = sr_.add(old, offered);
        if (!differs<T>{}(sum, old)) return false;
        if (x.compare_exchange_weak(old, sum, std::memory_order_relaxed)) return true;
      }
    } else if constexpr (Shared) {
      std::atomic_ref<primitives::byte> state(states_[j]);
      lock(state);
      bool const better = improve_alone(j, offered, (state.load(std::memory_order_relaxed) & present) != 0);
      if (better && !Full) state.fetch_or(present, std::memory_order_relaxed);
      state.fetch_and(static_cast<primitives::byte>(~locked), std::memory_order_release);
      return better;
    } else {
      bool const better = improve_alone(j, offered, Full || (states_[j] & present) != 0);
      if (better && !Full) states_[j] |= present;
      return better;
    }
  }

  bool improve_alone(size_type j, T const& offered, bool is_present) {
    T& x = values_[j];
    if (!Full && !is_present) {
      x = offered;
      return true;
    }
    T const sum = sr_.add(x, offered);
    if (!differs<T>{}(sum, x)) return false;
    x = sum;
    return true;
  }

  template <bool Shared> bool list_once(size_type j) {
    if constexpr (Shared) {
      return !(std::atomic_ref(states_[j]).fetch_or(listed, std::memory_order_relaxed) & listed);
    } else {
      bool const first = !(states_[j] & listed);
      states_[j] |= listed;
      return first;
    }
  }

  template <bool Shared, bool Masked> void relax(size_type k, T const& x, std::vector<I>& list) {
    for (size_type e = a_.offsets[k]; e < a_.offsets[k + 1]; ++e) {
      size_type const j = a_.indices[e];
      if (Masked && !mask_.open(j)) continue;
      if (improve<Shared>(j, product(x, e, k, j)) && list_once<Shared>(j)) list.push_back(static_cast<I>(j));
    }
  }
  template <bool Shared> void relax(size_type k, T const& x, std::vector<I>& list) {
    mask_.trivial() ? relax<Shared, false>(k, x, list) : relax<Shared, true>(k, x, list);
  }

  // Relaxes near_, which is empty afterwards, and lists what has changed by that. Values that are better by now than
  // when they were listed may be taken in their place, unless rounds are to be told apart.
  void round(bool as_listed) {
    size_type edges = 0;
    for (entry const& e : near_) edges += a_.offsets[e.at + 1] - a_.offsets[e.at];
    work_.edges += edges;
    ++work_.rounds;
    list_.clear();
    if (lists_.size() > 1 && edges >= entries_worth_waking) {
      for_each_listing(lists_, static_cast<size_type>(near_.size()), list_,
                       [&](size_type i, std::vector<I>& list) { relax<true>(near_[i].at, near_[i].value, list); });
    } else {
      for (entry const& e : near_) {
        if (as_listed) {
          relax<false>(e.at, e.value, list_);
        } else if (!(states_[e.at] & listed)) {  // else it is relaxed next, with what it has become
          relax<false>(e.at, T(values_[e.at]), list_);
        }
      }
    }
    near_.clear();
    for (I const v : list_) states_[v] &= static_cast<primitives::byte>(~listed);
  }

  // What is as good as a pivot becomes near, but for what has been relaxed since with something better.
  void split(std::vector<entry>& far, double width) {
    pivot_ = width > 0 ? least_and(far, width) : quantile(far);
    auto const rest = std::partition(far.begin(), far.end(), [&](entry const& e) { return !before(e.value, pivot_); });
    for (auto e = rest; e != far.end(); ++e) {
      if (!differs<T>{}(values_[e->at], e->value)) near_.push_back(*e);
    }
    far.erase(rest, far.end());
  }

  T least_and(std::vector<entry> const& far, double width) const {
    T least = far.front().value;
    for (entry const& e : far) least = sr_.add(least, e.value);
    if constexpr (std::is_arithmetic_v<T>) {
      double const most = static_cast<double>(std::numeric_limits<T>::max());
      double const until = static_cast<double>(least) + width;
      T const pivot = until < most ? static_cast<T>(until) : std::numeric_limits<T>::max();
      if (before(least, pivot)) return pivot;  // else rounding has made it less
    }
    return least;
  }

  // Of the best half of the pile, or the best eighth of one that grows, by a sample.
  T quantile(std::vector<entry> const& far) {
    constexpr std::size_t samples = 256;
    sample_.clear();
    bool const grows = far.size() > 2 * waited_;
    waited_ = far.size();
    std::size_t const step = (far.size() + samples - 1) / samples;
    for (std::size_t i = 0; i < far.size(); i += step) sample_.push_back(far[i].value);
    auto const at = sample_.begin() + static_cast<std::ptrdiff_t>(sample_.size() / (grows ? 8 : 2));
    std::nth_element(sample_.begin(), at, sample_.end(),
                     [&](T const& x, T const& y) { return differs<T>{}(x, y) && before(x, y); });
    return *at;
  }

  SR sr_;
  compressed_view<A, I, O> a_;
  mask_view mask_;
  T* values_;
  primitives::byte* states_;
  std::vector<std::vector<I>> lists_;  // by threads
  std::vector<I> list_;
  std::vector<entry> near_;
  std::vector<T> sample_;
  T pivot_{};
  std::size_t waited_ = 0;  // how many did at the last split
  fixpoint_result work_;
};

}  // namespace heddle::host
