// beside.cu - a user's file for nvcc that names std and heddle whole, and then includes and uses CUB and Thrust;
// tests/clean/check compiles it.
#include <heddle/heddle.hpp>
#include <vector>

using namespace std;
using namespace heddle;

// clang-format off: behind the line above
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

#include <algorithm>
#include <chrono>
#include <cub/cub.cuh>
// clang-format on

/// A semiring of the user's own.
struct widest {
  static constexpr bool distributes = true, search_takes_strategies = true;
  max_monoid<int> add;
  HEDDLE_FN int multiply(int a, int b) const { return seam::min_of(a, b); }
};

namespace {

std::size_t sum_by_cub(buffer<int>& from, int* to, int n, cudaStream_t stream) {
  std::size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, from.data(), to, n, stream);
  buffer<unsigned char> room(from.exec(), static_cast<size_type>(bytes));
  cub::DeviceReduce::Sum(room.data(), bytes, from.data(), to, n, stream);
  return bytes;
}

int sum_by_thrust(buffer<int>& from) {
  auto const begin = thrust::device_pointer_cast(from.data());
  auto const end = begin + from.size();
  thrust::sort(thrust::device, begin, end);
  thrust::device_vector<int> sums(static_cast<std::size_t>(from.size()));
  thrust::inclusive_scan(begin, end, sums.begin());
  return thrust::reduce(sums.begin(), sums.end(), 0, thrust::plus<int>());
}

}  // namespace

int main() {
  executor const exec = cuda_executor();
  auto const A = matrix<int>::build(2, 2, {0, 1}, {1, 0}, {3, 4}, take_second<int>{}, exec);
  heddle::vector<int> const x = heddle::vector<int>::filled(2, 1, exec);
  heddle::vector<int> y(2, exec);
  mxv(y, widest{}, A, x);
  fixpoint(y, widest{}, A, {.strategy = strategies::hybrid{}});
  buffer<int> from(exec, 1000), to(exec, 1);
  return sum_by_cub(from, to.data(), 1000, nullptr) > 0 && sum_by_thrust(from) == 0 ? 0 : 1;
}
