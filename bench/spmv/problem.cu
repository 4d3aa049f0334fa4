// problem.cu - the operands' rows and the sums of their products, on the CPU.
#include <bit>
#include <cmath>
#include <heddle/detail/executor/parallel_for.hpp>

#include "bench/spmv/problem.cuh"

namespace heddle::bench {
namespace {

std::vector<double> sums_of_rows(csr_pattern const& a) {
  std::vector<double> y(static_cast<std::size_t>(a.rows));
  bool const array = a.values == stored::array;
  double const one = value_of_all(a.values);
  host::parallel_for(host::default_threads(), a.rows, [&](std::int64_t row) {
    double sum = 0;
    for (std::int64_t i = a.offsets[row]; i < a.offsets[row + 1]; ++i) {
      sum += (array ? value_at(i, 1) : one) * value_at(a.columns[i], 2);
    }
    y[row] = sum;
  });
  return y;
}

}  // namespace

row_lengths::row_lengths(csr_pattern const& a) {
  std::vector<size_type> counts;
  double const mean = static_cast<double>(a.nnz()) / static_cast<double>(seam::max_of(a.rows, std::int64_t{1}));
  double squares = 0;
  for (std::int64_t row = 0; row < a.rows; ++row) {
    auto const length = static_cast<unsigned>(a.offsets[row + 1] - a.offsets[row]);
    std::size_t const bin = std::bit_width(length);
    if (counts.size() <= bin) counts.resize(bin + 1);
    ++counts[bin];
    empty += length == 0;
    longest = seam::max_of(longest, static_cast<size_type>(length));
    squares += (length - mean) * (length - mean);
  }
  stddev = a.rows > 0 ? std::sqrt(squares / static_cast<double>(a.rows)) : 0;
  for (size_type const count : counts) {
    if (!histogram.empty()) histogram += ' ';
    histogram += std::to_string(count);
  }
}

problem::problem(executor const& exec, csr_pattern const& a)
    : exec_(exec),
      a_(a),
      lengths_(a),
      offsets_(exec, a.offsets),
      columns_(exec, a.columns),
      want_(exec, sums_of_rows(a)),
      nearness_(primitives::nearness(exec, columns_.data(), a.nnz())) {}

buffer<std::int32_t> problem::row_numbers() const {
  buffer<std::int32_t> numbers(exec_, a_.nnz());
  primitives::expand_offsets(exec_, offsets_.data(), a_.rows, a_.nnz(), numbers.data());
  return numbers;
}

}  // namespace heddle::bench
