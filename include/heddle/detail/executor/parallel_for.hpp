// parallel_for.hpp - loops over CPU threads. What runs them is compiled into the library: users need no flag for it.
#pragma once
#include <atomic>
#include <heddle/base/executor.hpp>

namespace heddle::host {

/// A loop over [0, n), cut into runs of `length` numbers, which threads claim one after the other: a thread that is
/// slow gets fewer. Where one thread does it all, there is one run.
struct loop {
  int threads = 1;  // that take part at most, the calling one among them
  size_type n = 0;
  size_type length = 1;  // > 0
  /// For one run; `thread` is in [0, threads), and no two threads have the same number at a time.
  void (*body)(void const* context, int thread, size_type begin, size_type end) = nullptr;
  void const* context = nullptr;
};

/// Returns when all runs are done. The first exception that a body throws is thrown here, and runs that were not
/// begun by then are left out. Loops may be started by several threads of the user at once; they share the library's
/// threads, so that each gets the threads which are free. A loop started from a body is run by the thread of that body
/// alone. A thread that has not yet come when all runs are claimed is not waited for.
void run(loop const& asked);

/// How many threads a default host executor uses, and what has no executor, such as readers and generators:
/// set_default_threads, else the environment's HEDDLE_NUM_THREADS, else the processors that this process may use, by
/// its affinity and by the quota of its control groups.
[[nodiscard]] int default_threads();
/// 0: what it was at first. Throws invalid_argument for less.
void set_default_threads(int threads);

/// Gives the processor to a thread that waits for one.
void let_others_run();

inline constexpr size_type serial_below = 8192;  // a loop this short is over before threads have woken

/// body(thread, begin, end) or body(begin, end) for the runs of a loop, which cover [0, n).
template <class Body> void for_each_run(int threads, size_type n, size_type length, Body const& body) {
  auto const call = [](void const* context, int thread, size_type begin, size_type end) {
    auto const& it = *static_cast<Body const*>(context);
    if constexpr (requires { it(thread, begin, end); }) {
      it(thread, begin, end);
    } else {
      it(begin, end);
    }
  };
  run({threads, n, length, call, &body});
}

/// The same where numbers cost little and alike: runs that are long enough to be worth claiming, one where n is small.
template <class Body> void for_each_run(int threads, size_type n, Body const& body) {
  int const most = n < serial_below ? 1 : threads;
  for_each_run(most, n, max_of(serial_below / 4, n / (size_type{32} * most)), body);
}

/// body(i) for i in [0, n), by as many threads as are asked for, the calling one among them.
template <class Body> void parallel_for(int threads, size_type n, Body const& body) {
  for_each_run(threads, n, [&](size_type begin, size_type end) {
    for (size_type i = begin; i < end; ++i) body(i);
  });
}

/// The same in runs of `length` numbers.
template <class Body> void parallel_for(int threads, size_type n, size_type length, Body const& body) {
  for_each_run(threads, n, length, [&](size_type begin, size_type end) {
    for (size_type i = begin; i < end; ++i) body(i);
  });
}

/// body(i) for i in [0, n), by the threads of `exec`.
template <class Body> void parallel_for(executor const& exec, size_type n, Body const& body) {
  parallel_for(exec.num_workers(), n, body);
}

/// The sum of number(thread, i) for i in [0, n), in runs of `length` numbers.
template <class Number> size_type parallel_sum(int threads, size_type n, size_type length, Number const& number) {
  std::atomic<size_type> sum = 0;
  for_each_run(threads, n, length, [&](int thread, size_type begin, size_type end) {
    size_type here = 0;
    for (size_type i = begin; i < end; ++i) here += number(thread, i);
    sum.fetch_add(here, std::memory_order_relaxed);
  });
  return sum;
}

}  // namespace heddle::host
