// stable_order.cu - what is sorted by keys, by CUB's radix sort of only the bits that keys have.
#include <bit>
#include <cub/device/device_radix_sort.cuh>
#include <heddle/detail/executor/elementwise.cuh>
#include <limits>

#include "src/containers/transposed_entries.hpp"
#include "src/cuda/scratch.cuh"
#include "src/executor/backend.hpp"

namespace heddle::gpu {
namespace {

using primitives::byte;

template <index_type I, class V>
void sort_pairs(executor const& exec, I const* keys, I* sorted, V const* values, V* moved, size_type n, I bound,
                char const* what) {
  auto const bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(max_of<I>(bound, 2) - 1)));
  with_scratch(exec, what, [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, sorted, values, moved, n, 0, bits, stream_of(exec));
  });
}

// order[i]: where the i-th of the sorted keys stood.
template <index_type P, index_type I>
buffer<P> order_of(executor const& exec, I const* keys, I* sorted, size_type n, I bound, char const* what) {
  buffer<P> positions(exec, n), order(exec, n);
  primitives::iota(exec, positions.data(), n);
  sort_pairs(exec, keys, sorted, positions.data(), order.data(), n, bound, what);
  return order;
}

template <index_type P, index_type I>
void sort_positions(executor const& exec, entries_by_row<I> const& from, I bound, entries_by_column<I> const& to) {
  auto const order = order_of<P>(exec, from.columns, to.columns, from.n, bound, "sort_by_column");
  primitives::gather(exec, to.rows, from.rows, order.data(), from.n, sizeof(I));
  if (from.values) primitives::gather(exec, to.values, from.values, order.data(), from.n, from.width);
}

// A row and an element of 1, 2 or 4 bytes as one word. The branch is the same for all threads.
struct pack_entry {
  std::int32_t const* rows;
  void const* values;
  std::size_t width;
  std::int64_t* to;
  __device__ std::uint32_t value(size_type i) const {
    if (width == 4) return static_cast<std::uint32_t const*>(values)[i];
    return width == 1 ? static_cast<std::uint8_t const*>(values)[i] : static_cast<std::uint16_t const*>(values)[i];
  }
  __device__ void operator()(size_type i) const { to[i] = static_cast<std::int64_t>(rows[i]) << 32 | value(i); }
};
struct unpack_entry {
  std::int64_t const* from;
  std::int32_t* rows;
  void* values;
  std::size_t width;
  __device__ void operator()(size_type i) const {
    auto const value = static_cast<std::uint32_t>(from[i]);
    rows[i] = static_cast<std::int32_t>(from[i] >> 32);
    if (width == 4) {
      static_cast<std::uint32_t*>(values)[i] = value;
    } else if (width == 1) {
      static_cast<std::uint8_t*>(values)[i] = static_cast<std::uint8_t>(value);
    } else {
      static_cast<std::uint16_t*>(values)[i] = static_cast<std::uint16_t>(value);
    }
  }
};

void sort_packed(executor const& exec, entries_by_row<std::int32_t> const& from, std::int32_t bound,
                 entries_by_column<std::int32_t> const& to) {
  buffer<std::int64_t> packed(exec, from.n), moved(exec, from.n);
  for_each_index(exec, from.n, pack_entry{from.rows, from.values, from.width, packed.data()}, "sort_by_column");
  sort_pairs(exec, from.columns, to.columns, packed.data(), moved.data(), from.n, bound, "sort_by_column");
  for_each_index(exec, from.n, unpack_entry{moved.data(), to.rows, to.values, from.width}, "sort_by_column");
}

}  // namespace

buffer<std::int64_t> stable_order(executor const& exec, integers keys, size_type n, size_type bound) {
  return keys.visit([&]<class I>(I const* typed) {
    buffer<I> sorted(exec, n);
    return order_of<std::int64_t>(exec, typed, sorted.data(), n, static_cast<I>(bound), "stable_order");
  });
}

template <index_type I>
void sort_by_column(executor const& exec, entries_by_row<I> const& from, I bound, entries_by_column<I> const& to) {
  if (from.n == 0) return;
  if (!from.values) {
    return sort_pairs(exec, from.columns, to.columns, from.rows, to.rows, from.n, bound, "sort_by_column");
  }
  if constexpr (sizeof(I) == 4) {
    bool const aligned = reinterpret_cast<std::uintptr_t>(from.values) % from.width == 0;
    bool const fits = from.width == 1 || from.width == 2 || from.width == 4;
    if (fits && aligned) return sort_packed(exec, from, bound, to);
    if (from.n <= std::numeric_limits<I>::max()) return sort_positions<std::int32_t>(exec, from, bound, to);
  }
  sort_positions<std::int64_t>(exec, from, bound, to);
}

template void sort_by_column(executor const&, entries_by_row<std::int32_t> const&, std::int32_t,
                             entries_by_column<std::int32_t> const&);
template void sort_by_column(executor const&, entries_by_row<std::int64_t> const&, std::int64_t,
                             entries_by_column<std::int64_t> const&);

}  // namespace heddle::gpu
