// host.hpp - fixpoints on CPU threads: entries that have changed offer products along their rows until nothing changes.
// Rounds: Bellman 1958 with a list of what has changed (semi-naive evaluation). Piles: what is best is relaxed first,
// the rest waits, as piles.hpp tells.
#pragma once
#include <algorithm>
#include <atomic>
#include <heddle/detail/host/lists.hpp>
#include <heddle/ops/fixpoint/onward_order.hpp>
#include <heddle/ops/fixpoint/options.hpp>
#include <heddle/ops/fixpoint/piles.hpp>
#include <heddle/seam/sinks.hpp>
#include <heddle/seam/views.hpp>
#include <heddle/semirings/multiply.hpp>
#include <heddle/semirings/properties.hpp>
#include <span>
#include <vector>

namespace heddle::host {

struct fixpoint_limits {
  size_type most_rounds = 0;                // 0: none
  std::atomic<bool> const* stop = nullptr;  // asked for between rounds
  double width = 0;                         // of piles of numbers, of which less is better; 0: between quantiles
  bool adapts = false;                      // the width is a guess, and dropped where it turns out wrong
  std::span<size_type const> targets = {};  // if any: piles end when x is final at all of these
  size_type most_work = 0;                  // as detail::work_of counts it; 0: none
};

/// x(j) = x(j) + x(k) * A(k, j) until nothing changes. Full: every position of x has an entry. Masks: there may be a
/// mask.
template <class SR, class A, index_type I, class O, bool Full, bool Masks = true> class fixpoint_search {
 public:
  using T = domain_of<SR>;
  struct entry {
    I at;
    T value;  // when it was listed
  };

  /// values[0..n), and states[0..n): 1 where x has an entry, else 0. Both are written; a failure leaves them half done.
  fixpoint_search(SR const& sr, compressed_view<A, I, O> a, mask_view mask, T* values, primitives::byte* states,
                  int threads)
      : sr_(sr),
        a_(a),
        mask_(mask),
        values_(values),
        states_(states),
        lists_(static_cast<std::size_t>(threads)),
        changed_lists_(static_cast<std::size_t>(threads)) {}

  /// Every round relaxes what the round before has changed, as it was when that ended.
  fixpoint_result by_rounds(std::vector<entry> changed, fixpoint_limits const& limits) {
    work_ = {};
    near_ = std::move(changed);
    while (!near_.empty() && goes_on(limits)) {
      round();
      for (I const v : list_) near_.push_back({v, values_[v]});
    }
    return work_;
  }

  /// What is best goes first. Rounds count the lists of a pile.
  fixpoint_result by_piles(std::vector<entry> const& changed, fixpoint_limits const& limits) {
    work_ = {};
    edges_then_ = spread_then_ = 0;
    near_.clear();
    waiting_piles<T, entry, order> waiting(order{sr_}, limits.width);
    for (entry const& e : changed) waiting.add(e);
    while (!waiting.empty()) {
      if (work_.rounds > 0 && are_settled(limits.targets, waiting)) {
        work_.complete = false;
        break;
      }
      waiting.take(near_, [this](entry const& e) { return is_current(e); });
      if (near_.empty() || !goes_on(limits)) break;
      relax_best(waiting);
      if (limits.adapts && waiting.width() > 0) adapt_width(waiting);
    }
    return work_;
  }

  /// What is first in the order of rows goes first, again and again: a way is gone along in one pass but for its
  /// entries that lead back. Where few do, that is less than by any order of values. On one thread; rounds count the
  /// passes.
  fixpoint_result in_order(std::vector<entry> const& changed, fixpoint_limits const& limits) {
    work_ = {};
    std::vector<I> roots;
    for (entry const& e : changed) roots.push_back(e.at);
    onward_order<I> const onward(a_, mask_, roots);
    places_to_visit places(onward.rows.size());
    for (I const root : roots) places.add(onward.place_of(root));
    while (goes_on(limits)) {
      bool const any = places.pass([&](std::size_t place) {
        I const k = onward.rows[place];
        work_.edges += a_.offsets[k + 1] - a_.offsets[k];
        offer<false>({k, values_[k]}, [&](entry const& better) { places.add(onward.place_of(better.at)); });
      });
      if (!any) break;
      ++work_.rounds;
    }
    return work_;
  }

 private:
  static constexpr primitives::byte present = 1, listed = 2, locked = 4;
  static constexpr bool by_exchange = Full && std::is_arithmetic_v<T> && sizeof(T) <= 8;
  // Some 200 us of work: with fewer, sums that travel between cores cost what a second thread is worth.
  static constexpr size_type entries_worth_waking = size_type{1} << 17;

  bool goes_on(fixpoint_limits const& limits) {
    bool const ends = (limits.most_rounds > 0 && work_.rounds >= limits.most_rounds) ||
                      (limits.most_work > 0 && detail::work_of(work_) >= limits.most_work) ||
                      (limits.stop && limits.stop->load(std::memory_order_relaxed));
    if (ends) work_.complete = false;
    return !ends;
  }

  struct order {
    SR sr;
    bool before(T const& x, T const& y) const { return !differs<T>{}(sr.add(x, y), x); }  // x is y, or better
    T best(T const& x, T const& y) const { return sr.add(x, y); }
  };

  // Nothing better has been found since it was listed.
  bool is_current(entry const& e) const { return !differs<T>{}(values_[e.at], e.value); }

  // Rows are relaxed again and again in piles too wide, and entries looked at again and again beyond ones too narrow.
  template <class Waiting> void adapt_width(Waiting& waiting) {
    size_type const allowed = 2 * (a_.nnz + a_.major);
    bool const repeats = work_.edges - edges_then_ > allowed;
    if (!repeats && waiting.spread_entries() - spread_then_ <= allowed) return;
    waiting.set_width(repeats ? waiting.width() / 8 : waiting.width() * 4);
    edges_then_ = work_.edges;
    spread_then_ = waiting.spread_entries();
  }

  // What is better than all that waits is final.
  template <class Waiting> bool are_settled(std::span<size_type const> targets, Waiting const& waiting) const {
    return !targets.empty() && std::all_of(targets.begin(), targets.end(), [&](size_type t) {
      return (Full || (states_[t] & present) != 0) && waiting.is_past(values_[t]);
    });
  }

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
        if (tries >= 64) let_others_run();
      }
    }
  }

  // Whether x(j) changes by what is offered, and to what.
  template <bool Shared> bool improve(size_type j, T const& offered, T& sum) {
    if constexpr (Shared && by_exchange) {
      std::atomic_ref<T> x(values_[j]);
      T old = x.load(std::memory_order_relaxed);
      for (;;) {
        sum = sr_.add(old, offered);
        if (!differs<T>{}(sum, old)) return false;
        if (x.compare_exchange_weak(old, sum, std::memory_order_relaxed)) return true;
      }
    } else if constexpr (Shared) {
      std::atomic_ref<primitives::byte> state(states_[j]);
      lock(state);
      bool const better = improve_alone(j, offered, sum, (state.load(std::memory_order_relaxed) & present) != 0);
      if (better && !Full) state.fetch_or(present, std::memory_order_relaxed);
      state.fetch_and(static_cast<primitives::byte>(~locked), std::memory_order_release);
      return better;
    } else {
      bool const better = improve_alone(j, offered, sum, Full || (states_[j] & present) != 0);
      if (better && !Full) states_[j] |= present;
      return better;
    }
  }

  bool improve_alone(size_type j, T const& offered, T& sum, bool is_present) {
    T& x = values_[j];
    sum = Full || is_present ? sr_.add(x, offered) : offered;
    if ((Full || is_present) && !differs<T>{}(sum, x)) return false;
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

  // found({j, x(j)}) for every x(j) that what is listed of k improves.
  template <bool Shared, bool Masked, class Found> void offer(entry const& from, Found const& found) {
    size_type const k = from.at;
    for (size_type e = a_.offsets[k]; e < a_.offsets[k + 1]; ++e) {
      size_type const j = a_.indices[e];
      if (Masked && !mask_.open(j)) continue;
      T sum;
      if (improve<Shared>(j, product(from.value, e, k, j), sum)) found(entry{static_cast<I>(j), sum});
    }
  }
  template <bool Shared, class Found> void offer(entry const& from, Found const& found) {
    if constexpr (Masks) {
      if (!mask_.trivial()) return offer<Shared, true>(from, found);
    }
    offer<Shared, false>(from, found);
  }

  template <bool Shared> void relax(entry const& from, std::vector<I>& list) {
    offer<Shared>(from, [&](entry const& e) {
      if (list_once<Shared>(e.at)) list.push_back(e.at);
    });
  }

  size_type edges_of(std::vector<entry> const& list) const {
    size_type edges = 0;
    for (entry const& e : list) edges += a_.offsets[e.at + 1] - a_.offsets[e.at];
    return edges;
  }
  void count_round(size_type edges) {
    work_.edges += edges;
    ++work_.rounds;
  }
  bool pays_to_share(size_type edges) const { return lists_.size() > 1 && edges >= entries_worth_waking; }

  // Relaxes near_, which is empty afterwards, and lists what has changed by that.
  void round() {
    size_type const edges = edges_of(near_);
    count_round(edges);
    list_.clear();
    if (pays_to_share(edges)) {
      for_each_listing(lists_, static_cast<size_type>(near_.size()), list_,
                       [&](size_type i, std::vector<I>& list) { relax<true>(near_.data()[i], list); });
    } else {
      for (entry const& e : near_) relax<false>(e, list_);
    }
    near_.clear();
    for (I const v : list_) states_[v] &= static_cast<primitives::byte>(~listed);
  }

  // Relaxes near_, which is empty afterwards, but for what is better by now: that waits with its new value.
  template <class Waiting> void relax_best(Waiting& waiting) {
    std::erase_if(near_, [this](entry const& e) { return !is_current(e); });
    if (near_.empty()) return;  // no list to count
    size_type const edges = edges_of(near_);
    count_round(edges);
    if (pays_to_share(edges)) {
      changed_.clear();
      for_each_listing(changed_lists_, static_cast<size_type>(near_.size()), changed_,
                       [&](size_type i, std::vector<entry>& list) {
                         offer<true>(near_.data()[i], [&](entry const& e) { list.push_back(e); });
                       });
      for (entry const& e : changed_) waiting.add(e);
    } else {
      for (entry const& e : near_) {
        if (is_current(e)) offer<false>(e, [&](entry const& better) { waiting.add(better); });
      }
    }
    near_.clear();
  }

  SR sr_;
  compressed_view<A, I, O> a_;
  mask_view mask_;
  T* values_;
  primitives::byte* states_;
  std::vector<std::vector<I>> lists_;  // by threads
  std::vector<I> list_;
  std::vector<entry> near_, changed_;
  std::vector<std::vector<entry>> changed_lists_;  // by threads
  size_type edges_then_ = 0, spread_then_ = 0;     // when the width of piles was chosen
  fixpoint_result work_;
};

}  // namespace heddle::host
