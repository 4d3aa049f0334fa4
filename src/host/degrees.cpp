// degrees.cpp - host primitives that count the entries of columns.
#include <algorithm>
#include <atomic>

#include "src/executor/backend.hpp"
#include "src/host/parallel.hpp"

namespace heddle::host {

template <index_type I>
void count_columns(executor const& exec, I const* columns, size_type n, I* counts, size_type num_columns) {
  parallel_for(exec, num_columns, [=](size_type c) { counts[c] = 0; });
  parallel_for(exec, n,
               [=](size_type i) { std::atomic_ref(counts[columns[i]]).fetch_add(1, std::memory_order_relaxed); });
}

template <index_type I> void degree_classes(executor const& exec, I const* degrees, I* classes, size_type n) {
  parallel_for(exec, n, [=](size_type i) { classes[i] = primitives::degree_class(degrees[i]); });
}

template <index_type I> bool is_ascending(executor const&, I const* keys, size_type n) {
  return std::is_sorted(keys, keys + n);
}

#include "src/executor/degree_instances.inc"

}  // namespace heddle::host
