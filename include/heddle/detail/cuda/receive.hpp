// receive.hpp - a few bytes that a kernel writes to memory of the host, which waits for them.
#pragma once
#include <cstdint>
#include <functional>
#include <heddle/base/executor.hpp>
#include <type_traits>

namespace heddle::gpu {

inline constexpr std::size_t max_read_back = 4096;

// launch(pinned) gives the executor a kernel that writes `bytes` <= max_read_back there, 8 bytes at once, and once;
// they are copied to `destination` when they are there. meanwhile(), unless it is empty, gives it what comes next, for
// which nobody waits. The device is current in both, and neither may read back.
void receive(executor const& exec, void* destination, std::size_t bytes, std::function<void(void*)> const& launch,
             std::function<void()> const& meanwhile);

// The same for one value: launch(T*).
template <class T, class Launch, class Meanwhile>
T receive(executor const& exec, Launch const& launch, Meanwhile const& meanwhile) {
  static_assert(sizeof(T) <= max_read_back);
  static_assert(std::is_integral_v<T> || sizeof(T) != sizeof(std::uint64_t), "8 bytes are taken for a number");
  T value;
  receive(
      exec, &value, sizeof(T), [&launch](void* pinned) { launch(static_cast<T*>(pinned)); }, meanwhile);
  return value;
}
template <class T, class Launch> T receive(executor const& exec, Launch const& launch) {
  return receive<T>(exec, launch, nullptr);
}

}  // namespace heddle::gpu
