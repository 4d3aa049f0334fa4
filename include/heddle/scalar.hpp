// scalar.hpp - one value in an executor's memory: what a loop on a GPU computes and is ended by.
#pragma once
#include <heddle/memory.hpp>
#include <heddle/primitives.hpp>
#include <heddle/recorder.hpp>

namespace heddle {

namespace detail {

/// The plan of the last reduction into a scalar, for the next one of that kind over as many values.
struct kept_row {
  void const* kind = nullptr;
  size_type n = -1;
  std::shared_ptr<void const> made = {};
};

}  // namespace detail

/// A value where an executor has its memory. It neither moves nor is copied, since loops keep its address.
template <element T> class scalar {
 public:
  using value_type = T;

  explicit scalar(T value = T{}, executor exec = {}) : memory_(std::move(exec), sizeof(T)) { set(value); }
  scalar(scalar const&) = delete;
  /// The value that stands there, in memory of `exec` that must outlive the scalar.
  [[nodiscard]] static scalar adopt(executor exec, T* at) {
    auto* const bytes = reinterpret_cast<primitives::byte*>(at);
    return scalar(buffer<primitives::byte>::adopt(std::move(exec), bytes, sizeof(T)));
  }

  executor const& exec() const { return memory_.exec(); }
  T const* data() const { return reinterpret_cast<T const*>(memory_.data()); }
  T* data() { return reinterpret_cast<T*>(memory_.data()); }

  /// Asynchronous on the executor's stream.
  void set(T value) {
    if (auto* const recording = exec().state().recording()) recording->writes(data());
    primitives::fill(exec(), memory_.data(), 1, sizeof(T), &value);
  }
  /// Waits for the executor, and reads back from a GPU.
  [[nodiscard]] T get() const {
    detail::require_unrecorded(exec(), "scalar::get");
    T value;
    detail::copy_bytes(executor{}, &value, exec(), memory_.data(), sizeof(T));
    return value;
  }

  /// For operations.
  buffer<primitives::byte>& memory() { return memory_; }
  detail::kept_row& kept() { return kept_; }

 private:
  explicit scalar(buffer<primitives::byte> memory) : memory_(std::move(memory)) {}

  buffer<primitives::byte> memory_;
  detail::kept_row kept_;
};

}  // namespace heddle
