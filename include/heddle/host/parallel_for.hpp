// parallel_for.hpp - a loop over the CPU threads of an executor.
#pragma once
#include <heddle/executor.hpp>

namespace heddle::host {

inline constexpr size_type serial_below = 8192;  // a loop this short is over before threads have woken

/// body(i) for i in [0, n), in equal runs, by the threads of `exec`. What body does must not throw.
template <class Body> void parallel_for(executor const& exec, size_type n, Body const& body) {
  int const threads = n < serial_below ? 1 : exec.num_workers();
#pragma omp parallel for num_threads(threads) schedule(static)
  for (size_type i = 0; i < n; ++i) body(i);
}

}  // namespace heddle::host
