// degrees.cpp - primitives that count the entries of columns, on the host.
#include <algorithm>
#include <atomic>

#include "src/executor/backend.hpp"
#include "src/host/parallel.hpp"

namespace heddle::primitives {

using namespace host;

void count_columns(executor const& exec, integers columns, size_type n, integers_out counts, size_type num_columns) {
  if (num_columns == 0) return;
  if (!exec.is_host()) return with_cuda([&] { gpu::count_columns(exec, columns, n, counts, num_columns); });
  columns.visit([&](auto const* columns) {
    counts.visit([&](auto* counts) {
      parallel_for(exec, num_columns, [=](size_type c) { counts[c] = 0; });
      parallel_for(exec, n,
                   [=](size_type i) { std::atomic_ref(counts[columns[i]]).fetch_add(1, std::memory_order_relaxed); });
    });
  });
}

void degree_classes(executor const& exec, integers degrees, integers_out classes, size_type n) {
  if (n == 0) return;
  if (!exec.is_host()) return with_cuda([&] { gpu::degree_classes(exec, degrees, classes, n); });
  degrees.visit([&](auto const* degrees) {
    classes.visit(
        [&](auto* classes) { parallel_for(exec, n, [=](size_type i) { classes[i] = degree_class(degrees[i]); }); });
  });
}

bool is_ascending(executor const& exec, integers keys, size_type n) {
  if (n < 2) return true;
  if (!exec.is_host()) return with_cuda([&] { return gpu::is_ascending(exec, keys, n); });
  return keys.visit([=](auto const* keys) { return std::is_sorted(keys, keys + n); });
}

}  // namespace heddle::primitives
