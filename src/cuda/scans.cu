// scans.cu - GPU primitives that count and scan, by CUB's device-wide algorithms.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <heddle/cuda/elementwise.cuh>
#include <heddle/integers.hpp>

#include "src/core/backend.hpp"
#include "src/cuda/read_back.hpp"
#include "src/cuda/scratch.cuh"

namespace heddle::cuda {
namespace {

using primitives::byte;

// value(i) for i = 0, 1, ...
template <class Value> auto generated(Value const& value) {
  return thrust::make_transform_iterator(thrust::counting_iterator<size_type>(0), value);
}

struct is_set {
  byte const* flags;
  __device__ size_type operator()(size_type i) const { return flags[i] != 0; }
};

// values[0..n) and then a zero, whose place in the scan receives the total.
template <class I> struct padded_value {
  I const* values;
  size_type n;
  __device__ I operator()(size_type i) const { return i < n ? values[i] : I{0}; }
};

struct chosen_row_length {
  integers offsets, ids;
  size_type n;
  primitives::row_part part;
  __device__ size_type operator()(size_type i) const {
    if (i >= n) return 0;
    size_type const row = ids[i];
    return part.of(offsets[row + 1] - offsets[row]);
  }
};

struct flag_longer_row {
  chosen_row_length lengths;
  size_type length;
  byte* flags;
  __device__ void operator()(size_type i) const { flags[i] = lengths(i) > length; }
};

// scanned[0..n] from n + 1 values.
template <class Values, class S>
void scan(executor const& exec, Values const& values, S* scanned, size_type n, char const* what) {
  with_scratch(exec, what, [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, values, scanned, n + 1, stream_of(exec));
  });
}

}  // namespace

size_type count(executor const& exec, byte const* flags, size_type n) {
  buffer<size_type> total(exec, 1);
  with_scratch(exec, "count", [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(scratch, bytes, generated(is_set{flags}), total.data(), n, stream_of(exec));
  });
  return read_back(exec, total.data());
}

template <index_type I> buffer<I> compact(executor const& exec, byte const* flags, size_type n) {
  buffer<I> positions(exec, count(exec, flags, n));
  if (positions.empty()) return positions;
  buffer<size_type> total(exec, 1);
  with_scratch(exec, "compact", [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSelect::Flagged(scratch, bytes, thrust::counting_iterator<I>(0), generated(is_set{flags}),
                                      positions.data(), total.data(), n, stream_of(exec));
  });
  return positions;
}

template <class I> void exclusive_sum(executor const& exec, I const* values, I* scanned, size_type n) {
  scan(exec, generated(padded_value<I>{values, n}), scanned, n, "exclusive_sum");
}

template <index_type I, index_type O>
size_type scan_row_lengths(executor const& exec, O const* offsets, I const* ids, size_type n, size_type* scanned,
                           bool wants_total, primitives::row_part part) {
  scan(exec, generated(chosen_row_length{offsets, ids, n, part}), scanned, n, "scan_row_lengths");
  return wants_total ? read_back(exec, scanned + n) : -1;
}

template <index_type I, index_type O>
void flag_longer_rows(executor const& exec, O const* offsets, I const* ids, size_type n, size_type length,
                      byte* flags) {
  for_each_index(exec, n, flag_longer_row{{offsets, ids, n, {}}, length, flags}, "flag_longer_rows");
}

#include "src/core/scan_instances.inc"

}  // namespace heddle::cuda
