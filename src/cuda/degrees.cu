// degrees.cu - GPU primitives that count the entries of columns. Atomics on integers give the same result in every run.
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/executor/integers.hpp>

#include "src/cuda/read_back.hpp"
#include "src/executor/backend.hpp"

namespace heddle::gpu {
namespace {

// Two's complement, so that the atomics of unsigned words serve.
struct count_column {
  integers columns;
  integers_out counts;
  __device__ void operator()(size_type i) const {
    size_type const j = columns[i];
    if (counts.wide) {
      atomicAdd(static_cast<unsigned long long*>(counts.data) + j, 1ull);
    } else {
      atomicAdd(static_cast<unsigned*>(counts.data) + j, 1u);
    }
  }
};

struct class_of_degree {
  integers degrees;
  integers_out classes;
  __device__ void operator()(size_type i) const { classes.set(i, primitives::degree_class(degrees[i])); }
};

// All writers write the same.
struct find_descent {
  integers keys;
  int* found;
  __device__ void operator()(size_type i) const {
    if (keys[i + 1] < keys[i]) *found = 1;
  }
};

}  // namespace

void count_columns(executor const& exec, integers columns, size_type n, integers_out counts, size_type num_columns) {
  std::int64_t const none = 0;
  fill(exec, counts.data, num_columns, counts.wide ? 8 : 4, &none);
  for_each_index(exec, n, count_column{columns, counts}, "count_columns");
}

void degree_classes(executor const& exec, integers degrees, integers_out classes, size_type n) {
  for_each_index(exec, n, class_of_degree{degrees, classes}, "degree_classes");
}

bool is_ascending(executor const& exec, integers keys, size_type n) {
  buffer<int> found(exec, 1);
  int const none = 0;
  fill(exec, found.data(), 1, sizeof(none), &none);
  for_each_index(exec, n - 1, find_descent{keys, found.data()}, "is_ascending");
  return read_back(exec, found.data()) == 0;
}

}  // namespace heddle::gpu
