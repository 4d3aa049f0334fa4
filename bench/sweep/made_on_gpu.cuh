// made_on_gpu.cuh - what bench_sweep does for an index on the GPU: entries of a shape, masks, and sums of products.
#pragma once
#include <heddle/seam/views.hpp>

#include "bench/support/swept_shapes.hpp"

namespace heddle::bench {

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
template <class T> struct add_product {
  std::int32_t const* columns;
  values_view<T> values;
  T const* x;  // null: sums of rows
  double* sums;
  __device__ void operator()(size_type row, size_type atom) const {
    atomicAdd(sums + row, static_cast<double>(values[atom]) * (x ? static_cast<double>(x[columns[atom]]) : 1));
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
template <class T> struct place_lost {
  primitives::byte const* there;
  T* values;
  T lost;
  __device__ void operator()(size_type i) const {
    if (!there[i]) values[i] = lost;
  }
};

}  // namespace heddle::bench
