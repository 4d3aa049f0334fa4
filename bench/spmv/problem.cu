// problem.cu - operands made on the GPU, their products summed on the CPU, results compared on the GPU.
#include <bit>
#include <cmath>
#include <heddle/detail/executor/check.cuh>
#include <heddle/detail/executor/parallel_for.hpp>
#include <heddle/detail/executor/primitives.hpp>

#include "bench/spmv/problem.cuh"

namespace heddle::bench {
namespace {

constexpr int threads = 256;
unsigned blocks_for(size_type n) { return static_cast<unsigned>(ceil_div(n, threads)); }

template <class T> __global__ void fill_kernel(T* values, size_type n, unsigned seed) {
  size_type const i = static_cast<size_type>(blockIdx.x) * threads + threadIdx.x;
  if (i < n) values[i] = static_cast<T>(value_at(i, seed));
}

// Rounding of a sum of n positive terms grows like the square root of n.
template <class T>
__global__ void count_wrong(T const* y, double const* want, std::int32_t const* offsets, size_type rows,
                            bool of_empty_rows, unsigned long long* wrong) {
  size_type const row = static_cast<size_type>(blockIdx.x) * threads + threadIdx.x;
  if (row >= rows || (!of_empty_rows && offsets[row] == offsets[row + 1])) return;
  double const least = sizeof(T) == 4 ? 1e-4 : 1e-12, epsilon = sizeof(T) == 4 ? 6e-8 : 1.1e-16;
  double const tolerance = max(least, 8 * epsilon * sqrt(static_cast<double>(offsets[row + 1] - offsets[row])));
  if (!(abs(static_cast<double>(y[row]) - want[row]) <= tolerance * abs(want[row]))) atomicAdd(wrong, 1ull);
}

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

template <class T> void fill(executor const& exec, buffer<T>& values, unsigned seed) {
  if (values.empty()) return;
  fill_kernel<<<blocks_for(values.size()), threads, 0, gpu::stream_of(exec)>>>(values.data(), values.size(), seed);
  gpu::check(cudaGetLastError(), "fill_kernel");
}

template <class T>
bool all_right(executor const& exec, std::int32_t const* offsets, buffer<double> const& want, T const* y,
               bool of_empty_rows) {
  buffer<unsigned long long> wrong(exec, 1);
  gpu::check(cudaMemsetAsync(wrong.data(), 0, wrong.bytes(), gpu::stream_of(exec)), "cudaMemsetAsync");
  count_wrong<<<blocks_for(want.size()), threads, 0, gpu::stream_of(exec)>>>(y, want.data(), offsets, want.size(),
                                                                             of_empty_rows, wrong.data());
  gpu::check(cudaGetLastError(), "count_wrong");
  return wrong.get(0) == 0;
}

}  // namespace

row_lengths::row_lengths(csr_pattern const& a) {
  std::vector<size_type> counts;
  double const mean = static_cast<double>(a.nnz()) / static_cast<double>(max_of(a.rows, std::int64_t{1}));
  double squares = 0;
  for (std::int64_t row = 0; row < a.rows; ++row) {
    auto const length = static_cast<unsigned>(a.offsets[row + 1] - a.offsets[row]);
    std::size_t const bin = std::bit_width(length);
    if (counts.size() <= bin) counts.resize(bin + 1);
    ++counts[bin];
    empty += length == 0;
    longest = max_of(longest, static_cast<size_type>(length));
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

bool problem::is_right(float const* y, bool of_empty_rows) const {
  return all_right(exec_, offsets_.data(), want_, y, of_empty_rows);
}
bool problem::is_right(double const* y, bool of_empty_rows) const {
  return all_right(exec_, offsets_.data(), want_, y, of_empty_rows);
}

void fill_values(executor const& exec, buffer<float>& values, unsigned seed) { fill(exec, values, seed); }
void fill_values(executor const& exec, buffer<double>& values, unsigned seed) { fill(exec, values, seed); }

template <class T> buffer<T> make_values(executor const& exec, csr_pattern const& a) {
  buffer<T> values(exec, a.nnz());
  if (a.values == stored::array) {
    fill(exec, values, 1);
  } else {
    T const one = static_cast<T>(value_of_all(a.values));
    primitives::fill(exec, values.data(), a.nnz(), sizeof(T), &one);
  }
  return values;
}
template buffer<float> make_values(executor const&, csr_pattern const&);
template buffer<double> make_values(executor const&, csr_pattern const&);

}  // namespace heddle::bench
