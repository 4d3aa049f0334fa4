// scans.cu - GPU primitives that count and scan, by CUB's device-wide algorithms.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/block/block_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <heddle/detail/base/tuning.hpp>
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/executor/integers.hpp>

#include "src/containers/kept_flags.hpp"
#include "src/cuda/read_back.hpp"
#include "src/cuda/scratch.cuh"
#include "src/executor/backend.hpp"

namespace heddle::gpu {
namespace {

using primitives::byte;

// value(i) for i = 0, 1, ...
template <class Value> auto generated(Value const& value) {
  return thrust::make_transform_iterator(thrust::counting_iterator<size_type>(0), value);
}

// One block counts alone where that takes few rounds; of several the last to end writes the sum.
constexpr size_type most_rounds_alone = 4;

__global__ __launch_bounds__(launch_threads) void count_flags(byte const* flags, size_type n,
                                                              heddle::detail::listing_state const* listed,
                                                              adding_place* place, size_type* total) {
  using reduction = cub::BlockReduce<unsigned long long, launch_threads>;
  __shared__ typename reduction::TempStorage storage;
  if (listed && listed->count != listed->unknown) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *total = static_cast<size_type>(listed->count);
    return;
  }
  size_type const stride = size_type{flags_at_once} * launch_threads * gridDim.x;
  unsigned long long found = 0;
#pragma unroll 4
  for (size_type at = size_type{flags_at_once} * (blockIdx.x * size_type{launch_threads} + threadIdx.x); at < n;
       at += stride) {
    found += static_cast<unsigned>(num_set(load_flags(flags + at, n - at)));
  }
  auto const sum = static_cast<size_type>(reduction(storage).Sum(found));
  if (threadIdx.x != 0) return;
  size_type all = sum;
  if (gridDim.x == 1 || add_up(*place, sum, all)) *total = all;
}

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

void count_into(executor const& exec, std::int64_t* total, byte const* flags, size_type n,
                heddle::detail::listing_state const* listed) {
  device_guard const guard(exec);
  size_type const useful = ceil_div(n, size_type{launch_threads} * flags_at_once);
  size_type const resident = gpu_tuning.resident_threads / launch_threads * exec.num_workers();
  bool const alone = useful <= most_rounds_alone;
  std::shared_ptr<void> zeros;
  buffer<adding_place> own;
  if (!alone && may_run_beside_others(exec)) {
    own = buffer<adding_place>(exec, 1);
    check(cudaMemsetAsync(own.data(), 0, own.bytes(), stream_of(exec)), "count");
  } else if (!alone) {
    zeros = exec.state().zeros(sizeof(adding_place));
  }
  adding_place* const place = zeros ? static_cast<adding_place*>(zeros.get()) : own.data();
  heddle::detail::tell_recording(exec, total, flags, n, listed);
  count_flags<<<static_cast<unsigned>(alone ? 1 : min_of(useful, resident)), launch_threads, 0, stream_of(exec)>>>(
      flags, n, listed, place, total);
  check(cudaGetLastError(), "count");
}

size_type count(executor const& exec, byte const* flags, size_type n) {
  buffer<std::int64_t> total(exec, 1);
  count_into(exec, total.data(), flags, n, nullptr);
  return read_back(exec, total.data());
}

template <index_type I> buffer<I> compact(executor const& exec, byte const* flags, size_type n) {
  auto const ranks = rank_flags(exec, flags, n);
  buffer<I> positions(exec, ranks.count);
  keep_flagged<I>(exec, ranks, flags, n, positions.data(), nullptr);
  return positions;
}
template buffer<std::int32_t> compact(executor const&, byte const*, size_type);
template buffer<std::int64_t> compact(executor const&, byte const*, size_type);

template <index_type I> void exclusive_sum(executor const& exec, I const* values, I* scanned, size_type n) {
  scan(exec, generated(padded_value<I>{values, n}), scanned, n, "exclusive_sum");
}
template void exclusive_sum(executor const&, std::int32_t const*, std::int32_t*, size_type);
template void exclusive_sum(executor const&, std::int64_t const*, std::int64_t*, size_type);

size_type scan_row_lengths(executor const& exec, integers offsets, integers ids, size_type n, size_type* scanned,
                           bool wants_total, primitives::row_part part) {
  scan(exec, generated(chosen_row_length{offsets, ids, n, part}), scanned, n, "scan_row_lengths");
  return wants_total ? read_back(exec, scanned + n) : -1;
}

void flag_longer_rows(executor const& exec, integers offsets, integers ids, size_type n, size_type length,
                      byte* flags) {
  for_each_index(exec, n, flag_longer_row{{offsets, ids, n, {}}, length, flags}, "flag_longer_rows");
}

}  // namespace heddle::gpu
