// times.hpp - wall-clock times of calls in milliseconds, and what many of one call come to.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <heddle/base/executor.hpp>
#include <limits>
#include <vector>

namespace heddle::measure {

class stopwatch {
 public:
  double elapsed_ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The value below which a fraction `q` of the times lies; not a number where there are none.
inline double quantile(std::vector<double> times, double q) {
  if (times.empty()) return std::nan("");
  auto const at = times.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(times.size() - 1) + 0.5);
  std::nth_element(times.begin(), at, times.end());
  return *at;
}
inline double median(std::vector<double> times) { return quantile(std::move(times), 0.5); }

/// Of call(), from when all work before it is done to when its own is.
template <class Call> double elapsed_ms(executor const& exec, Call const& call) {
  exec.wait();
  stopwatch watch;
  call();
  exec.wait();
  return watch.elapsed_ms();
}

/// Median of `repeat` calls.
template <class Call> double median_ms(executor const& exec, size_type repeat, Call const& call) {
  std::vector<double> times;
  for (size_type k = 0; k < repeat; ++k) times.push_back(elapsed_ms(exec, call));
  return median(std::move(times));
}

/// Of the first run, in which plans are made and kernels loaded, and the median of the others, or of the only one.
struct run_times {
  double first_ms = 0, elapsed_ms = 0;
};
template <class Result> struct timed_runs {
  Result last;
  run_times times;
};

/// run() `repeat` times, or until they took `budget_ms`. After each, once the clock has stopped, comes after_each().
template <class Run, class After = decltype([] {})>
timed_runs<std::invoke_result_t<Run const&>> time_runs(executor const& exec, size_type repeat, Run const& run,
                                                       double budget_ms = std::numeric_limits<double>::infinity(),
                                                       After const& after_each = {}) {
  std::vector<double> all;
  stopwatch total;
  for (;;) {
    stopwatch watch;
    auto result = run();
    exec.wait();
    all.push_back(watch.elapsed_ms());
    after_each();
    if (static_cast<size_type>(all.size()) < repeat && total.elapsed_ms() <= budget_ms) continue;
    double const first_ms = all.front();
    if (all.size() > 1) all.erase(all.begin());
    return {std::move(result), {first_ms, median(std::move(all))}};
  }
}

}  // namespace heddle::measure
