// sorted_rows.cuh - entries that stand row by row: where rows begin among them, and the row of each.
// A block has a stretch of what it writes. A warp finds where the stretch begins in what is read, by 32 questions at a
// time, which take as long as one; then marks are put where something changes, and spread.
#pragma once
#include <heddle/detail/executor/elementwise.cuh>
#include <heddle/detail/executor/integers.hpp>
#include <heddle/seam/sinks.hpp>

namespace heddle::gpu {

/// Of a block: results, and the most it reads to mark them; what is further apart is searched for.
inline constexpr int stretch_length = 16 * launch_threads;
inline constexpr size_type most_marking = size_type{16} * stretch_length;

struct marked_stretch {
  int marks[stretch_length];  // ascending; 0: none
  int of_warps[launch_threads / 32];
  size_type begin, end;  // of what is read
};

/// The first i < n whose list[i] is at least `key`, else n; the list ascends. By all lanes of a warp.
template <class List> __device__ size_type lower_bound_of_warp(List const& list, size_type n, size_type key) {
  size_type const lane = threadIdx.x % 32;
  size_type from = 0, to = n;
  while (from < to) {
    size_type const step = (to - from + 31) / 32, at = from + lane * step;
    int const before = __popc(__ballot_sync(~0u, at < to && list[at] < key));
    if (before < 32) to = min_of(to, from + before * step);
    if (before > 0) from += (before - 1) * step + 1;
  }
  return from;
}

__device__ inline void clear_marks(marked_stretch& s) {
  for (int k = threadIdx.x; k < stretch_length; k += launch_threads) s.marks[k] = 0;
}

/// write(k, the last mark at or before k, else 0) for k < n. By all threads, which have put their marks.
template <class Write> __device__ void spread_marks(marked_stretch& s, size_type n, Write const& write) {
  constexpr int of_a_warp = 32 * stretch_length / launch_threads;
  int const lane = threadIdx.x % 32, warp = threadIdx.x / 32, first = warp * of_a_warp;
  int last = 0;
  for (int k = lane; k < of_a_warp; k += 32) last = max_of(last, s.marks[first + k]);
  for (int apart = 16; apart > 0; apart /= 2) last = max_of(last, __shfl_xor_sync(~0u, last, apart));
  if (lane == 0) s.of_warps[warp] = last;
  __syncthreads();
  int carried = 0;
  for (int w = 0; w < warp; ++w) carried = max_of(carried, s.of_warps[w]);
  for (int k = first + lane; k < first + of_a_warp; k += 32) {
    int const mark = s.marks[k];
    unsigned const marked = __ballot_sync(~0u, mark != 0) & (~0u >> (31 - lane));
    int const nearest = __shfl_sync(~0u, mark, marked ? 31 - __clz(marked) : 0);
    int const found = marked ? nearest : carried;
    if (k < n) write(k, found);
    carried = __shfl_sync(~0u, found, 31);
  }
}

/// begins[row], for row <= rows, is the first of the entries whose row is not before `row`.
template <class Rows>
__global__ void __launch_bounds__(launch_threads)
    row_begins_kernel(Rows row_of, size_type entries, size_type rows, integers_out begins) {
  __shared__ marked_stretch s;
  size_type const first = static_cast<size_type>(blockIdx.x) * stretch_length;
  size_type const count = min_of<size_type>(stretch_length, rows + 1 - first);
  clear_marks(s);
  if (threadIdx.x < 64) {
    bool const is_end = threadIdx.x >= 32;
    size_type const found = lower_bound_of_warp(row_of, entries, is_end ? first + stretch_length : first);
    if (threadIdx.x % 32 == 0) (is_end ? s.end : s.begin) = found;
  }
  __syncthreads();
  if (s.end - s.begin > most_marking) {
    for (size_type k = threadIdx.x; k < count; k += launch_threads) {
      begins.set(first + k, heddle::detail::lower_bound(row_of, s.begin, s.end, first + k));
    }
    return;
  }
  for (size_type i = s.begin + threadIdx.x; i < s.end; i += launch_threads) {
    size_type const row = row_of[i] - first, next = i + 1 < s.end ? row_of[i + 1] - first : stretch_length;
    if (next != row && row + 1 < stretch_length) s.marks[row + 1] = static_cast<int>(i + 1 - s.begin);
  }
  __syncthreads();
  spread_marks(s, count, [&](int k, int read) { begins.set(first + k, s.begin + read); });
}

template <class Rows> struct search_row_begin {
  Rows row_of;
  size_type entries;
  integers_out begins;
  __device__ void operator()(size_type row) const {
    begins.set(row, heddle::detail::lower_bound(row_of, 0, entries, row));
  }
};

/// Asynchronous on the executor's stream. row_of[i], for i < entries, ascends and is in [0, rows). Fewer rows than
/// stretches for a whole GPU are searched for one by one.
template <class Rows>
void write_row_begins(executor const& exec, Rows const& row_of, size_type entries, size_type rows, integers_out begins,
                      char const* what) {
  if (rows < size_type{256} * stretch_length) {
    return for_each_index(exec, rows + 1, search_row_begin<Rows>{row_of, entries, begins}, what);
  }
  device_guard const guard(exec);
  auto const blocks = static_cast<unsigned>(ceil_div(rows + 1, stretch_length));
  heddle::detail::tell_recording(exec, row_of, entries, rows, begins);
  row_begins_kernel<<<blocks, launch_threads, 0, stream_of(exec)>>>(row_of, entries, rows, begins);
  check(cudaGetLastError(), what);
}

}  // namespace heddle::gpu
