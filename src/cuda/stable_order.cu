// stable_order.cu - the order that sorts keys, by CUB's radix sort of only the bits that keys have.
#include <bit>
#include <cub/device/device_radix_sort.cuh>

#include "src/core/backend.hpp"
#include "src/cuda/scratch.cuh"

namespace heddle::cuda {

template <index_type I> buffer<std::int64_t> stable_order(executor const& exec, I const* keys, size_type n, I bound) {
  buffer<std::int64_t> positions(exec, n), order(exec, n);
  buffer<I> sorted(exec, n);
  primitives::iota(exec, positions.data(), n);
  auto const bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(max_of<I>(bound, 2) - 1)));
  with_scratch(exec, "stable_order", [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, sorted.data(), positions.data(), order.data(), n, 0,
                                           bits, stream_of(exec));
  });
  return order;
}

#include "src/core/order_instances.inc"

}  // namespace heddle::cuda
