// device_timer.cuh - times of work on a stream, measured on the GPU call by call: quantiles when warm, when cold, and
// when the stream is busy.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/cuda/ordered.cuh>
#include <heddle/detail/executor/check.cuh>

#include "src/measure/times.hpp"

namespace heddle::bench {

class device_event {
 public:
  device_event() { gpu::check(cudaEventCreate(&event_), "cudaEventCreate"); }
  device_event(device_event const&) = delete;
  device_event& operator=(device_event const&) = delete;
  ~device_event() { cudaEventDestroy(event_); }
  void record(cudaStream_t stream) { gpu::check(cudaEventRecord(event_, stream), "cudaEventRecord"); }
  double microseconds_since(device_event const& start) const {
    gpu::check(cudaEventSynchronize(event_), "cudaEventSynchronize");
    float milliseconds = 0;
    gpu::check(cudaEventElapsedTime(&milliseconds, start.event_, event_), "cudaEventElapsedTime");
    return 1e3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t event_;
};

/// One call of work() between two events, after `before`, which does not count.
template <class Work, class Before>
double microseconds_of(executor const& exec, Work const& work, Before const& before) {
  device_event start, stop;
  before();
  start.record(gpu::stream_of(exec));
  work();
  stop.record(gpu::stream_of(exec));
  return stop.microseconds_since(start);
}
template <class Work> double microseconds_of(executor const& exec, Work const& work) {
  return microseconds_of(exec, work, [] {});
}

/// Microseconds. `cold` is the median of calls whose data had been pushed out of the second-level cache, `queued` that
/// of calls that the host makes while the GPU is busy, so that they lack the latency of a launch, and `submit` what
/// these take the host; both not a number unless asked for.
struct timing {
  double median = 0, p10 = 0, p90 = 0, min = 0, cold = 0, queued = 0, submit = 0;
  int repetitions = 0;
};

struct repeat {
  int warm_up = 3, warm = 25, cold = 7, queued = 0;
};

/// Short calls are repeated more often: first for half a millisecond, as a GPU that was idle is slow at first, then,
/// timed, for two, though not more than 200 times.
inline repeat enough_of(repeat count, double once_us) {
  double const us = std::max(once_us, 1.0);
  count.warm_up = std::max(count.warm_up, static_cast<int>(std::min(500 / us, 100.0)));
  if (count.warm >= 25) count.warm = std::max(count.warm, static_cast<int>(std::min(2000 / us, 200.0)));
  if (us > 1000) count.queued = std::min(count.queued, 7);
  return count;
}

template <class Number> __global__ void spend(Number nanoseconds) {
  Number const begin = gpu::nanoseconds();
  while (gpu::nanoseconds() - begin < nanoseconds) continue;
}

/// Keeps the stream busy, with memory and all multiprocessors but one idle, for longer than the host needs to submit
/// two events and a call.
inline void keep_busy(executor const& exec) {
  spend<<<1, 1, 0, gpu::stream_of(exec)>>>(gpu::counter{100'000});
  gpu::check(cudaGetLastError(), "spend");
}

/// Overwrites a buffer of 256 MiB, several times what the second-level cache of any GPU of today holds. Asynchronous:
/// the launch that follows is hidden behind it, so cold times lack the latency that is part of warm ones.
class cache_flusher {
 public:
  explicit cache_flusher(executor const& exec) : bytes_(exec, size_type{256} << 20) {}
  void operator()() const {
    gpu::check(
        cudaMemsetAsync(const_cast<unsigned char*>(bytes_.data()), 0, bytes_.bytes(), gpu::stream_of(bytes_.exec())),
        "cudaMemsetAsync");
  }

 private:
  buffer<unsigned char> bytes_;
};

template <class Work>
timing measure(executor const& exec, repeat const& wanted, cache_flusher const& flush, Work const& work) {
  std::vector<double> warm, cold, queued, submit;
  work();
  repeat const count = enough_of(wanted, microseconds_of(exec, work));
  for (int i = 0; i < count.warm_up; ++i) work();
  for (int i = 0; i < count.warm; ++i) warm.push_back(microseconds_of(exec, work));
  for (int i = 0; i < count.cold; ++i) cold.push_back(microseconds_of(exec, work, flush));
  auto const watched = [&] {
    measure::stopwatch const watch;
    work();
    submit.push_back(1e3 * watch.elapsed_ms());
  };
  for (int i = 0; i < count.queued; ++i) {
    queued.push_back(microseconds_of(exec, watched, [&] { keep_busy(exec); }));
  }
  using measure::median, measure::quantile;
  return {median(warm), quantile(warm, 0.1), quantile(warm, 0.9), quantile(warm, 0),
          median(cold), median(queued),      median(submit),      count.warm};
}

/// Median of `repetitions` warm calls of work().
template <class Work> double median_microseconds(executor const& exec, int repetitions, Work const& work) {
  std::vector<double> times;
  for (int i = 0; i < 3; ++i) work();
  for (int i = 0; i < repetitions; ++i) times.push_back(microseconds_of(exec, work));
  return measure::median(std::move(times));
}

}  // namespace heddle::bench
