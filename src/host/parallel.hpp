// parallel.hpp - loops over an executor's CPU threads, by chunks.
#pragma once
#include <heddle/detail/executor/parallel_for.hpp>
#include <vector>

namespace heddle::host {

/// Chunks of [0, n) of a fixed length, so that what is summed by chunks does not depend on the number of threads.
struct chunks {
  static constexpr size_type length = 1 << 15;
  size_type n;

  size_type size() const { return ceil_div(n, length); }
  size_type begin(size_type chunk) const { return chunk * length; }
  size_type end(size_type chunk) const { return min_of(n, (chunk + 1) * length); }
};

/// body(chunk, begin, end) for every chunk of [0, n).
template <class Body> void for_each_chunk(executor const& exec, size_type n, Body const& body) {
  chunks const all{n};
  parallel_for(exec.num_workers(), all.size(), 1,
               [&](size_type chunk) { body(chunk, all.begin(chunk), all.end(chunk)); });
}

/// scanned[0..n] = exclusive sum of value(i). Each value is asked for twice, and scanned[i] is written after value(i)
/// was read for the last time, so both may be the same memory.
template <class S, class Value> S scan(executor const& exec, size_type n, Value const& value, S* scanned) {
  std::vector<S> start(static_cast<std::size_t>(chunks{n}.size()));
  for_each_chunk(exec, n, [&](size_type chunk, size_type begin, size_type end) {
    S sum = 0;
    for (size_type i = begin; i < end; ++i) sum += value(i);
    start[chunk] = sum;
  });
  S total = 0;
  for (S& s : start) {
    S const sum = s;
    s = total;
    total += sum;
  }
  for_each_chunk(exec, n, [&](size_type chunk, size_type begin, size_type end) {
    S sum = start[chunk];
    for (size_type i = begin; i < end; ++i) {
      S const v = value(i);
      scanned[i] = sum;
      sum += v;
    }
  });
  scanned[n] = total;
  return total;
}

}  // namespace heddle::host
