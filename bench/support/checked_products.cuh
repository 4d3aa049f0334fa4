// checked_products.cuh - operands of y = A x as benchmarks make them on a GPU, and how results are checked there.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/seam/sinks.hpp>

namespace heddle::bench {

/// The i-th value of A (seed 1) or x (seed 2): multiples of 1/8 below 2, so that sums of short rows are exact in f32
/// and no row of entries sums to zero. Both types have the same ones.
HEDDLE_FN inline double value_at(size_type i, unsigned seed) {
  return static_cast<double>(1 + (static_cast<unsigned long long>(i) * 2654435761u + seed) % 15) / 8;
}

template <class T> struct place_value {
  T* values;
  unsigned seed;
  __device__ void operator()(size_type i) const { values[i] = static_cast<T>(value_at(i, seed)); }
};

template <class T> void fill_values(executor const& exec, buffer<T>& values, unsigned seed) {
  gpu::for_each_index(exec, values.size(), place_value<T>{values.data(), seed});
}

template <class T> struct store {
  T* y;
  __device__ void operator()(size_type row, T value) const { y[row] = value; }
};

// Rounding of a sum of n positive terms grows like the square root of n.
template <class T> struct count_wrong {
  T const* y;
  double const* want;
  std::int32_t const* offsets;
  bool of_empty_rows;
  seam::mask_view mask;
  unsigned long long* wrong;
  __device__ void operator()(size_type row) const {
    size_type const length = offsets[row + 1] - offsets[row];
    if ((length == 0 && !of_empty_rows) || !mask.open(row)) return;
    double const least = sizeof(T) == 4 ? 1e-4 : 1e-12, epsilon = sizeof(T) == 4 ? 6e-8 : 1.1e-16;
    double const tolerance = max(least, 8 * epsilon * sqrt(static_cast<double>(length)));
    if (!(abs(static_cast<double>(y[row]) - want[row]) <= tolerance * abs(want[row]))) atomicAdd(wrong, 1ull);
  }
};

/// How many y[row] are not `want[row]` to rounding, 1e-4 in f32 and 1e-12 in f64, more for very long rows of f32.
/// `of_empty_rows`: what stands there must be zero; else it is not looked at. Only rows that the mask opens count.
template <class T>
unsigned long long wrong_rows(executor const& exec, T const* y, buffer<double> const& want, std::int32_t const* offsets,
                              bool of_empty_rows = true, seam::mask_view const& mask = {nullptr, nullptr, false}) {
  buffer<unsigned long long> wrong(exec, std::vector<unsigned long long>{0});
  gpu::for_each_index(exec, want.size(), count_wrong<T>{y, want.data(), offsets, of_empty_rows, mask, wrong.data()});
  return wrong.get(0);
}

}  // namespace heddle::bench
