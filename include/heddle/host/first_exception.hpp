// first_exception.hpp - carries an exception out of a parallel region, which no exception may leave by itself.
#pragma once
#include <atomic>
#include <exception>

namespace heddle::host {

/// One object beside a region, run(work) for what each thread does in it, rethrow() behind it:
///   first_exception failure;
///   #pragma omp parallel for
///   for (...) failure.run([&] { work(i); });
///   failure.rethrow();
/// Of several exceptions the one that came first in time is kept. Costs one relaxed load a call.
class first_exception {
 public:
  /// work(), unless some work has thrown before.
  template <class Work> void run(Work const& work) noexcept {
    if (has_failed()) return;
    try {
      work();
    } catch (...) {
      if (!failed_.exchange(true, std::memory_order_relaxed)) kept_ = std::current_exception();
    }
  }

  bool has_failed() const noexcept { return failed_.load(std::memory_order_relaxed); }

  /// To be called when all threads are done: throws what was kept, if anything was.
  void rethrow() const {
    if (kept_) std::rethrow_exception(kept_);
  }

 private:
  std::atomic<bool> failed_ = false;
  std::exception_ptr kept_;
};

}  // namespace heddle::host
