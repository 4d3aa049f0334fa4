// measure_values.cpp - the least of many values, and their mean, on the host.
#include <mutex>

#include "src/executor/backend.hpp"
#include "src/executor/value_sums.hpp"
#include "src/host/parallel.hpp"

namespace heddle::host {

template <class T> primitives::value_statistics measure_values(executor const& exec, T const* values, size_type n) {
  heddle::detail::value_sums all{};
  std::mutex in_use;
  for_each_run(n < serial_below ? 1 : exec.num_workers(), n, serial_below, [&](size_type begin, size_type end) {
    heddle::detail::value_sums mine{};
    for (size_type i = begin; i < end; ++i) mine.add(static_cast<double>(values[i]));
    std::scoped_lock const lock(in_use);
    all.add(mine);
  });
  return all.statistics();
}

#include "src/executor/value_instances.inc"

}  // namespace heddle::host
