// buffer_on.hpp - values as memory of an executor.
#pragma once
#include <heddle/base/memory.hpp>
#include <span>
#include <vector>

namespace heddle::testing {

template <class T> buffer<T> buffer_on(executor const& exec, std::vector<T> const& values) {
  return buffer<T>(exec, std::span<T const>(values));
}

}  // namespace heddle::testing
