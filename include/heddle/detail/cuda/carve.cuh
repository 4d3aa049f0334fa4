// carve.cuh - the arrays that a search works with, in one piece of memory: an allocation costs microseconds.
#pragma once
#include <heddle/base/error.hpp>
#include <heddle/base/memory.hpp>

namespace heddle::gpu {

/// Says, or deals out, where arrays begin in a piece of memory.
class carver {
 public:
  explicit carver(primitives::byte* memory = nullptr) : memory_(memory) {}
  size_type bytes() const { return used_; }

  /// `to` becomes an array of n elements.
  template <class T> void operator()(T*& to, size_type n) {
    constexpr size_type alignment = 256;
    to = reinterpret_cast<T*>(memory_ + used_);
    used_ += ceil_div(heddle::detail::bytes_of(n, sizeof(T)), alignment) * alignment;
  }

 private:
  primitives::byte* memory_;
  size_type used_ = 0;
};

/// The memory of all arrays that arrange(carver&) asks for. It is called twice. Throws out_of_memory with the bytes.
template <class Arrange> buffer<primitives::byte> carve(executor const& exec, Arrange const& arrange) {
  carver counting;
  arrange(counting);
  buffer<primitives::byte> memory = [&] {
    try {
      return buffer<primitives::byte>(exec, counting.bytes());
    } catch (out_of_memory const& wrong) {
      throw out_of_memory(heddle::detail::concat("lists of a search: ", wrong.what()));
    }
  }();
  carver dealing(memory.data());
  arrange(dealing);
  return memory;
}

}  // namespace heddle::gpu
