// measure_values.cpp - the least of many values, and their mean, on the host.
#include <mutex>

#include "src/executor/backend.hpp"
#include "src/executor/value_sums.hpp"
#include "src/host/parallel.hpp"

namespace heddle::primitives {

value_statistics measure_by_code(executor const& exec, void const* values, int type, size_type n) {
  if (!exec.is_host()) return detail::with_cuda([&] { return gpu::measure_by_code(exec, values, type, n); });
  detail::value_sums all{};
  std::mutex in_use;
  detail::by_code<measured_types>(type, [&]<class T>(std::type_identity<T>) {
    T const* const typed = static_cast<T const*>(values);
    int const threads = n < host::serial_below ? 1 : exec.num_workers();
    host::for_each_run(threads, n, host::serial_below, [&, typed](size_type begin, size_type end) {
      detail::value_sums mine{};
      for (size_type i = begin; i < end; ++i) mine.add(static_cast<double>(typed[i]));
      std::scoped_lock const lock(in_use);
      all.add(mine);
    });
  });
  return all.statistics();
}

}  // namespace heddle::primitives
