// products.cuh - the products that the locality benchmark multiplies by, their roofs, and what checks them.
#pragma once
#include <heddle/cuda/check.cuh>
#include <heddle/walk/load_either.hpp>
#include <heddle/walk/load_once.hpp>

namespace heddle::bench {

template <class T> struct store {
  T* y;
  __device__ void operator()(size_type row, T value) const { y[row] = value; }
};

// load_once, or with a hint that the second-level cache, too, should give the line up first.
template <bool Hinted, class T> __device__ T load_stream(T const* pointer) {
  if constexpr (!Hinted) {
    return load_once(pointer);
  } else {
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    T value;
    if constexpr (sizeof(T) == 4) {
      unsigned bits;
      asm("ld.global.nc.L1::no_allocate.L2::cache_hint.b32 %0, [%1], %2;" : "=r"(bits) : "l"(pointer), "l"(policy));
      memcpy(&value, &bits, 4);
    } else {
      unsigned long long bits;
      asm("ld.global.nc.L1::no_allocate.L2::cache_hint.b64 %0, [%1], %2;" : "=l"(bits) : "l"(pointer), "l"(policy));
      memcpy(&value, &bits, 8);
    }
    return value;
  }
}

// How a product reads: `hinted` streams past the second-level cache too; `branching` reads hubs without a branch.
enum class reading { plain, hinted, branching };
constexpr char const* reading_names[] = {"plain", "hinted", "branching"};

template <class T, reading How> struct product {
  static constexpr bool Hinted = How == reading::hinted;
  using operand = T;
  std::int32_t const* columns;
  T const* values;
  T const* u;
  __device__ T operator()(size_type atom) const { return (values ? values[atom] : T(1)) * u[columns[atom]]; }
  __device__ T streamed(size_type atom) const {
    std::int32_t const c = load_stream<Hinted>(columns + atom);
    return (values ? load_stream<Hinted>(values + atom) : T(1)) * u[c];
  }
  struct near_product {
    std::int32_t const* columns;
    T const* values;
    T const* u;
    T const* hub;
    std::int32_t hubs;
    __device__ T operand_at(std::int32_t c) const {
      if constexpr (How == reading::branching) return c < hubs ? hub[c] : u[c];
      return load_either(c < hubs, hub + c, u + c);
    }
    __device__ T value_at(size_type atom) const {
      if constexpr (How == reading::plain) {
        return load_once_if(values != nullptr, values + atom, T(1));
      } else {
        return values ? load_stream<Hinted>(values + atom) : T(1);
      }
    }
    __device__ T operator()(size_type atom) const { return (values ? values[atom] : T(1)) * operand_at(columns[atom]); }
    __device__ T streamed(size_type atom) const {
      std::int32_t const c = load_stream<Hinted>(columns + atom);
      return value_at(atom) * operand_at(c);
    }
  };
  __device__ near_product with_hubs(T const* hub, size_type hubs) const {
    return {columns, values, u, hub, static_cast<std::int32_t>(hubs)};
  }
};

// The roofs: every value and index read once, x gathered, no rows.
template <class T> __global__ void gather_roof(product<T, reading::plain> value, size_type nnz, T* out) {
  size_type const first = static_cast<size_type>(blockIdx.x) * 2048 + threadIdx.x;
  T total = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j) {
    if (first + j * 256 < nnz) total += value.streamed(first + j * 256);
  }
  if (total == T(-1)) *out = total;
}
template <class T>
__global__ __launch_bounds__(1024, 1) void hub_roof(product<T, reading::plain> value, size_type nnz, int hubs, T* out) {
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

template <class T> struct count_wrong {
  double const* want;
  T const* got;
  unsigned long long* wrong;
  __device__ void operator()(size_type i) const {
    double const tolerance = sizeof(T) == 4 ? 1e-4 : 1e-12;
    double const difference = static_cast<double>(got[i]) - want[i];
    if (!((difference < 0 ? -difference : difference) <= tolerance * want[i])) atomicAdd(wrong, 1ull);
  }
};

// Multiples of 1/8 below 2.
template <class T> struct some_value {
  T* to;
  unsigned seed;
  __device__ void operator()(size_type i) const {
    to[i] = static_cast<T>(1 + (static_cast<std::uint64_t>(i) * 2654435761u + seed) % 15) / 8;
  }
};

}  // namespace heddle::bench
