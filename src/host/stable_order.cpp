// stable_order.cpp - the order that sorts keys: least-significant-digit radix sort of (key, position) pairs.
#include <array>
#include <bit>

#include "src/core/backend.hpp"
#include "src/host/parallel.hpp"

namespace heddle::host {

constexpr int digit_bits = 11;  // 2048 counters a run: 16 KB, half of a first-level cache
constexpr std::size_t num_digits = std::size_t{1} << digit_bits;

template <class I> struct keyed_position {
  I key;
  std::int64_t position;

  std::size_t digit(int pass) const {
    return (static_cast<std::uint64_t>(key) >> (pass * digit_bits)) & (num_digits - 1);
  }
};

namespace {

using digit_counts = std::array<size_type, num_digits>;

// counts[run][digit] becomes the place where that run writes its first element with that digit.
void place(std::vector<digit_counts>& counts) {
  size_type next = 0;
  for (std::size_t digit = 0; digit < num_digits; ++digit) {
    for (digit_counts& run : counts) {
      size_type const count = run[digit];
      run[digit] = next;
      next += count;
    }
  }
}

// One run a thread: any number of runs gives the same stable order.
template <class I>
void sort_by_digit(int pass, std::vector<keyed_position<I>> const& from, std::vector<keyed_position<I>>& to,
                   std::vector<digit_counts>& counts) {
  auto const runs = static_cast<size_type>(counts.size()), n = static_cast<size_type>(from.size());
  auto const for_each_of_runs = [=](auto const& body) {
    for_each_run(static_cast<int>(runs), runs, 1, [&](size_type first, size_type last) {
      for (size_type run = first; run < last; ++run) body(run);
    });
  };
  auto const start = [=](size_type run) { return n / runs * run + min_of(run, n % runs); };
  for_each_of_runs([&](size_type run) {
    counts[run].fill(0);
    for (size_type i = start(run); i < start(run + 1); ++i) ++counts[run][from[i].digit(pass)];
  });
  place(counts);
  for_each_of_runs([&](size_type run) {
    for (size_type i = start(run); i < start(run + 1); ++i) to[counts[run][from[i].digit(pass)]++] = from[i];
  });
}

}  // namespace

template <index_type I> buffer<std::int64_t> stable_order(executor const& exec, I const* keys, size_type n, I bound) {
  std::vector<keyed_position<I>> pairs(static_cast<std::size_t>(n)), sorted(pairs.size());
  parallel_for(exec, n, [&](size_type i) { pairs[i] = {keys[i], i}; });
  std::vector<digit_counts> counts(n < serial_below ? 1 : exec.num_workers());
  auto const bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(max_of<I>(bound, 1) - 1)));
  for (int pass = 0; pass * digit_bits < bits; ++pass) {
    sort_by_digit(pass, pairs, sorted, counts);
    pairs.swap(sorted);
  }
  buffer<std::int64_t> order(exec, n);
  parallel_for(exec, n, [&](size_type i) { order.data()[i] = pairs[i].position; });
  return order;
}

#include "src/core/order_instances.inc"

}  // namespace heddle::host
