// window_kernels.cuh - rows of a product that no table in shared memory holds: a bitmap and a dense array over a window
// of columns, in global memory, one for each resident block; window after window, so that memory is bounded.
// Parger, Winter, Mlakar & Steinberger, "spECK: Accelerating GPU Sparse Matrix-Matrix Multiplication through
// Lightweight Analysis", PPoPP 2020.
#pragma once
#include <heddle/ops/mxm/row_kernels.cuh>

namespace heddle::gpu::expansion {

inline constexpr int window_threads = 256;

struct window_rows {
  std::int64_t const* rows;
  size_type num_rows;
  size_type cols, window;  // a multiple of 32
  unsigned* bitmaps;       // [blocks * window / 32], all zero before and after
};

// The part of B's list [from, to) whose columns lie in the window.
template <class Index>
__device__ void cut_to_window(Index const* indices, size_type& from, size_type& to, size_type first, size_type last,
                              size_type cols) {
  if (first > 0) from = heddle::detail::lower_bound(indices, from, to, static_cast<Index>(first));
  if (last < cols) to = heddle::detail::lower_bound(indices, from, to, static_cast<Index>(last));
}

template <class Index, class Offset>
__global__ void __launch_bounds__(window_threads)
    count_windows(product_pattern<Index, Offset> in, window_rows w, size_type* counts) {
  __shared__ Offset staged[2 * window_threads];
  __shared__ int counter;
  block_team const team;
  lane_team const warp{32};
  unsigned* const bitmap = w.bitmaps + blockIdx.x * (w.window / 32);
  for (size_type r = blockIdx.x; r < w.num_rows; r += gridDim.x) {
    size_type const row = w.rows[r];
    size_type total = 0;
    for (size_type first = 0; first < w.cols; first += w.window) {
      size_type const last = min_of(first + w.window, w.cols);
      int found = 0;
      int turn = 0;
      for_each_factor(team, staged, in.a_offsets, in.a_indices, in.b_offsets, row,
                      [&](size_type, size_type from, size_type to) {
                        if (turn++ % (window_threads / 32) != static_cast<int>(threadIdx.x) / 32)
                          return;  // lists to warps in turn
                        cut_to_window(in.b_indices, from, to, first, last, w.cols);
                        for (size_type at = from + warp.lane(); at < to; at += 32) {
                          size_type const j = in.b_indices[at] - first;
                          unsigned const bit = 1u << (j % 32);
                          found += (atomicOr(bitmap + j / 32, bit) & bit) == 0;
                        }
                      });
      total += team.sum(found, &counter);
      for (size_type word = team.lane(); word < w.window / 32; word += team.lanes()) bitmap[word] = 0;
      team.sync();
    }
    if (team.lane() == 0) counts[row] = total;
  }
}

// Sum of `mine` over the threads before this one; `total` over all. `sums`: one a warp.
__device__ inline int block_scan(int mine, int* sums, int& total) {
  int const lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  int inclusive = mine;
  for (int offset = 1; offset < 32; offset *= 2) {
    int const below = __shfl_up_sync(~0u, inclusive, offset);
    if (lane >= offset) inclusive += below;
  }
  if (lane == 31) sums[warp] = inclusive;
  __syncthreads();
  int before = 0;
  total = 0;
  for (int i = 0; i < window_threads / 32; ++i) {
    if (i < warp) before += sums[i];
    total += sums[i];
  }
  __syncthreads();
  return before + inclusive - mine;
}

template <class Work>
__global__ void __launch_bounds__(window_threads) fill_windows(Work work, window_rows w, typename Work::D* all_sums) {
  using Offset = typename Work::offset;
  using D = typename Work::D;
  __shared__ Offset staged[2 * window_threads];
  __shared__ int warp_sums[window_threads / 32];
  block_team const team;
  unsigned* const bitmap = w.bitmaps + blockIdx.x * (w.window / 32);
  D* const sums = all_sums + blockIdx.x * w.window;
  for (size_type r = blockIdx.x; r < w.num_rows; r += gridDim.x) {
    size_type const row = w.rows[r];
    size_type out = work.offsets[row];
    for (size_type first = 0; first < w.cols; first += w.window) {
      size_type const last = min_of(first + w.window, w.cols);
      for_each_factor(team, staged, work.a.offsets, work.a.indices, work.b.offsets, row,
                      [&](size_type e, size_type from, size_type to) {
                        cut_to_window(work.b.indices, from, to, first, last, w.cols);
                        auto const left = work.a.values[e];
                        size_type const k = work.column_asked(e);
                        for (size_type at = from + team.lane(); at < to; at += team.lanes()) {
                          size_type const j = work.b.indices[at] - first;
                          D const product =
                              heddle::detail::product_of(work.sr, left, work.b.values[at], row, k, first + j);
                          unsigned const bit = 1u << (j % 32);
                          bool const fresh = (atomicOr(bitmap + j / 32, bit) & bit) == 0;
                          sums[j] = fresh ? product : heddle::detail::converted<D>(work.sr.add(sums[j], product));
                        }
                        team.sync();
                      });
      for (size_type base = 0; base < last - first; base += 32 * window_threads) {
        size_type const word = base / 32 + team.lane();
        unsigned left = word < w.window / 32 ? __ldcg(bitmap + word) : 0;
        if (left) bitmap[word] = 0;
        int total;
        size_type at = out + block_scan(__popc(left), warp_sums, total);
        for (; left; left &= left - 1, ++at) {
          size_type const j = 32 * word + __ffs(left) - 1;
          work.columns[at] = static_cast<decltype(+*work.columns)>(first + j);
          work.values[at] = sums[j];
        }
        out += total;
      }
      team.sync();
    }
  }
}

/// Blocks and windows so that their memory stays below a bound: 1 GiB of sums, 256 MiB of bitmaps, and `most_bytes` of
/// both together, for which there are fewer blocks before windows get short.
struct window_shape {
  size_type blocks, window;
};
inline window_shape shape_windows(executor const& exec, size_type num_rows, size_type cols, std::size_t sum_bytes,
                                  size_type most_bytes) {
  constexpr size_type short_window = 4096;
  auto const width = static_cast<size_type>(sum_bytes);
  // columns of all blocks' windows, each of them a sum and a bit
  size_type const asked = min_of(most_bytes, size_type{1} << 40) * 8 / (8 * width + 1);
  size_type blocks = min_of<size_type>(num_rows, 4 * static_cast<size_type>(exec.num_workers()));
  blocks = max_of<size_type>(1, min_of(blocks, asked / min_of(short_window, max_of<size_type>(cols, 1))));
  size_type const by_sums = (size_type{1} << 30) / (blocks * max_of<size_type>(width, 1));
  size_type const by_bits = (size_type{1} << 31) / blocks;
  size_type const most = max_of<size_type>(32, min_of(asked / blocks, min_of(width ? by_sums : by_bits, by_bits)));
  return {blocks, min_of(ceil_div(cols, 32), most / 32) * 32};
}

inline buffer<unsigned> empty_bitmaps(executor const& exec, window_shape shape) {
  buffer<unsigned> bitmaps(exec, shape.blocks * (shape.window / 32));
  unsigned const zero = 0;
  primitives::fill(exec, bitmaps.data(), bitmaps.size(), sizeof(unsigned), &zero);
  return bitmaps;
}

}  // namespace heddle::gpu::expansion
