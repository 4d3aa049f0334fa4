// made_on_gpu.cuh - what bench_sweep does for an index on the GPU: entries of a shape, masks, and what is right.
#pragma once
#include <heddle/seam/sinks.hpp>
#include <heddle/seam/views.hpp>

#include "bench/support/swept_shapes.hpp"

namespace heddle::bench {

HEDDLE_FN inline double value_at(size_type i, unsigned seed) {
  return static_cast<double>(1 + (static_cast<unsigned long long>(i) * 2654435761u + seed) % 15) / 8;
}

struct place_length {
  shape s;
  std::int32_t* lengths;
  __device__ void operator()(size_type row) const { lengths[row] = static_cast<std::int32_t>(s.length(row)); }
};
struct place_column {
  shape s;
  std::int32_t const* offsets;
  std::int32_t* columns;
  __device__ void operator()(size_type row, size_type atom) const {
    size_type const from = offsets[row];
    columns[atom] = static_cast<std::int32_t>(s.column(row, atom - from, offsets[row + 1] - from));
  }
};
template <class T> struct place_value {
  T* values;
  unsigned seed;
  __device__ void operator()(size_type i) const { values[i] = static_cast<T>(value_at(i, seed)); }
};
template <class T> struct add_product {
  std::int32_t const* columns;
  values_view<T> values;
  T const* x;  // null: sums of rows
  double* sums;
  __device__ void operator()(size_type row, size_type atom) const {
    atomicAdd(sums + row, static_cast<double>(values[atom]) * (x ? static_cast<double>(x[columns[atom]]) : 1));
  }
};
template <class T> struct count_wrong {
  T const* y;
  double const* want;
  std::int32_t const* offsets;
  bool of_empty_rows;
  mask_view mask;
  unsigned long long* wrong;
  __device__ void operator()(size_type row) const {
    size_type const length = offsets[row + 1] - offsets[row];
    if ((length == 0 && !of_empty_rows) || !mask.open(row)) return;
    double const least = sizeof(T) == 4 ? 1e-4 : 1e-12, epsilon = sizeof(T) == 4 ? 6e-8 : 1.1e-16;
    double const tolerance = max(least, 8 * epsilon * sqrt(static_cast<double>(length)));
    if (!(abs(static_cast<double>(y[row]) - want[row]) <= tolerance * abs(want[row]))) atomicAdd(wrong, 1ull);
  }
};
// Every second row at random, and the one in the middle, which may be a giant.
struct open_half {
  primitives::byte* open;
  size_type rows;
  __device__ void operator()(size_type row) const {
    open[row] = row == rows / 2 || detail::mix(static_cast<std::uint64_t>(row) + 77) % 2 != 0;
  }
};
template <class T> struct store {
  T* y;
  __device__ void operator()(size_type row, T value) const { y[row] = value; }
};

}  // namespace heddle::bench
