// recorder.hpp - what operations are told while the body of a device_loop is recorded.
#pragma once
#include <cstring>
#include <functional>
#include <heddle/base/executor.hpp>
#include <span>
#include <type_traits>

namespace heddle::detail {

// Of one thread and one executor (executor_state::recording): while a body is captured, and in every other run of it,
// so that a plain loop gives what a recorded one does.
class recorder {
 public:
  recorder() = default;
  recorder(recorder const&) = delete;
  virtual ~recorder() = default;

  // The operation that is at work, for messages; returns the one before.
  char const* work_on(char const* operation) noexcept {
    changes_to(operation);
    return std::exchange(operation_, operation);
  }
  char const* operation() const { return operation_ ? operation_ : "the body"; }
  // Throws invalid_argument: `what` moves data to or from the host.
  [[noreturn]] void refuse(std::string const& what) const;
  // Kernels are captured, so that nothing runs and nothing can be read.
  virtual bool captures() const noexcept = 0;
  // A vector or scalar is written there.
  virtual void writes(void const* memory) noexcept = 0;
  // A bitmap whose values stand there would have its entries listed (see listing.hpp).
  virtual void lists(void const* values) noexcept = 0;
  // What a captured kernel reads lives as long as what is recorded.
  virtual void keep(std::shared_ptr<void const> used) = 0;
  // What a captured kernel is given: it is the same whenever the body is called, or the recording is not the loop.
  virtual void gives(std::span<unsigned char const> arguments) = 0;
  // One of two works, by a flag in the executor's memory, as it is when the GPU comes to it. Both must leave all forms
  // and memory alike; either may be called once, both, or none.
  virtual void either(primitives::byte const* flag, std::function<void()> const& yes,
                      std::function<void()> const& no) = 0;

 protected:
  virtual void changes_to(char const* operation) noexcept = 0;

 private:
  char const* operation_ = nullptr;
};

// To a kernel that is about to be launched. What lies between the fields of a struct may be anything, so it is zero
// here; a lambda with captures that nvcc compiles for both sides is not told, since it has a part on the heap.
template <class... Arguments> void tell_recording(executor const& exec, Arguments const&... arguments) {
  recorder* const recording = exec.state().recording();
  if (!recording || !recording->captures()) return;
  auto const tell = [&]<class T>(T const& argument) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      alignas(T) unsigned char bytes[sizeof(T)];
      std::memcpy(bytes, &argument, sizeof(T));
      __builtin_clear_padding(reinterpret_cast<T*>(bytes));
      recording->gives(bytes);
    }
  };
  (tell(arguments), ...);
}

// What a loop changes about forms: its kernels know where operands stand and in which form, so both stay as they are,
// and the host counts no entries to choose another, nor asks whether a scalar has a value.
inline bool forms_stay(executor const& exec) { return exec.state().recording() != nullptr; }

// By an operation whose kernels write what stands there, or read what its owner may drop: see recorder.
inline void tell_written(executor const& exec, void const* memory) {
  if (recorder* const recording = exec.state().recording()) recording->writes(memory);
}
template <class T> std::shared_ptr<T> keep_in_loop(executor const& exec, std::shared_ptr<T> used) {
  if (recorder* const recording = exec.state().recording()) recording->keep(used);
  return used;
}

// By an operation that moves data to or from the host, whatever its operands are.
inline void require_unrecorded(executor const& exec, char const* operation) {
  if (recorder const* const recording = exec.state().recording()) recording->refuse(operation);
}

}  // namespace heddle::detail
