// problem.cuh - the operands of y = A x as the benchmark makes them, and the answer that results are checked against.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/seam/walk/load_once.hpp>
#include <vector>

#include "bench/support/cusparse_spmv.cuh"
#include "bench/support/matrices.hpp"

namespace heddle::bench {

/// The i-th value of A (seed 1) or x (seed 2): multiples of 1/8 below 2, so that sums of short rows are exact in f32
/// and no row of entries sums to zero. Both types have the same ones.
HEDDLE_FN inline double value_at(size_type i, unsigned seed) {
  return static_cast<double>(1 + (static_cast<unsigned long long>(i) * 2654435761u + seed) % 15) / 8;
}

/// What every entry is where A stores no array of values.
constexpr double value_of_all(stored values) { return values == stored::one_value ? 0.625 : 1; }

// value(atom) of the products, by what A stores: of the roof, which needs no more.
template <class T> struct product {
  using value_type = T;
  std::int32_t const* columns;
  T const* values;
  T const* x;
  __device__ T streamed(size_type atom) const { return load_once(values + atom) * x[load_once(columns + atom)]; }
};

template <class T> struct one_value_product {
  using value_type = T;
  std::int32_t const* columns;
  T one;
  T const* x;
  __device__ T streamed(size_type atom) const { return one * x[load_once(columns + atom)]; }
};

template <class T> struct pattern_product {
  using value_type = T;
  std::int32_t const* columns;
  T const* x;
  __device__ T streamed(size_type atom) const { return x[load_once(columns + atom)]; }
};

/// What decides between schedules.
struct row_lengths {
  explicit row_lengths(csr_pattern const& a);
  size_type longest = 0, empty = 0;
  double stddev = 0;
  std::string histogram;  // empty rows, then rows of 1, 2..3, 4..7, ... entries
};

/// A and the sums of its rows' products, in f64, on the host and on the GPU: once for all types and schedules.
class problem {
 public:
  problem(executor const& exec, csr_pattern const& a);

  csr_pattern const& a() const { return a_; }
  row_lengths const& lengths() const { return lengths_; }
  /// Of the columns, as auto measures it.
  double nearness() const { return nearness_; }
  buffer<std::int32_t> const& offsets() const { return offsets_; }
  buffer<std::int32_t> const& columns() const { return columns_; }
  /// The row of every entry, made anew: matrices of the list fill much of a GPU's memory.
  buffer<std::int32_t> row_numbers() const;

  /// Whether every y[row] is right to rounding: 1e-4 in f32 and 1e-12 in f64, more for very long rows of f32.
  /// `of_empty_rows`: what stands there must be zero; else it is not looked at.
  bool is_right(float const* y, bool of_empty_rows = true) const;
  bool is_right(double const* y, bool of_empty_rows = true) const;

 private:
  executor exec_;
  csr_pattern const& a_;
  row_lengths lengths_;
  buffer<std::int32_t> offsets_, columns_;
  buffer<double> want_;
  double nearness_;
};

/// values[i] = value_at(i, seed), or `one` for all.
void fill_values(executor const& exec, buffer<float>& values, unsigned seed);
void fill_values(executor const& exec, buffer<double>& values, unsigned seed);
template <class T> buffer<T> make_values(executor const& exec, csr_pattern const& a);
template <class T> buffer<T> make_operand(executor const& exec, size_type n) {
  buffer<T> x(exec, n);
  fill_values(exec, x, 2);
  return x;
}

/// y = A x as cuSPARSE takes it, which reads an array of values whatever we store.
template <class T>
spmv_operands<T> operands_of(problem const& given, buffer<T>& values, buffer<T>& x, buffer<T>& y,
                             buffer<std::int32_t>& row_numbers) {
  csr_pattern const& a = given.a();
  auto const writable = [](buffer<std::int32_t> const& b) { return const_cast<std::int32_t*>(b.data()); };
  return {a.rows,        a.cols,   a.nnz(),  writable(given.offsets()), writable(given.columns()),
          values.data(), x.data(), y.data(), row_numbers.data()};
}

}  // namespace heddle::bench
