// counted_ways.hpp - of how many entries the ways are that sums over (min, +) come from, where rounding leads them
// round cycles.
#pragma once
#include <heddle/ops/fixpoint/falling.hpp>
#include <heddle/ops/fixpoint/piles.hpp>

namespace heddle::host {

/// Whether every number of a fixpoint is the sum over some way of less than n entries, which may go round a cycle where
/// rounding makes that shorter: then rounds come to it. By a search once more, from `starts`, that counts; piles are of
/// that width. It says no when it has multiplied `most_edges` entries.
/// begin(j, start): whether a way may begin at j, and with what.
template <class SR, class A, index_type I, index_type O, class Begin>
bool are_counted_ways_short(SR const& sr, compressed_view<A, I, O> const& a, mask_view mask, Begin const& begin,
                            double width, size_type most_edges) {
  using T = domain_of<SR>;
  struct entry {
    I at;
    T value;
  };
  struct order {
    bool before(T x, T y) const { return !(y < x); }
    T best(T x, T y) const { return y < x ? y : x; }
  };
  auto const n = static_cast<std::size_t>(a.major);
  std::vector<T> values(n);
  std::vector<size_type> counts(n, -1);
  T* const x = values.data();
  size_type* const entries = counts.data();  // of the way; -1: there is none
  waiting_piles<T, entry, order> waiting(order{}, width);
  for (size_type j = 0; j < a.major; ++j) {
    if (!begin(j, x[j])) continue;
    entries[j] = 0;
    waiting.add({static_cast<I>(j), x[j]});
  }
  auto const is_current = [&](entry const& e) { return !differs<T>{}(x[e.at], e.value); };
  std::vector<entry> near;
  size_type edges = 0;
  while (!waiting.empty() && edges < most_edges) {
    waiting.take(near, is_current);
    for (entry const& from : near) {
      if (!is_current(from)) continue;
      size_type const k = from.at;
      edges += a.offsets[k + 1] - a.offsets[k];
      for (size_type e = a.offsets[k]; e < a.offsets[k + 1]; ++e) {
        size_type const j = a.indices[e];
        if (!mask.open(j)) continue;
        T const sum = detail::product_of(sr, x[k], static_cast<detail::right_of<SR, A>>(a.values[e]), 0, k, j);
        if (!(entries[j] < 0 || sum < x[j])) continue;
        x[j] = sum;
        entries[j] = entries[k] + 1;
        waiting.add({static_cast<I>(j), sum});
      }
    }
    near.clear();
  }
  auto const is_short = [&](size_type count) { return count < a.major; };
  return waiting.empty() && std::all_of(counts.begin(), counts.end(), is_short);
}

}  // namespace heddle::host
