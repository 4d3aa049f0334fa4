// device_timer.cuh - median time of work on a stream, measured on the GPU call by call after a warm-up.
#pragma once
#include <algorithm>
#include <heddle/cuda/check.cuh>
#include <vector>

namespace heddle::bench {

class device_event {
 public:
  device_event() { cuda::check(cudaEventCreate(&event_), "cudaEventCreate"); }
  device_event(device_event const&) = delete;
  device_event& operator=(device_event const&) = delete;
  ~device_event() { cudaEventDestroy(event_); }
  void record(cudaStream_t stream) { cuda::check(cudaEventRecord(event_, stream), "cudaEventRecord"); }
  double microseconds_since(device_event const& start) const {
    cuda::check(cudaEventSynchronize(event_), "cudaEventSynchronize");
    float milliseconds = 0;
    cuda::check(cudaEventElapsedTime(&milliseconds, start.event_, event_), "cudaEventElapsedTime");
    return 1e3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t event_;
};

/// Median of `repetitions` calls of work(), each between two events, after three calls that do not count.
template <class Work> double median_microseconds(executor const& exec, int repetitions, Work const& work) {
  device_event start, stop;
  std::vector<double> times;
  for (int run = -3; run < repetitions; ++run) {
    start.record(cuda::stream_of(exec));
    work();
    stop.record(cuda::stream_of(exec));
    double const elapsed_us = stop.microseconds_since(start);
    if (run >= 0) times.push_back(elapsed_us);
  }
  auto const middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

}  // namespace heddle::bench
