// told_loop.hpp - loops of the host that tell how far they are.
#pragma once
#include <algorithm>
#include <atomic>
#include <heddle/base/executor.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <thread>

namespace heddle::detail {

/// A stretch of a longer task: threads add what they have done, the thread that made it tells.
class told_stretch {
 public:
  /// `whole` units of work take the task from the fraction `from` to the fraction `to`.
  told_stretch(progress_callback const& tell, double from, double to, size_type whole)
      : tell_(tell), from_(from), to_(to), whole_(whole) {}

  void add(size_type units) {
    if (!tell_) return;
    size_type const done = done_.fetch_add(units, std::memory_order_relaxed) + units;
    if (std::this_thread::get_id() != teller_ || whole_ <= 0) return;
    tell_(from_ + (to_ - from_) * std::min(1.0, static_cast<double>(done) / static_cast<double>(whole_)));
  }
  void end() {
    if (tell_) tell_(to_);
  }

 private:
  progress_callback const& tell_;
  double from_, to_;
  size_type whole_;
  std::atomic<size_type> done_ = 0;
  std::thread::id teller_ = std::this_thread::get_id();
};

/// body(i) for i in [0, n), as host::parallel_for; `told` hears of `length` numbers at a time: one thread alone takes
/// all of a loop as one run.
template <class Body>
void told_parallel_for(int threads, size_type n, size_type length, told_stretch& told, Body const& body) {
  host::for_each_run(threads, n, length, [&](size_type first, size_type last) {
    for (size_type begin = first; begin < last; begin += length) {
      size_type const end = std::min(begin + length, last);
      for (size_type i = begin; i < end; ++i) body(i);
      told.add(end - begin);
    }
  });
  told.end();
}

}  // namespace heddle::detail
