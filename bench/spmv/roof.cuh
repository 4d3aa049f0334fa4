// roof.cuh - what no CSR product goes below: every value and index read once and x gathered, without rows; and copies.
#pragma once
#include <heddle/detail/executor/check.cuh>
#include <string>

#include "bench/support/device_timer.cuh"

namespace heddle::bench {

/// Blocks take chunks of blockDim.x * Items atoms in turns; each thread has the loads of `Items` atoms in flight.
template <int Items, class Value>
__global__ void gather_all(Value value, size_type nnz, typename Value::value_type* never_written) {
  using T = typename Value::value_type;
  size_type const chunk = static_cast<size_type>(blockDim.x) * Items;
  T total = 0;
  for (size_type first = blockIdx.x * chunk; first < nnz; first += gridDim.x * chunk) {
    size_type const mine = first + threadIdx.x;
    if (first + chunk <= nnz) {
#pragma unroll
      for (int j = 0; j < Items; ++j) total += value.streamed(mine + j * static_cast<size_type>(blockDim.x));
    } else {
      for (size_type atom = mine; atom < nnz; atom += blockDim.x) total += value.streamed(atom);
    }
  }
  if (total == T(-1)) *never_written = total;  // values are positive, but the compiler does not know
}

struct gather_roof {
  double time_us = 0;
  std::string shape;  // threads x items, and whether the grid is persistent
};

namespace detail {

template <int Items, class Value>
void try_shapes(executor const& exec, int repetitions, Value const& value, size_type nnz, gather_roof& best) {
  using T = typename Value::value_type;
  buffer<T> out(exec, 1);
  for (int const threads : {256, 512, 1024}) {
    int resident = 0;
    gpu::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, gather_all<Items, Value>, threads, 0),
               "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    size_type const all = seam::max_of(seam::ceil_div(nnz, static_cast<size_type>(threads) * Items), size_type{1});
    size_type const at_once = static_cast<size_type>(resident) * exec.num_workers();
    for (bool const persistent : {true, false}) {
      if (resident == 0 || (persistent && all <= at_once) || (!persistent && threads > 256)) continue;
      auto const blocks = static_cast<unsigned>(persistent ? at_once : all);
      double const time_us = median_microseconds(exec, repetitions, [&] {
        gather_all<Items><<<blocks, threads, 0, gpu::stream_of(exec)>>>(value, nnz, out.data());
      });
      gpu::check(cudaGetLastError(), "gather_all");
      if (!best.shape.empty() && best.time_us <= time_us) continue;
      best = {time_us, std::to_string(threads) + "x" + std::to_string(Items) + (persistent ? " persistent" : "")};
    }
  }
}

}  // namespace detail

/// The best of a dozen shapes.
template <class Value>
gather_roof measure_gather_roof(executor const& exec, int repetitions, Value const& value, size_type nnz) {
  gather_roof best;
  detail::try_shapes<4>(exec, repetitions, value, nnz, best);
  detail::try_shapes<8>(exec, repetitions, value, nnz, best);
  detail::try_shapes<16>(exec, repetitions, value, nnz, best);
  return best;
}

/// Bytes read plus bytes written in a microsecond by a device-to-device copy of 1 GiB.
inline double measure_copy_bandwidth(executor const& exec) {
  buffer<unsigned char> from(exec, size_type{1} << 30), to(exec, size_type{1} << 30);
  gpu::check(cudaMemsetAsync(from.data(), 0, from.bytes(), gpu::stream_of(exec)), "cudaMemsetAsync");
  double const time_us = median_microseconds(exec, 15, [&] {
    gpu::check(cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyDeviceToDevice, gpu::stream_of(exec)),
               "cudaMemcpyAsync");
  });
  return 2 * static_cast<double>(to.bytes()) / time_us;
}

}  // namespace heddle::bench
