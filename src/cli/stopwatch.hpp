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

}  // namespace heddle::cli
