// held_stream.cuh - a stream that stands still, so that what waits for it can be told from what does not.
#pragma once
#include <atomic>
#include <chrono>
#include <heddle/detail/executor/check.cuh>
#include <thread>

namespace heddle::testing {

/// Keeps a stream from going on until it is let go, or for two seconds.
class held_stream {
 public:
  explicit held_stream(executor const& exec) : exec_(exec) {
    exec.wait();
    gpu::device_guard const guard(exec);
    gpu::check(cudaLaunchHostFunc(gpu::stream_of(exec), wait, this), "cudaLaunchHostFunc");
  }
  held_stream(held_stream const&) = delete;
  ~held_stream() { let_go(); }
  /// Whether the stream was still held.
  bool let_go() {
    bool const was_held = !over_;
    go_on_ = true;
    exec_.wait();
    return was_held;
  }

 private:
  static void wait(void* self) {
    auto& held = *static_cast<held_stream*>(self);
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (!held.go_on_ && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    held.over_ = true;
  }

  executor const& exec_;
  std::atomic<bool> go_on_{false}, over_{false};
};

}  // namespace heddle::testing
