// scans.cu - GPU primitives that count and scan, by CUB's device-wide algorithms, and by one block where there is
// little.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
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

struct longer_rows {
  chosen_row_length lengths;
  integers places;  // null: as they stand
  size_type length;
  integers_out kept_ids, kept_places;

  __device__ bool keeps(size_type i) const { return lengths(i) > length; }
  __device__ void keep(size_type i, size_type to) const {
    kept_ids.set(to, lengths.ids[i]);
    kept_places.set(to, places.data ? places[i] : i);
  }
};

// Blocks reserve room for what they keep by an addition each; the last to arrive hands out the sum, and where it
// `fills` writes zeros behind what is kept.
__global__ __launch_bounds__(launch_threads) void keep_longer(longer_rows const rows, adding_place* place,
                                                              size_type* total, bool fills) {
  __shared__ unsigned kept;
  __shared__ unsigned long long base, all;
  size_type const stride = size_type{gridDim.x} * launch_threads;
  for (size_type first = size_type{blockIdx.x} * launch_threads; first < rows.lengths.n; first += stride) {
    size_type const i = first + threadIdx.x;
    bool const mine = rows.keeps(i);
    if (threadIdx.x == 0) kept = 0;
    __syncthreads();
    unsigned const before = mine ? atomicAdd(&kept, 1u) : 0;
    __syncthreads();
    if (threadIdx.x == 0) base = atomicAdd(&place->sum, static_cast<unsigned long long>(kept));
    __syncthreads();
    if (mine) rows.keep(i, static_cast<size_type>(base + before));
  }
  if (threadIdx.x == 0) {
    bool const is_last = comes_last(&place->arrived, gridDim.x);
    all = is_last ? atomicExch(&place->sum, 0ull) : ~0ull;
    if (is_last) *total = static_cast<size_type>(all);
  }
  if (!fills) return;
  __syncthreads();
  if (all == ~0ull) return;
  for (size_type i = static_cast<size_type>(all) + threadIdx.x; i < rows.lengths.n; i += launch_threads) {
    rows.kept_ids.set(i, 0);
    rows.kept_places.set(i, 0);
  }
}

// One block scans alone what takes it few rounds: one launch and no scratch memory, where CUB makes two launches and
// asks for some. On an H200 one round takes 2.7 us and three take 10.9, where CUB's two kernels take 6.2.
constexpr int lone_threads = 512, lone_items = 8;
constexpr size_type lone_round = size_type{lone_threads} * lone_items, most_scanned_alone = 2 * lone_round;

// scanned[0..n] from n + 1 values, and the last of them to `total` too, unless that is null. `scanned` may be where the
// values are read.
template <class Value, class S>
__global__ __launch_bounds__(lone_threads) void scan_alone(Value const value, S* scanned, size_type n, S* total) {
  using block_scan = cub::BlockScan<S, lone_threads>;
  __shared__ typename block_scan::TempStorage storage;
  S before = 0;
  for (size_type from = 0; from <= n; from += lone_round) {
    size_type const first = from + size_type{threadIdx.x} * lone_items;
    S items[lone_items];
#pragma unroll
    for (int k = 0; k < lone_items; ++k) items[k] = value(first + k);  // 0 behind the last
    S all;
    block_scan(storage).ExclusiveSum(items, items, all);
#pragma unroll
    for (int k = 0; k < lone_items; ++k) {
      if (first + k <= n) scanned[first + k] = before + items[k];
    }
    before += all;
    __syncthreads();  // the storage is free for the next round
  }
  if (total && threadIdx.x == 0) *total = before;
}

template <class Value, class S>
void launch_scan_alone(executor const& exec, Value const& value, S* scanned, size_type n, S* total, char const* what) {
  device_guard const guard(exec);
  scan_alone<<<1, lone_threads, 0, stream_of(exec)>>>(value, scanned, n, total);
  check(cudaGetLastError(), what);
}

// scanned[0..n] from value(0..n), of which the last is 0.
template <class Value, class S>
void scan(executor const& exec, Value const& value, S* scanned, size_type n, char const* what) {
  if (n < most_scanned_alone) return launch_scan_alone(exec, value, scanned, n, static_cast<S*>(nullptr), what);
  with_scratch(exec, what, [&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, generated(value), scanned, n + 1, stream_of(exec));
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
  if (n <= most_kept_at_once) {
    buffer<I> few(exec, n);
    few.truncate(keep_few(exec, flags, n, few.data(), {}));
    return few;
  }
  auto const ranks = rank_flags(exec, flags, n);
  buffer<I> positions(exec, ranks.count);
  keep_flagged(exec, ranks, flags, n, positions.data(), {});
  return positions;
}
template buffer<std::int32_t> compact(executor const&, byte const*, size_type);
template buffer<std::int64_t> compact(executor const&, byte const*, size_type);

template <index_type I> void exclusive_sum(executor const& exec, I const* values, I* scanned, size_type n) {
  scan(exec, padded_value<I>{values, n}, scanned, n, "exclusive_sum");
}
template void exclusive_sum(executor const&, std::int32_t const*, std::int32_t*, size_type);
template void exclusive_sum(executor const&, std::int64_t const*, std::int64_t*, size_type);

size_type scan_row_lengths(executor const& exec, integers offsets, integers ids, size_type n, size_type* scanned,
                           bool wants_total, primitives::row_part part) {
  constexpr char const* what = "scan_row_lengths";
  chosen_row_length const length{offsets, ids, n, part};
  if (wants_total && n < most_scanned_alone) {
    return receive<size_type>(exec,
                              [&](size_type* total) { launch_scan_alone(exec, length, scanned, n, total, what); });
  }
  scan(exec, length, scanned, n, what);
  return wants_total ? read_back(exec, scanned + n) : -1;
}

size_type keep_longer_rows(executor const& exec, integers offsets, integers ids, integers places, size_type n,
                           size_type length, integers_out kept_ids, integers_out kept_places, size_type* counted) {
  auto const zeros = exec.state().zeros(sizeof(adding_place));
  longer_rows const rows{{offsets, ids, n, {}}, places, length, kept_ids, kept_places};
  size_type const resident = gpu_tuning.resident_threads / launch_threads * exec.num_workers();
  size_type const useful = max_of(ceil_div(n, size_type{launch_threads}), size_type{1});
  auto const blocks = static_cast<unsigned>(min_of(useful, resident));
  auto const launch = [&](size_type* total) {
    keep_longer<<<blocks, launch_threads, 0, stream_of(exec)>>>(rows, static_cast<adding_place*>(zeros.get()), total,
                                                                counted != nullptr);
    check(cudaGetLastError(), "keep_longer_rows");
  };
  if (!counted) return receive<size_type>(exec, launch);
  device_guard const guard(exec);
  launch(counted);
  return -1;
}

}  // namespace heddle::gpu
