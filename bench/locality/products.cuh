// products.cuh - the products that the locality benchmark multiplies by, their roofs, and sums to check them by.
#pragma once
#include <heddle/detail/executor/check.cuh>
#include <heddle/detail/walk/entry_walk.hpp>
#include <heddle/detail/walk/loads.hpp>

namespace heddle::bench {

template <class T> struct product {
  using operand = T;
  std::int32_t const* columns;
  T const* values;  // null: all are 1
  T const* u;

  HEDDLE_FN seam::entry_arrays<std::int32_t, T> entries() const { return {columns, values, 1}; }
  HEDDLE_FN T of(std::int32_t column, T value) const { return value * u[column]; }
  __device__ T operator()(size_type atom) const { return of(columns[atom], values ? values[atom] : T(1)); }
  __device__ T streamed(size_type atom) const {
    return of(detail::load_once(columns + atom), detail::load_once_if(values != nullptr, values + atom, T(1)));
  }

  struct near_product {
    std::int32_t const* columns;
    T const* values;
    T const* u;
    T const* hub;
    std::int32_t hubs;
    HEDDLE_FN seam::entry_arrays<std::int32_t, T> entries() const { return {columns, values, 1}; }
    __device__ T of(std::int32_t column, T value) const {
      return value * detail::load_either(column < hubs, hub + column, u + column);
    }
    __device__ T streamed(size_type atom) const {
      return of(detail::load_once(columns + atom), detail::load_once_if(values != nullptr, values + atom, T(1)));
    }
  };
  __device__ near_product with_hubs(T const* hub, size_type hubs) const {
    return {columns, values, u, hub, static_cast<std::int32_t>(hubs)};
  }
};

// The roofs: every value and index read once, x gathered, no rows.
template <class T> __global__ void gather_roof(product<T> value, size_type nnz, T* out) {
  size_type const first = static_cast<size_type>(blockIdx.x) * 2048 + threadIdx.x;
  T total = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j) {
    if (first + j * 256 < nnz) total += value.streamed(first + j * 256);
  }
  if (total == T(-1)) *out = total;
}
template <class T>
__global__ __launch_bounds__(1024, 1) void hub_roof(product<T> value, size_type nnz, int hubs, T* out) {
  extern __shared__ uint4 shared[];
  T* const hub = reinterpret_cast<T*>(shared);
  for (int i = static_cast<int>(threadIdx.x); i < hubs; i += 1024) hub[i] = value.u[i];
  __syncthreads();
  auto const near = value.with_hubs(hub, hubs);
  T total = 0;
  for (size_type first = static_cast<size_type>(blockIdx.x) * 8192; first < nnz; first += gridDim.x * size_type{8192}) {
    if (first + 8192 > nnz) {
      for (size_type i = first + threadIdx.x; i < nnz; i += 1024) total += near.streamed(i);
      continue;
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) total += near.streamed(first + j * 1024 + threadIdx.x);
  }
  if (total == T(-1)) *out = total;
}

// One warp a row, in f64.
template <class T>
__global__ void reference_kernel(std::int32_t const* offsets, std::int32_t const* columns, T const* values, T const* x,
                                 size_type rows, double* y) {
  size_type const row = (static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  if (row >= rows) return;
  double total = 0;
  for (std::int32_t i = offsets[row] + static_cast<int>(threadIdx.x % 32); i < offsets[row + 1]; i += 32) {
    total += (values ? static_cast<double>(values[i]) : 1.0) * static_cast<double>(x[columns[i]]);
  }
  for (int offset = 16; offset > 0; offset /= 2) total += __shfl_down_sync(~0u, total, offset);
  if (threadIdx.x % 32 == 0) y[row] = total;
}

}  // namespace heddle::bench
