// scalar.hpp - one value, or none, in an executor's memory: what a loop on a GPU computes and is ended by.
// GraphBLAS C API 2.1, section 4.2.3 (GrB_Scalar).
#pragma once
#include <heddle/base/converted.hpp>
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/detail/executor/recorder.hpp>
#include <optional>

namespace heddle {

namespace detail {

/// The plan of the last reduction into a scalar, for the next one of that kind over as many values.
struct kept_row {
  void const* kind = nullptr;
  size_type n = -1;
  std::shared_ptr<void const> made = {};
};

}  // namespace detail

/// A value where an executor has its memory, or none. It neither moves nor is copied, since loops keep its address.
/// Whether there is a value is known to the host: loops on a GPU neither ask for that nor change it, and what their
/// kernels read in an empty scalar is the value that was there last.
template <element T> class scalar {
 public:
  using value_type = T;

  explicit scalar(T value = T{}, executor exec = detail::usual_executor()) : memory_(std::move(exec), sizeof(T)) {
    set(value);
  }
  /// An integer of a floating-point number: as everywhere (docs/semirings.md, "Conversions").
  template <class Value>
  requires detail::truncates<Value, T>
  explicit scalar(Value value, executor exec = detail::usual_executor())
      : scalar(detail::converted<T>(value), std::move(exec)) {}
  /// Without a value.
  explicit scalar(std::nullopt_t, executor exec = detail::usual_executor()) : scalar(T{}, std::move(exec)) {
    has_value_ = false;
  }
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
    detail::tell_written(exec(), data());
    primitives::fill(exec(), memory_.data(), 1, sizeof(T), &value);
    has_value_ = true;
  }
  template <class Value>
  requires detail::truncates<Value, T>
  void set(Value value) { set(detail::converted<T>(value)); }
  bool has_value() const { return has_value_; }
  /// Afterwards there is no value.
  void clear() {
    detail::require_unrecorded(exec(), "scalar::clear");
    has_value_ = false;
  }
  /// The value, or nothing. Waits for the executor, and reads back from a GPU.
  [[nodiscard]] std::optional<T> value() const {
    detail::require_unrecorded(exec(), "scalar::value");
    return has_value_ ? std::optional<T>(get()) : std::nullopt;
  }
  /// The value. Throws empty_object where there is none. Waits for the executor, and reads back from a GPU.
  [[nodiscard]] T get() const {
    detail::require_unrecorded(exec(), "scalar::get");
    if (!has_value_) throw empty_object("scalar::get: the scalar is empty");
    T value;
    detail::copy_bytes(executor{}, &value, exec(), memory_.data(), sizeof(T));
    return value;
  }

  /// Both hold values that are equal, or none. Reads back from a GPU.
  friend bool operator==(scalar const& a, scalar const& b) requires std::equality_comparable<T> {
    return a.value() == b.value();
  }

  /// For operations. is_empty: the host knows that there is no value, which it does not ask in a device_loop.
  bool is_empty() const { return !has_value_ && !detail::forms_stay(exec()); }
  buffer<primitives::byte>& memory() { return memory_; }
  detail::kept_row& kept() { return kept_; }
  /// That the memory was written, and what it holds is the value, or is none.
  void mark(bool has_value) { has_value_ = has_value; }
  /// The same with the value of a sum over nothing, which there is in a device_loop alone.
  void mark_sum_of_none() { has_value_ = detail::forms_stay(exec()); }

 private:
  explicit scalar(buffer<primitives::byte> memory) : memory_(std::move(memory)) {}

  buffer<primitives::byte> memory_;
  detail::kept_row kept_;
  bool has_value_ = true;
};

}  // namespace heddle
