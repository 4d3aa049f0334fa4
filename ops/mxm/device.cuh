// device.cuh - matrix products on a GPU: rows of the expansion in classes by the size of their table, and dot
// products through reduce_tiles.
#pragma once
#include <heddle/detail/cuda/reduce_tiles.cuh>
#include <heddle/ops/mxm/device.hpp>
#include <heddle/ops/mxm/window_kernels.cuh>

namespace heddle::gpu {

template <class Index, class Offset> void solve(count_problem<Index, Offset> const& p) {
  auto const& [exec, chosen, pattern, tiles, counts, window_bytes] = p;
  using work = expansion::count_work<Index, Offset>;
  device_guard const guard(exec);
  constexpr int classes = expansion::num_classes<work>();
  row_classes const classed = classify_rows(exec, tiles.scanned, pattern.rows, pattern.cols, classes);
  expansion::make_classed_rows(exec, chosen, work{pattern, counts}, classed, tiles.scanned,
                               expansion::mean_length(tiles.atoms, pattern.a_nnz), sizeof(Index));
  size_type const from = classed.from[classes - 1], num_rows = classed.from[classes] - from;
  if (num_rows > 0) {
    auto const shape = expansion::shape_windows(exec, num_rows, pattern.cols, 0, window_bytes);
    auto bitmaps = expansion::empty_bitmaps(exec, shape);
    expansion::window_rows const rows{classed.rows.data() + from, num_rows, pattern.cols, shape.window, bitmaps.data()};
    expansion::count_windows<<<grid_of(shape.blocks), expansion::window_threads, 0, stream_of(exec)>>>(pattern, rows,
                                                                                                       counts);
    check(cudaGetLastError(), "mxm count_windows");
  }
}

template <class SR, class A, class B, class Index, class Offset>
void solve(fill_problem<SR, A, B, Index, Offset> const& p) {
  using D = domain_of<SR>;
  using work = expansion::fill_work<SR, A, B, Index, Offset>;
  device_guard const guard(p.exec);
  size_type const rows = p.tiles.rows, cols = p.b.minor;
  work const fill{p.a, p.b, p.offsets, p.columns, p.values, p.sr};
  constexpr int classes = expansion::num_classes<work>();
  row_classes const classed = classify_rows(p.exec, p.first, rows, cols, classes);
  expansion::make_classed_rows(p.exec, p.chosen, fill, classed, p.tiles.scanned,
                               expansion::mean_length(p.tiles.atoms, p.a.nnz), sizeof(D));
  size_type const from = classed.from[classes - 1], num_rows = classed.from[classes] - from;
  if (num_rows == 0) return;
  auto const shape = expansion::shape_windows(p.exec, num_rows, cols, sizeof(D), p.window_bytes);
  auto bitmaps = expansion::empty_bitmaps(p.exec, shape);
  buffer<D> sums(p.exec, shape.blocks * shape.window);
  expansion::window_rows const windows{classed.rows.data() + from, num_rows, cols, shape.window, bitmaps.data()};
  expansion::fill_windows<<<grid_of(shape.blocks), expansion::window_threads, 0, stream_of(p.exec)>>>(fill, windows,
                                                                                                      sums.data());
  check(cudaGetLastError(), "mxm fill_windows");
}

template <class SR, class A, class B, class Index, class Offset>
void solve(dot_problem<SR, A, B, Index, Offset> const& p) {
  reduce_tiles_of(p, p.tiles, p.product, lifted<add_of<SR>>{p.product.sr.add}, p.sink);
}

}  // namespace heddle::gpu
