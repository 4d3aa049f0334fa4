// receive.hpp - in place of the header of that name, where memory of a device is the host's.
#pragma once
#include <heddle/base/executor.hpp>

namespace heddle::gpu {

template <class T, class Launch> T receive(executor const&, Launch const& launch) {
  T value;
  launch(&value);
  return value;
}

}  // namespace heddle::gpu
