// allocations.hpp - makes memory run out at a chosen moment, on the host and on a GPU.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <heddle/base/executor.hpp>
#include <thread>

#include "src/executor/block_cache.hpp"

namespace heddle::testing {

enum class failing : std::uint8_t { never, once, from_then_on };

/// Counts allocations and says which of them fail. Any thread may ask.
class allocation_gate {
 public:
  /// Allocation number `at`, from 0 on, fails, and with from_then_on all that follow.
  void arm(failing how, std::int64_t at) {
    at_ = at;
    seen_ = 0;
    refused_by_ = nullptr;
    how_ = how;
  }
  /// Whether something failed since it was armed.
  bool disarm() { return how_.exchange(failing::never) != failing::never && seen_ > at_; }

  /// Asked for every allocation. The other threads are late once one has failed: that one gives back what they read.
  bool refuses() {
    failing const how = how_.load(std::memory_order_relaxed);
    if (how == failing::never) return false;
    std::int64_t const number = seen_++;
    static thread_local char this_thread;
    if (number == at_) refused_by_ = &this_thread;
    if (number == at_ || (number > at_ && how == failing::from_then_on)) return true;
    char const* const failed = refused_by_;
    if (failed && failed != &this_thread) std::this_thread::sleep_for(std::chrono::microseconds(100));
    return false;
  }

 private:
  std::atomic<failing> how_ = failing::never;
  std::atomic<std::int64_t> at_ = 0, seen_ = 0;
  std::atomic<char const*> refused_by_ = nullptr;
};

/// That of every `operator new` of this program, the host executor's among them.
allocation_gate& host_gate();

/// Counts the bytes that are held, from start() to stop(), and refuses what would pass a limit. Any thread may ask.
class memory_meter {
 public:
  void start(std::int64_t limit = INT64_MAX) {
    host::keep_blocks(false);  // they would count as held
    held_ = peak_ = refused_ = total_ = 0;
    limit_ = limit;
    on_ = true;
  }
  void stop() {
    on_ = false;
    host::keep_blocks(true);
  }
  /// Most bytes held at once beyond those at the start.
  std::int64_t peak() const { return peak_; }
  std::int64_t refused() const { return refused_; }
  /// All bytes that were given since the start, whether they were given back or not.
  std::int64_t total() const { return total_; }

  bool on() const { return on_.load(std::memory_order_relaxed); }
  bool refuses(std::size_t bytes) {
    if (held_ + static_cast<std::int64_t>(bytes) <= limit_) return false;
    ++refused_;
    return true;
  }
  void add(std::int64_t bytes) {
    std::int64_t const held = held_ += bytes;
    if (bytes > 0) total_ += bytes;
    for (std::int64_t most = peak_; held > most && !peak_.compare_exchange_weak(most, held);) {}
  }

 private:
  std::atomic<bool> on_ = false;
  std::atomic<std::int64_t> held_ = 0, peak_ = 0, limit_ = 0, refused_ = 0, total_ = 0;
};

/// That of every `operator new` of this program.
memory_meter& host_meter();

/// Memory of a GPU, given by an executor of that GPU, as long as its gate lets through.
struct failing_resource final : memory_resource {
  executor from;
  allocation_gate gate;

  explicit failing_resource(executor source) : from(std::move(source)) {}
  void* allocate(std::size_t bytes, void*) override { return gate.refuses() ? nullptr : from.state().allocate(bytes); }
  void deallocate(void* pointer, std::size_t bytes, void*) noexcept override {
    from.state().deallocate(pointer, bytes);
  }
};

}  // namespace heddle::testing
