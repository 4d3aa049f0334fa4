// stopwatch.hpp - wall-clock time in milliseconds.
#pragma once
#include <algorithm>
#include <chrono>
#include <vector>

namespace heddle::cli {

class stopwatch {
 public:
  double elapsed_ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// `times` must not be empty.
inline double median(std::vector<double> times) {
  auto const middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

/// Times of one thing, over many runs.
struct time_quantiles {
  double median_ms = 0, p10_ms = 0, p90_ms = 0;
};

/// `times` must not be empty.
inline time_quantiles quantiles(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  auto const last = static_cast<double>(times.size() - 1);
  auto const at = [&](double share) { return times[static_cast<std::size_t>(share * last + 0.5)]; };
  return {times[times.size() / 2], at(0.1), at(0.9)};
}

}  // namespace heddle::cli
