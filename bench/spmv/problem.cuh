// problem.cuh - the operands of y = A x as the benchmark makes them, and the answer that results are checked against.
#pragma once
#include <heddle/base/memory.hpp>
#include <heddle/detail/executor/primitives.hpp>
#include <heddle/detail/walk/loads.hpp>
#include <vector>

#include "bench/support/checked_products.cuh"
#include "bench/support/matrices.hpp"
#include "src/measure/cusparse.hpp"

namespace heddle::bench {

/// What every entry is where A stores no array of values.
constexpr double value_of_all(stored values) { return values == stored::one_value ? 0.625 : 1; }

// value(atom) of the products, by what A stores: of the roof, which needs no more.
template <class T> struct product {
  using value_type = T;
  std::int32_t const* columns;
  T const* values;
  T const* x;
  __device__ T streamed(size_type atom) const {
    return detail::load_once(values + atom) * x[detail::load_once(columns + atom)];
  }
};

template <class T> struct one_value_product {
  using value_type = T;
  std::int32_t const* columns;
  T one;
  T const* x;
  __device__ T streamed(size_type atom) const { return one * x[detail::load_once(columns + atom)]; }
};

template <class T> struct pattern_product {
  using value_type = T;
  std::int32_t const* columns;
  T const* x;
  __device__ T streamed(size_type atom) const { return x[detail::load_once(columns + atom)]; }
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

  /// See wrong_rows.
  template <class T> bool is_right(T const* y, bool of_empty_rows = true) const {
    return wrong_rows(exec_, y, want_, offsets_.data(), of_empty_rows) == 0;
  }

 private:
  executor exec_;
  csr_pattern const& a_;
  row_lengths lengths_;
  buffer<std::int32_t> offsets_, columns_;
  buffer<double> want_;
  double nearness_;
};

/// value_at(i, 1), or what every entry is.
template <class T> buffer<T> make_values(executor const& exec, csr_pattern const& a) {
  buffer<T> values(exec, a.nnz());
  if (a.values == stored::array) {
    fill_values(exec, values, 1);
  } else {
    T const one = static_cast<T>(value_of_all(a.values));
    primitives::fill(exec, values.data(), a.nnz(), sizeof(T), &one);
  }
  return values;
}
template <class T> buffer<T> make_operand(executor const& exec, size_type n) {
  buffer<T> x(exec, n);
  fill_values(exec, x, 2);
  return x;
}

/// y = A x as cuSPARSE takes it, which reads an array of values whatever we store.
template <class T>
measure::cusparse_problem rival_of(problem const& given, buffer<T> const& values, buffer<T> const& x, buffer<T>& y,
                                   buffer<std::int32_t> const& row_numbers) {
  csr_pattern const& a = given.a();
  return measure::cusparse_problem_of<T>(y.exec(), a.rows, a.cols, a.nnz(), given.offsets().data(),
                                         given.columns().data(), values.data(), x.data(), y.data(), row_numbers.data());
}

}  // namespace heddle::bench
