// stable_order.hpp - pairs of key and position, sorted by all threads: dealt to buckets by the leading digit, each of
// which then fits the cache of the core that sorts it, by radix.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <heddle/detail/executor/parallel_for.hpp>
#include <memory>
#include <vector>

namespace heddle::host {

struct keyed_position {
  std::uint64_t key;
  std::int64_t position;

  friend bool operator<(keyed_position const& a, keyed_position const& b) {
    return a.key < b.key || (a.key == b.key && a.position < b.position);
  }
};

namespace sorting {

constexpr int lead_bits = 11;  // 2048 counters a run: 16 KB, half of a first-level cache
constexpr std::size_t num_buckets = std::size_t{1} << lead_bits;
constexpr int digit_bits = 8;
constexpr std::size_t num_digits = std::size_t{1} << digit_bits;
constexpr size_type few = 128;  // so many are sorted by comparison faster than 256 counters are cleared

using bucket_counts = std::array<size_type, num_buckets>;

// counts[run][bucket] becomes the place where that run writes its first element of that bucket.
inline void place(std::vector<bucket_counts>& counts) {
  size_type next = 0;
  for (std::size_t bucket = 0; bucket < num_buckets; ++bucket) {
    for (bucket_counts& run : counts) {
      size_type const count = run[bucket];
      run[bucket] = next;
      next += count;
    }
  }
}

// One pass by a digit of the key; false, and nothing moved, where all have the same.
inline bool pass(keyed_position const* from, keyed_position* to, size_type n, int shift) {
  auto const digit = [=](keyed_position const& p) { return (p.key >> shift) & (num_digits - 1); };
  std::array<size_type, num_digits> next{};
  for (size_type i = 0; i < n; ++i) ++next[digit(from[i])];
  if (next[digit(from[0])] == n) return false;
  size_type before = 0;
  for (size_type& count : next) before += std::exchange(count, before);
  for (size_type i = 0; i < n; ++i) to[next[digit(from[i])]++] = from[i];
  return true;
}

// Sorts by the low `bits` of the keys, all others being equal.
inline void sort_bucket(keyed_position* pairs, keyed_position* scratch, size_type n, int bits) {
  if (n <= few) return std::sort(pairs, pairs + n);
  if (std::is_sorted(pairs, pairs + n)) return;
  keyed_position *from = pairs, *to = scratch;
  for (int shift = 0; shift < bits; shift += digit_bits) {
    if (pass(from, to, n, shift)) std::swap(from, to);
  }
  if (from != pairs) std::copy(from, from + n, pairs);
}

}  // namespace sorting

/// (key(i), i) for i < n, n > 0, sorted by key, and by i where keys are equal; keys are below 2^bits. The same for any
/// number of threads. Work O(n bits); memory 32 bytes an element.
template <class Key>
std::unique_ptr<keyed_position[]> sorted_pairs(executor const& exec, size_type n, int bits, Key const& key) {
  using namespace sorting;
  auto pairs = std::make_unique_for_overwrite<keyed_position[]>(static_cast<std::size_t>(n));
  int const low_bits = max_of(bits - lead_bits, 0), threads = n < serial_below ? 1 : exec.num_workers();
  auto const runs = threads == 1 ? size_type{1} : size_type{4} * threads;  // a slow thread gets fewer
  auto const start = [=](size_type run) { return n / runs * run + min_of(run, n % runs); };
  std::vector<bucket_counts> counts(static_cast<std::size_t>(runs));
  auto const for_each_element = [&](auto const& body) {
    parallel_for(threads, runs, 1, [&](size_type run) {
      for (size_type i = start(run); i < start(run + 1); ++i) body(counts[run], key(i), i);
    });
  };
  for_each_element([=](bucket_counts& run, std::uint64_t k, size_type) { ++run[k >> low_bits]; });
  place(counts);
  for_each_element([&](bucket_counts& run, std::uint64_t k, size_type i) { pairs[run[k >> low_bits]++] = {k, i}; });
  if (low_bits == 0) return pairs;
  auto const scratch = std::make_unique_for_overwrite<keyed_position[]>(static_cast<std::size_t>(n));
  bucket_counts const& ends = counts.back();  // where the last run has stopped writing
  parallel_for(threads, static_cast<size_type>(num_buckets), 8, [&](size_type bucket) {
    size_type const begin = bucket == 0 ? 0 : ends[bucket - 1];
    sort_bucket(pairs.get() + begin, scratch.get() + begin, ends[bucket] - begin, low_bits);
  });
  return pairs;
}

/// Bits of keys in [0, bound).
inline int bits_below(size_type bound) {
  return std::bit_width(static_cast<std::uint64_t>(max_of(bound, size_type{1}) - 1));
}

}  // namespace heddle::host
